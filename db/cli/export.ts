// Writes all that the database holds of one company to a folder: a file a table, a row a line, and the files that the
// rows name. One snapshot; what haat_dba may not read (hashes, secrets, kept answers) is left out.

import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { type Operator, Refusal, type Row } from './operator.ts';

/** So many rows are held at once. */
const batch = 1000;

export async function exportCompany(
  operator: Operator,
  folder: string,
  findCompany: () => Promise<{ id: string }>,
): Promise<Row[]> {
  if (fs.existsSync(folder) && fs.readdirSync(folder).length > 0) throw new Refusal('--to: the folder is not empty');
  await operator.look('set transaction isolation level repeatable read');
  const { id } = await findCompany();
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const tables = await operator.asOwnerRows('select name, query from internal.export_queries($1)', [id]);
  const media = new Set<string>();
  const written: Row[] = [];
  for (const { name, query } of tables) {
    const file = path.join(folder, `${name.replace(/^app\./, '')}.ndjson`);
    written.push({ file, rows: await writeRows(operator, query, file, media) });
  }
  const file = path.join(folder, 'media.ndjson');
  fs.writeFileSync(file, [...media].map((key) => `${JSON.stringify({ key })}\n`).join(''), { mode: 0o600 });
  written.push({ file, rows: media.size });
  await operator.enter(id);
  await operator.asOwner(`select internal.log_activity(null, 'company.exported', 'company', $1)`, [id]);
  return written;
}

async function writeRows(operator: Operator, query: string, file: string, media: Set<string>): Promise<number> {
  const stream = fs.createWriteStream(file, { flags: 'wx', mode: 0o600 });
  await operator.look(`declare export_rows no scroll cursor for ${query}`);
  let count = 0;
  for (;;) {
    const rows = await operator.look(`fetch ${batch} from export_rows`);
    for (const row of rows) {
      for (const key of row.media) media.add(key);
      if (!stream.write(`${row.row}\n`)) await once(stream, 'drain');
    }
    count += rows.length;
    if (rows.length < batch) break;
  }
  await operator.look('close export_rows');
  stream.end();
  await once(stream, 'close');
  return count;
}
