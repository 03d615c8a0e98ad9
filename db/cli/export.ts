// Writes all that the database holds of one company to a folder: a file a table, a row a line, and the files that the
// rows name; one snapshot. What haat_dba may not read (hashes, secrets, kept answers) is left out, unless the export is
// to be complete, for "company import".

import { createHash } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { type FileFacts, fileOf, writeManifest } from './company-files.ts';
import { type Operator, Refusal, type Row } from './operator.ts';

/** So many rows are held at once. */
const batch = 1000;

type Look = Operator['look'];

export async function exportCompany(
  operator: Operator,
  { to: folder, complete }: { to: string; complete: boolean },
  findCompany: () => Promise<{ id: string }>,
): Promise<Row[]> {
  if (fs.existsSync(folder) && fs.readdirSync(folder).length > 0) throw new Refusal('--to: the folder is not empty');
  await operator.look('set transaction isolation level repeatable read');
  const { id } = await findCompany();
  const look = complete ? operator.asAdministrator : operator.look;
  const tables = complete
    ? await look('select name, columns, query from internal.carried_queries($1)', [id])
    : await operator.asOwnerRows('select name, columns, query from internal.export_queries($1)', [id]);
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const media = new Set<string>();
  const files: FileFacts[] = [];
  for (const { name: table, columns, query } of tables) {
    const facts = await writeRows(look, query, path.join(folder, fileOf(table)), media);
    files.push({ table, columns, ...facts });
  }
  const file = path.join(folder, 'media.ndjson');
  fs.writeFileSync(file, [...media].map((key) => `${JSON.stringify({ key })}\n`).join(''), { mode: 0o600 });
  writeManifest(folder, { format: 'haat-company-1', complete, ...(await tellOf(operator, id)), files });
  await operator.enter(id);
  await operator.asOwner(`select internal.log_activity(null, 'company.exported', 'company', $1)`, [id]);
  const written = files.map(({ table, rows, bytes }) => ({ file: path.join(folder, fileOf(table)), rows, bytes }));
  return [...written, { file, rows: media.size, bytes: fs.statSync(file).size }];
}

/** What the manifest says of the company, beside its files. */
async function tellOf(operator: Operator, id: string) {
  const [found] = await operator.asOwnerRows('select internal.company_facts($1) as facts', [id]);
  return found!.facts;
}

async function writeRows(look: Look, query: string, file: string, media: Set<string>) {
  const stream = fs.createWriteStream(file, { flags: 'wx', mode: 0o600 });
  const hash = createHash('sha256');
  await look(`declare export_rows no scroll cursor for ${query}`);
  let rows = 0;
  for (;;) {
    const read = await look(`fetch ${batch} from export_rows`);
    for (const row of read) {
      for (const key of row.media) media.add(key);
      const line = `${row.row}\n`;
      hash.update(line);
      if (!stream.write(line)) await once(stream, 'drain');
    }
    rows += read.length;
    if (read.length < batch) break;
  }
  await look('close export_rows');
  stream.end();
  await once(stream, 'close');
  return { rows, bytes: stream.bytesWritten, sha256: hash.digest('hex') };
}
