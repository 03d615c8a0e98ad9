// The databases of CELLS, from the command line: what each holds and how it stands, and whether they agree.
import { z } from 'zod';
import { type CellSettings, loadSettings } from '../../server/process/settings.ts';
import { explain } from '../connect/explain.ts';
import { type LoneCommand, loneCommand } from './command.ts';
import { asOperator, type Operator, Refusal, type Row } from './operator.ts';
import { print } from './table.ts';

export const cellCommands: Record<string, LoneCommand> = {
  cells: loneCommand({
    does: 'the databases of CELLS: companies, size, connections, release and state of each; with a name and a state, sets that',
    words: ['name', 'set'],
    options: z.strictObject({
      name: z.string().optional().describe('one of them, by its name in CELLS'),
      set: z
        .enum(['open', 'drained', 'read-only'])
        .optional()
        .describe('open; drained: it takes in no company; read-only: calls that write are refused with 503 too'),
      check: z
        .boolean()
        .default(false)
        .describe('a flag: says instead what differs that should be alike, and what is in two that should be in one'),
    }),
    async alone({ name, set, check }, asJson) {
      const { cells: all } = loadSettings(process.env);
      if (all.length === 0) throw new Refusal('CELLS: is not set: there is one database');
      const cells = name === undefined ? all : all.filter((cell) => cell.name === name);
      if (cells.length === 0) throw new Refusal(`--name: must be one of ${all.map((cell) => cell.name).join(', ')}`);
      if (set !== undefined) {
        if (name === undefined) throw new Refusal(`--name: say which, of ${all.map((cell) => cell.name).join(', ')}`);
        const { state, before } = await asOperator(cells[0]!.url, async (operator) => {
          const { done } = await operator.asOwner('select internal.set_cell_state($1) as done', [set]);
          return done;
        });
        return print({ cell: name, state, before }, asJson);
      }
      if (!check) return print(await Promise.all(cells.map(lookAt)), asJson);
      const problems = await compareCells(all);
      print(problems, asJson);
      if (problems.length > 0) process.exitCode = 1;
    },
  }),
};

const facts = `
  select internal.cell_state() as state, internal.last_migration() as release,
    (select count(*)::integer from app.companies c where not internal.has_moved(c.id)) as companies,
    (select count(*)::integer from app.companies c where c.status = 'active' and not internal.has_moved(c.id)) as active,
    (select count(*)::integer from internal.company_moves m where m.state = 'copying') as leaving,
    pg_database_size(current_database()) as bytes,
    (select count(*)::integer from pg_stat_activity a where a.datname = current_database()) as connections,
    (select count(*)::integer from pg_stat_activity a where a.datname = current_database() and a.state = 'active') as busy,
    current_setting('max_connections')::integer as most_connections,
    (select round(extract(epoch from max(r.replay_lag))::numeric, 1)::float8 from pg_stat_replication r) as lag_seconds`;

/** One that does not answer says why. */
async function lookAt({ name, url }: CellSettings): Promise<Row> {
  try {
    const [found] = await asOperator(url, (operator) => operator.look(facts));
    const { bytes, ...others } = found!;
    return { cell: name, ...others, megabytes: Math.round(Number(bytes) / 1_000_000) };
  } catch (error) {
    return { cell: name, state: error instanceof Refusal ? error.message : (explain(error) ?? String(error)) };
  }
}

/** What is the same in every database of a release and its operator. */
const alike: Record<string, string> = {
  release: 'select internal.last_migration() as found',
  'SQL of the release': `select md5(string_agg(unit || file_digest, ' ' order by unit)) as found from internal.applied_code`,
  'statuses of orders': `select md5(string_agg(s::text, ' ' order by s.status)) as found from app.order_statuses s`,
  plans: `select string_agg(p.code || ' ' || md5((to_jsonb(p) - '{id,created_at,updated_at}'::text[])::text), ', '
    order by p.code) as found from app.plans p`,
};

/** What is in one database only; a suspended company may have left a copy of itself. */
const unique: Record<string, string> = {
  company: `select c.id::text as found from app.companies c where c.status = 'active' and not internal.has_moved(c.id)`,
  'email of staff': `select t.email as found from app.staff t join app.companies c on c.id = t.company_id
    where c.status = 'active' and not internal.has_moved(c.id)`,
};

/** What differs between cells, and what two of them have; none where all is well. */
export async function compareCells(cells: readonly CellSettings[]): Promise<Row[]> {
  const ask = (sql: string) =>
    Promise.all(
      cells.map(async ({ name, url }) => {
        const read = (operator: Operator) => operator.look(sql);
        const rows = await asOperator(url, read).catch((error) => {
          throw new Refusal(`cell ${name}: ${explain(error) ?? (error as Error).message}`);
        });
        return { name, found: rows.map(({ found }) => String(found)) };
      }),
    );
  const problems: Row[] = [];
  for (const [what, sql] of Object.entries(alike)) {
    const [first, ...others] = await ask(sql);
    for (const { name, found } of others)
      if (found[0] !== first!.found[0]) problems.push({ problem: 'differs', what, cells: [first!.name, name] });
  }
  for (const [what, sql] of Object.entries(unique)) {
    const homes = new Map<string, string>();
    for (const { name, found } of await ask(sql))
      for (const one of found) {
        const other = homes.get(one);
        if (other !== undefined) problems.push({ problem: 'in two', what: `${what} ${one}`, cells: [other, name] });
        homes.set(one, name);
      }
  }
  return problems;
}
