// The files of a company's export, as the import reads them: only the one that was written ends without a refusal.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'ava';
import { readLines } from '../../db/cli/company-files.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'haat-company-files-'));
test.after.always(() => fs.rmSync(folder, { recursive: true, force: true }));

const written = '{"a":"1"}\n{"a":"২"}\n{"a":"3"}\n';
const facts = {
  table: 'app.orders',
  rows: 3,
  bytes: Buffer.byteLength(written),
  sha256: createHash('sha256').update(written).digest('hex'),
  columns: ['a'],
};

/** What comes of a file, in batches; and what it is refused for. */
async function read(name: string, text: string | undefined, change = {}, batchBytes?: number) {
  const to = path.join(folder, name);
  fs.mkdirSync(to);
  if (text !== undefined) fs.writeFileSync(path.join(to, 'orders.ndjson'), text);
  const batches: string[][] = [];
  try {
    for await (const lines of readLines(to, { ...facts, ...change }, batchBytes)) batches.push(lines);
    return { batches };
  } catch (error) {
    return { batches, refusal: (error as Error).message };
  }
}

test('a file that was cut, changed, lengthened or lost is refused by name', async (t) => {
  const size = facts.bytes;
  const cases: [string, string | undefined, object, string][] = [
    ['lost', undefined, {}, 'orders.ndjson is missing'],
    ['cut', written.slice(0, -1), {}, `orders.ndjson has ${size - 1} bytes, and was written with ${size}`],
    ['ends early', written.slice(0, -1), { bytes: size - 1 }, 'orders.ndjson ends within a row'],
    ['changed', written.replace('1', '2'), {}, 'orders.ndjson was changed after it was written'],
    ['counted', written, { rows: 4 }, 'orders.ndjson has 3 rows, and the manifest says 4'],
  ];
  for (const [name, text, change, expected] of cases)
    t.is((await read(name, text, change)).refusal, `--from: ${expected}`, name);
});

test('a whole file comes in batches of lines', async (t) => {
  const lines = written.trim().split('\n');
  t.deepEqual(await read('whole', written), { batches: [lines] });
  t.deepEqual(await read('in two', written, {}, 10), { batches: [lines.slice(0, 2), lines.slice(2)] });
  t.deepEqual(await read('empty', '', { rows: 0, bytes: 0, sha256: createHash('sha256').digest('hex') }), {
    batches: [],
  });
});
