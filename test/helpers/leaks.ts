// Looks for secrets where they do not belong, in every spelling that a program would give them.
import type pg from 'pg';

/** A secret as it is, in base64, in hex and in a URL. */
export function spellings(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const encoded = ['base64', 'base64url', 'hex'] as const;
  return [secret, ...encoded.map((way) => bytes.toString(way).replace(/=+$/, '')), encodeURIComponent(secret)];
}

/** Which of the secrets, by their names, a text holds. */
export const leaksIn = (text: string, secrets: Iterable<[name: string, secret: string]>): string[] =>
  [...secrets]
    .filter(([, secret]) => spellings(secret).some((spelling) => text.includes(spelling)))
    .map(([name]) => name);

/** Every row of every table, as a dump has them; without the texts of our files, which are thousands. */
export async function dump(admin: pg.Pool): Promise<string> {
  const { rows: tables } = await admin.query(`
    select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'm') and c.oid <> 'internal.applied_code'::regclass
      and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')`);
  const texts = [];
  for (const { name } of tables) {
    const { rows } = await admin.query(`select coalesce(string_agg(t::text, e'\\n'), '') as text from only ${name} t`);
    texts.push(`${name}\n${rows[0].text}`);
  }
  return texts.join('\n');
}
