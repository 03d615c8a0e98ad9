// Takes the files of a complete export into a database, all or nothing: rows wait in temporary tables until every file is
// whole and nothing of them is here, then they are taken, and the books are audited before the commit. A process that is
// killed leaves nothing.
import pg from 'pg';
import { loadSettings } from '../../server/process/settings.ts';
import { openSecretBox } from '../../server/secrets/keys.ts';
import { explain } from '../connect/explain.ts';
import { type Manifest, readLines, readManifest } from './company-files.ts';
import { asOperator, type Operator, Refusal, type Row } from './operator.ts';

/** Beyond so many rows of a table the planner has to know of them before the audit. */
const many = 1000;

export async function importCompany(
  operator: Operator,
  { from, 'dry-run': isDry }: { from: string; 'dry-run': boolean },
): Promise<Row[]> {
  const manifest = readManifest(from);
  await requireTaken(operator, manifest);
  await stage(operator, from, manifest);
  const { id } = manifest.company;
  await refuseProblems(operator, id);
  await refuseElsewhere(operator, id);
  const rows = manifest.files.map(({ table, rows: count, bytes }) => ({ table, rows: count, bytes }));
  if (!isDry) {
    try {
      await operator.asAdministrator('select internal.take_arrival($1, $2, $3)', [
        id,
        JSON.stringify(manifest.sequences),
        manifest.plan.code,
      ]);
    } catch (error) {
      throw dataRefusal(error, 'the rows');
    }
    for (const { table, rows: count } of manifest.files)
      if (count > many) await operator.asAdministrator(`analyze ${table}`);
    await operator.enter(id);
    await operator.asOwner(`select internal.log_activity(null, 'company.imported', 'company', $1)`, [id]);
    await requireSound(operator, id);
  }
  return rows;
}

/** What must fit before a row is read. */
async function requireTaken(operator: Operator, manifest: Manifest): Promise<void> {
  if (!manifest.complete) {
    throw new Refusal(
      '--from: this export is for reading; "company export --complete" writes one that can be taken in',
    );
  }
  await operator.asAdministrator(`select pg_advisory_xact_lock(hashtextextended('company import', 0))`);
  await operator.asAdministrator('select internal.refuse_closed_cell()');
  const [here] = await operator.asAdministrator('select internal.release_name() as release');
  if (here!.release !== manifest.release)
    throw new Refusal(`--from: written by another release: ${manifest.release}; this database has ${here!.release}`);
  const { id } = manifest.company;
  const [taken] = await operator.look('select name from app.companies where id = $1', [id]);
  if (taken) throw new Refusal(`--from: the company ${id} is here already: ${taken.name}`);
  const { code } = manifest.plan;
  const [plan] = await operator.asAdministrator(
    `select array(select f.key || ' ' || f.value || ', here ' || coalesce(p.facts ->> f.key, 'none')
       from jsonb_each_text($2) f where p.facts ->> f.key is distinct from f.value order by 1) as other
     from (select internal.plan_facts(p) as facts from app.plans p where p.code = $1) p`,
    [code, JSON.stringify(manifest.plan)],
  );
  if (!plan) throw new Refusal(`--from: there is no plan ${code} here; "plan create" makes it`);
  if (plan.other.length > 0) throw new Refusal(`--from: the plan ${code} is another one: ${plan.other.join('; ')}`);
  const { keyIds } = await openSecretBox(loadSettings(process.env), { make: false });
  const lacking = manifest.secret_keys.filter((key) => !keyIds.includes(key));
  if (lacking.length > 0) {
    throw new Refusal(
      `--from: its secrets are encrypted with ${lacking.join(', ')}, which SECRET_KEYS lacks: add that key behind the first one`,
    );
  }
}

