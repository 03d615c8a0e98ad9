// What is read of a file of lines while it arrives, in whatever pieces.
import test from 'ava';
import { JobFile, linesOf } from '../../server/gate/job-file.ts';
import fc from '../helpers/properties.ts';

async function* pieces(bytes: Buffer, sizes: number[]): AsyncGenerator<Buffer> {
  for (let from = 0, n = 0; from < bytes.length; n++) {
    const to = from + sizes[n % sizes.length]!;
    yield bytes.subarray(from, to);
    from = to;
  }
}

async function read(file: AsyncIterable<Buffer>): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const line of linesOf(new JobFile(file))) found.push('value' in line ? line.value : line.problem);
  return found;
}

async function* repeated(piece: string, times: number): AsyncGenerator<Buffer> {
  for (let n = 0; n < times; n++) yield Buffer.from(piece);
}

test('lines are the same in whatever pieces they arrive, and with whatever ends', async (t) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.dictionary(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' })), {
        minLength: 1,
        maxLength: 5,
      }),
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 4 }),
      fc.constantFrom('\n', '\r\n'),
      fc.boolean(),
      async (values, sizes, end, isEnded) => {
        const text = values.map((value) => JSON.stringify(value)).join(end) + (isEnded ? end : '');
        t.deepEqual(
          await read(pieces(Buffer.from(text), sizes)),
          values.map((value) => JSON.parse(JSON.stringify(value))),
        );
      },
    ),
    { numRuns: 100 },
  );
});

test('lines that are no objects are told from the others, and empty ones count', async (t) => {
  const file = '{"a":1}\n\n"x"\n{"a" 2}\n{"a":\n\n';
  t.deepEqual(await read(pieces(Buffer.from(file), [3])), [
    { a: 1 },
    'is empty',
    'must be an object',
    'is not valid JSON, from column 6',
    'is not valid JSON, from column 6',
  ]);
});

test('a file that is too long, or has too many or too long lines, ends there', async (t) => {
  const problemOf = async (file: AsyncIterable<Buffer>) => {
    const error = await t.throwsAsync(read(file), { any: true });
    return (error as unknown as { fields: { body: string[] } }).fields.body[0];
  };
  t.is(await problemOf(repeated('{}\n', 100_001)), 'must hold at most 100000 lines');
  t.is(await problemOf(repeated(`{"name":"${'x'.repeat(990)}"}\n`, 20_001)), 'must be at most 20 MB');
  t.is(await problemOf(repeated('x'.repeat(100_000), 11)), 'must have at most 1000000 bytes a line, unlike line 1');
  t.is((await read(repeated('{}\n', 100_000))).length, 100_000);
});
