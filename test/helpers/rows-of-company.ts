// All that the database holds of a company, to see that nothing of it has changed.
import type pg from 'pg';

/** What a write may leave when it changes nothing: its own count, and its key's answer. */
const leftBy = ['idempotency_keys', 'staff_sessions'];

const questions = new WeakMap<pg.Pool, Promise<string>>();

/** A digest of its rows for each table; of tables that all companies share, of all rows. */
export async function rowsOfCompany(admin: pg.Pool, companyId: string): Promise<Record<string, string>> {
  const text = questions.get(admin) ?? readQuestion(admin);
  questions.set(admin, text);
  // Named, so that a connection plans the hundred tables once.
  const { rows } = await admin.query({ name: 'rows of a company', text: await text, values: [companyId] });
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}

async function readQuestion(admin: pg.Pool): Promise<string> {
  const { rows } = await admin.query<{ name: string; own: boolean }>(
    `select c.relname as name, exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id') as own
     from pg_class c where c.relnamespace = 'app'::regnamespace and c.relkind = 'r' and c.relname <> all ($1) order by 1`,
    [leftBy],
  );
  const digests = rows.map(
    ({ name, own }) =>
      `select '${name}' as name, md5(coalesce(string_agg(x.row, E'\\n' order by x.row), '')) as digest
       from (select t::text as row from app.${name} t ${own ? 'where t.company_id = $1' : ''}) x`,
  );
  return digests.join(' union all ');
}