async function stage(operator: Operator, folder: string, manifest: Manifest): Promise<void> {
  const tables = await operator.asAdministrator('select name, columns, statement from internal.stage_arrival()');
  const named = new Map(manifest.files.map((facts) => [facts.table, facts]));
  const unknown = [...named.keys()].filter((table) => !tables.some(({ name }) => name === table));
  if (unknown.length > 0) throw new Refusal(`--from: manifest.json names ${unknown.join(', ')}, which is not taken in`);
  for (const { name, columns, statement } of tables) {
    const facts = named.get(name);
    if (!facts) throw new Refusal(`--from: manifest.json does not name ${name}`);
    if (facts.columns.join() !== columns.join()) throw new Refusal(`--from: ${name} has other columns here`);
    let line = 0;
    for await (const lines of readLines(folder, facts)) {
      try {
        await operator.asAdministrator(statement, [`[${lines.join(',')}]`]);
      } catch (error) {
        throw dataRefusal(error, `${name}, lines ${line + 1} to ${line + lines.length}`);
      }
      line += lines.length;
    }
  }
}

async function refuseProblems(operator: Operator, companyId: string): Promise<void> {
  const problems = await operator.asAdministrator('select * from internal.arrival_problems($1)', [companyId]);
  if (problems.length === 0) return;
  const lines = problems.map(
    ({ table_name, problem, rows, examples }) => `${table_name}: ${rows} ${problem} (${examples})`,
  );
  throw new Refusal(['--from: it cannot be taken in:', ...lines].join('\n  '));
}

/** Emails of staff and keys are unique over all cells; what the company left behind itself, closed, is no other's. */
async function refuseElsewhere(operator: Operator, id: string): Promise<void> {
  const [{ emails, hashes }] = (await operator.asAdministrator(`
    select array(select t.email from pg_temp.arriving_app_staff t) as emails,
      array(select k.key_hash from pg_temp.arriving_app_api_keys k) as hashes`)) as [Row];
  for (const { name, url } of loadSettings(process.env).cells) {
    const taken = await asOperator(url, ({ asAdministrator }) =>
      asAdministrator(
        `select 'email of staff ' || t.email as what from app.staff t join app.companies c on c.id = t.company_id
         where t.email = any ($1) and not internal.has_moved(c.id) and not (c.id = $3 and c.status <> 'active')
         union all
         select 'key ' || k.id from app.api_keys k join app.companies c on c.id = k.company_id
         where k.key_hash = any ($2) and not internal.has_moved(c.id) and not (c.id = $3 and c.status <> 'active')
         limit 5`,
        [emails, hashes, id],
      ),
    ).catch((error) => {
      throw new Refusal(`cell ${name} may have them already, and does not answer: ${explain(error) ?? error.message}`);
    });
    if (taken.length > 0)
      throw new Refusal(`--from: cell ${name} has it already: ${taken.map(({ what }) => what).join(', ')}`);
  }
}

/** The foreign keys of the company, then all checks: what is damaged of it, or of no company, undoes the import. */
async function requireSound(operator: Operator, id: string): Promise<void> {
  const orphans = await operator.asAdministrator('select * from internal.arrival_orphans($1)', [id]);
  const found = orphans.map(({ table_name, object, problem }) => `${table_name} ${object}: ${problem}`);
  if (found.length === 0) {
    found.push(...(await damageOf(operator, id)));
  }
  if (found.length === 0) return;
  const shown = found.slice(0, 20);
  const more = found.length > shown.length ? [`and ${found.length - shown.length} more`] : [];
  throw new Refusal(
    ['--from: the books are not sound with it, so nothing was taken in:', ...shown, ...more].join('\n  '),
  );
}

/** What the audit finds damaged of a company, or of no company, one line each. */
export async function damageOf({ look }: Pick<Operator, 'look'>, id: string): Promise<string[]> {
  const damage = await look(
    `select a.* from ledger.audit() a join ledger.checks c on c.name = a.check_name
     where c.finds = 'damage' and (a.company is null or a.company = (select k.name from app.companies k where k.id = $1))`,
    [id],
  );
  return damage.map(
    ({ check_name, object, found, expected }) => `${check_name}: ${object}: ${found}, expected ${expected}`,
  );
}

/** What Postgres says of a value that is none of its type, of JSON that is none, or of a row that a rule refuses. */
function dataRefusal(error: unknown, where: string): unknown {
  if (!(error instanceof pg.DatabaseError) || !/^2[23]/.test(error.code ?? '')) return error;
  return new Refusal(`--from: ${where}: ${error.message}`);
}
