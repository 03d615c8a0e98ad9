// Removes what a company has left behind in a database from which it moved, once it is proven that it is whole where it is now.
// What left is recorded in the same transaction, so that the audit knows which sealed rows are gone. Files are shared by all
// databases: they stay.
import type pg from 'pg';
import { damageOf } from './import-company.ts';
import { type Cell, type Found, findCompany, holdAlone, isThere, withSession } from './move-company.ts';
import { asOperator, Refusal, type Row } from './operator.ts';

export interface Removal {
  cells: readonly Cell[];
  company: string;
  /** Without it, from wherever it has left a copy. */
  from: string | undefined;
  /** How many days must have passed since it left. */
  days: number;
  isDry: boolean;
  say?: (text: string) => void;
}

export async function removeCopies(removal: Removal): Promise<Row[]> {
  const { cells, company, from, days } = removal;
  if (from !== undefined && !cells.some(({ name }) => name === from))
    throw new Refusal(`--from: must be one of ${cells.map(({ name }) => name).join(', ')}, as CELLS has them`);
  const found = await findCompany(cells, company);
  const copies = found.filter(({ cell, moved_to }) => moved_to && (from === undefined || cell.name === from));
  const [served, other] = found.filter(({ moved_to }) => !moved_to);
  if (copies.length === 0)
    throw new Refusal(`--company: there is no old copy of ${found[0]!.name}${from ? ` at ${from}` : ''}`);
  if (!served || other)
    throw new Refusal(
      `${found[0]!.name} is ${other ? 'served by several databases' : 'not open in another database'}: it is kept`,
    );
  for (const { cell, moved_at } of copies) {
    const since = new Date(Number(moved_at) + days * 86_400_000);
    if (since > new Date())
      throw new Refusal(
        `it left ${cell.name} on ${moved_at!.toISOString()}: its copy stays until ${since.toISOString()}, unless --after-days says less`,
      );
  }
  removal.say?.(`the books are audited at ${served.cell.name}`);
  const damage = await asOperator(served.cell.url, (operator) => damageOf(operator, served.id));
  if (damage.length > 0)
    throw new Refusal(
      [`the books at ${served.cell.name} are not sound, so the copy is kept:`, ...damage.slice(0, 20)].join('\n  '),
    );
  const rows: Row[] = [];
  for (const copy of copies) rows.push(await removeCopy(copy, served, removal));
  return rows;
}

/** So many rows are compared at once. */
const batch = 10_000;

/** No move of it begins meanwhile. */
async function removeCopy({ cell, id, name }: Found, served: Found, { isDry }: Removal): Promise<Row> {
  return withSession(cell, (client) =>
    withSession(served.cell, async (there) => {
      await holdAlone(client, id, `another command moves ${name}`);
      await holdAlone(there, id, `another command moves ${name} at ${served.cell.name}`);
      if ((await isThere(client, id)) || !(await isThere(there, id)))
        throw new Refusal(`${name} was moved meanwhile: "company moves" tells where it is`);
      await requireAllThere(client, there, { id, from: cell.name, to: served.cell.name });
      const { rows: tables } = await client.query('select sizes from internal.moving_statements($1)', [id]);
      const { rows: sizes } = await client.query(tables.map((table) => table.sizes).join('\nunion all\n'));
      const sum = (field: string) => sizes.reduce((total, row) => total + Number(row[field]), 0);
      if (!isDry) {
        await client.query('begin');
        await client.query('select internal.remove_old_copy($1)', [id]);
        await client.query('commit');
      }
      const state = isDry ? 'may be removed' : 'removed';
      return {
        company: id,
        name,
        from: cell.name,
        is_at: served.cell.name,
        rows: sum('rows'),
        bytes: sum('bytes'),
        state,
      };
    }),
  );
}

/** Every row of the histories that is here is there as it was sealed, and so is every seal of the stock ledger. */
async function requireAllThere(
  here: pg.Client,
  there: pg.Client,
  { id, from, to }: { id: string; from: string; to: string },
): Promise<void> {
  const lacks = (what: string) => new Refusal(`${to} has not all that ${from} has of it, in ${what}: the copy is kept`);
  const seals = async (client: pg.Client) =>
    (
      await client.query(
        `select s.number || ' ' || encode(s.hash, 'hex') as seal from app.ledger_seals s where s.company_id = $1`,
        [id],
      )
    ).rows.map(({ seal }) => seal as string);
  const known = new Set(await seals(there));
  if (!(await seals(here)).every((seal) => known.has(seal))) throw lacks('the seals of the stock ledger');
  for (const log of ['order_timeline', 'activity_log', 'events', 'changes', 'stock_movements']) {
    // Events go when they are 30 days old.
    const { rows } = await here.query(
      `select internal.id_floor(case when $1 then clock_timestamp() - interval '25 days' else '2000-01-01' end) as after_id`,
      [log === 'events'],
    );
    for (let after = rows[0].after_id as string; ; ) {
      // The other one may have more: what was archived here is there still.
      const { rows: next } = await here.query(
        `select t.id from app.${log} t where t.company_id = $1 and t.id > $2 order by t.id limit $3`,
        [id, after, batch],
      );
      const ids = next.map((row) => row.id as string);
      const upto = ids.at(-1);
      if (upto === undefined) break;
      const facts = async (client: pg.Client) =>
        (
          await client.query(
            `select count(*) || ' ' || sum(hashbyteaextended(r.digest, 0)) as facts
             from internal.history_rows($1, $2, $3, $4) r where r.id = any ($5)`,
            [log, after, upto, id, ids],
          )
        ).rows[0].facts as string;
      if ((await facts(here)) !== (await facts(there))) throw lacks(log);
      after = upto;
    }
  }
}
