// The files of a company: what "company export" writes and "company import" reads. manifest.json comes last, so a folder
// without it is no whole export.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { Refusal } from './operator.ts';

const fileFacts = z.strictObject({
  table: z.string(),
  rows: z.int().min(0),
  bytes: z.int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  columns: z.array(z.string()),
});
export type FileFacts = z.infer<typeof fileFacts>;

const manifestShape = z.strictObject({
  format: z.literal('haat-company-1'),
  /** Whether it can be taken in: with hashes, encrypted secrets and kept answers. */
  complete: z.boolean(),
  company: z.strictObject({ id: z.uuid(), name: z.string(), status: z.string() }),
  release: z.string(),
  exported_at: z.string(),
  /** The plan of the company, without its id and times. */
  plan: z.looseObject({ code: z.string() }),
  files: z.array(fileFacts),
  /** What the order numbers of each store have reached; null where it has none yet. */
  sequences: z.array(z.strictObject({ store_id: z.uuid(), last_value: z.int().nullable() })),
  /** Ids of the keys that secrets of the company are encrypted with. */
  secret_keys: z.array(z.string()),
  /** Files with history that left the database before, of all companies. */
  archives: z.array(z.strictObject({ log: z.string(), month: z.string(), file: z.string(), sha256: z.string() })),
});
export type Manifest = z.infer<typeof manifestShape>;

export const fileOf = (table: string): string => `${table.replace(/^app\./, '')}.ndjson`;

/** For the operator alone: the file is readable by its owner only. */
export function writeManifest(folder: string, manifest: Manifest): void {
  const file = path.join(folder, 'manifest.json');
  fs.writeFileSync(`${file}.part`, `${JSON.stringify(manifest, null, 1)}\n`, { mode: 0o600, flush: true });
  fs.renameSync(`${file}.part`, file);
}

export function readManifest(folder: string): Manifest {
  const file = path.join(folder, 'manifest.json');
  if (!fs.existsSync(file))
    throw new Refusal(`--from: ${folder} has no manifest.json: it is no export, or one that did not end`);
  let content: unknown;
  try {
    content = JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch {
    throw new Refusal('--from: manifest.json is no JSON');
  }
  const { success, data, error } = manifestShape.safeParse(content);
  if (success) return data;
  const [{ path: at, message } = { path: [], message: '' }] = error.issues;
  throw new Refusal(`--from: manifest.json: ${at.join('.')}: ${message}`);
}

/** A line of a file is a row; none of ours comes near. */
const longestLine = 256 * 1024 * 1024;

/**
 * Gives the lines of a file in batches of about so many bytes, and refuses a file that is not the one of the manifest: at its end,
 * so the caller keeps nothing before that.
 */
export async function* readLines(folder: string, facts: FileFacts, batchBytes = 2 ** 22): AsyncGenerator<string[]> {
  const name = fileOf(facts.table);
  const file = path.join(folder, name);
  const size = fs.statSync(file, { throwIfNoEntry: false })?.size;
  if (size === undefined) throw new Refusal(`--from: ${name} is missing`);
  if (size !== facts.bytes) throw new Refusal(`--from: ${name} has ${size} bytes, and was written with ${facts.bytes}`);
  const hash = createHash('sha256');
  let rows = 0;
  let lines: string[] = [];
  let held = 0;
  let rest: Buffer[] = [];
  for await (const chunk of fs.createReadStream(file, { highWaterMark: 2 ** 18 }) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    let from = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      rest.push(chunk.subarray(from, end));
      const line = Buffer.concat(rest).toString('utf8');
      rest = [];
      from = end + 1;
      lines.push(line);
      held += line.length;
      rows++;
      if (held >= batchBytes) {
        yield lines;
        lines = [];
        held = 0;
      }
    }
    if (from < chunk.length) rest.push(Buffer.from(chunk.subarray(from)));
    if (rest.length * chunk.length > longestLine) throw new Refusal(`--from: ${name} has a line that is no row`);
  }
  if (rest.length > 0) throw new Refusal(`--from: ${name} ends within a row`);
  if (hash.digest('hex') !== facts.sha256) throw new Refusal(`--from: ${name} was changed after it was written`);
  if (rows !== facts.rows) throw new Refusal(`--from: ${name} has ${rows} rows, and the manifest says ${facts.rows}`);
  if (lines.length > 0) yield lines;
}
