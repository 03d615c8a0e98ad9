import test from 'ava';
import { CellAway, type Gone, Homes } from '../../server/gate/homes.ts';
import { createLog } from '../../server/process/log.ts';

const hash = (n: number) => Buffer.alloc(32, n);
const same = (found: Buffer[]) => found.map((one) => one[0]!);

/** A cell with some credentials, and what was asked of it. */
function cell(name: string, ...has: number[]) {
  const one = {
    name,
    has: new Set(has),
    asked: [] as number[][],
    worked: [] as number[],
    open: true,
    fails: false,
    isOpen: () => one.open,
    find: async (hashes: Buffer[]) => {
      one.asked.push(same(hashes));
      if (one.fails) throw new Error('no route');
      return hashes.filter((wanted) => one.has.has(wanted[0]!));
    },
  };
  return one;
}
type Cell = ReturnType<typeof cell>;

const homes = (...cells: Cell[]) => new Homes(cells, ({ find }) => find, createLog('silent'));

type Found = { cell: string; gone: Gone };
const moved = new Set<string>();

/** A cell refuses what it does not have, as admission does; and what has moved away from it. */
const ask = (place: Homes<Cell>, n: number): Promise<Found> =>
  place.run(
    hash(n),
    async (at): Promise<Found> => {
      at.worked.push(n);
      if (moved.has(`${at.name} ${n}`)) return { cell: at.name, gone: 'moved' };
      return { cell: at.name, gone: at.has.has(n) ? null : 'unknown' };
    },
    ({ gone }) => gone,
  );

test('what no cell has is refused by one of them, and never remembered', async (t) => {
  const [a, b] = [cell('a'), cell('b')];
  const place = homes(a, b);
  t.is((await ask(place, 1)).gone, 'unknown');
  t.is((await ask(place, 1)).gone, 'unknown');
  t.is(place.size, 0);
  t.is(a.worked.length + b.worked.length, 2);
  b.has.add(1);
  t.deepEqual(await ask(place, 1), { cell: 'b', gone: null });
});

test('a cell that is away refuses its own, and what may be its own, and nothing else', async (t) => {
  const [a, b] = [cell('a', 1), cell('b', 2)];
  const place = homes(a, b);
  t.is((await ask(place, 2)).cell, 'b');
  b.fails = true;
  t.is((await ask(place, 1)).cell, 'a');
  await t.throwsAsync(ask(place, 3), { instanceOf: CellAway, code: '57P03' });
  b.open = false;
  await t.throwsAsync(ask(place, 2), { instanceOf: CellAway });
  t.is((await ask(place, 1)).cell, 'a');
  t.deepEqual(b.worked, [2]);
});

test('a cell that says nothing keeps no other waiting, and is left alone for a while after one that failed', async (t) => {
  const [a, b] = [cell('a', 1), cell('b')];
  b.find = () => new Promise(() => {});
  const place = homes(a, b);
  t.is((await ask(place, 1)).cell, 'a');
  const c = cell('c');
  c.fails = true;
  const other = homes(a, c);
  await t.throwsAsync(ask(other, 7), { instanceOf: CellAway });
  await t.throwsAsync(ask(other, 8), { instanceOf: CellAway });
  t.deepEqual(c.asked, [[7]]);
});

test('all are asked at once and the answer is kept', async (t) => {
  const [a, b] = [cell('a', 1), cell('b', 2)];
  const place = homes(a, b);
  for (const n of [1, 2, 1, 2, 1]) t.is((await ask(place, n)).cell, n === 1 ? 'a' : 'b');
  t.deepEqual(
    [a.worked, b.worked],
    [
      [1, 1, 1],
      [2, 2],
    ],
  );
  for (const { asked } of [a, b]) t.is(new Set(asked.flat()).size, asked.flat().length, 'none is asked for twice');
});

test('unknown ones of the same moment go in one statement to each cell', async (t) => {
  const [a, b] = [cell('a', 1), cell('b', 2)];
  const place = homes(a, b);
  await Promise.all([1, 2, 3, 4].map((n) => ask(place, n)));
  t.deepEqual([a.asked, b.asked], [[[1, 2, 3, 4]], [[1, 2, 3, 4]]]);
});

test('a company that has moved is asked for anew, and the call is repeated once where it is now', async (t) => {
  const [a, b] = [cell('a', 1), cell('b')];
  const place = homes(a, b);
  await ask(place, 1);
  // The sealed rows are still there, and the cell may even say so.
  moved.add('a 1');
  b.has.add(1);
  t.deepEqual(await ask(place, 1), { cell: 'b', gone: null });
  t.deepEqual(await ask(place, 1), { cell: 'b', gone: null });
  t.deepEqual(
    [a.worked, b.worked],
    [
      [1, 1],
      [1, 1],
    ],
  );
  moved.delete('a 1');
});

test('old copies in several cells are passed over', async (t) => {
  const [a, b, c] = [cell('a', 6), cell('b', 6), cell('c', 6)];
  const place = homes(a, b, c);
  for (const name of ['a', 'b']) moved.add(`${name} 6`);
  t.deepEqual(await ask(place, 6), { cell: 'c', gone: null });
  t.deepEqual(await ask(place, 6), { cell: 'c', gone: null });
  t.is(c.worked.length, 2);
  for (const name of ['a', 'b']) moved.delete(`${name} 6`);
});

test('between the seal there and the opening here it is refused, and found by the next call', async (t) => {
  const [a, b] = [cell('a', 5), cell('b')];
  const place = homes(a, b);
  moved.add('a 5');
  t.deepEqual(await ask(place, 5), { cell: 'a', gone: 'moved' });
  b.has.add(5);
  t.is((await ask(place, 5)).cell, 'b');
  moved.delete('a 5');
});

test('a remembered one that its cell no longer knows is asked for anew, once', async (t) => {
  const [a, b] = [cell('a', 1), cell('b')];
  const place = homes(a, b);
  await ask(place, 1);
  a.has.delete(1);
  t.deepEqual(await ask(place, 1), { cell: 'a', gone: 'unknown' });
  t.is(place.size, 0);
  b.has.add(1);
  t.is((await ask(place, 1)).cell, 'b');
});

test('one that its cell refuses though it is there is refused once: it is not run again', async (t) => {
  const a = cell('a', 1);
  const place = homes(a, cell('b'));
  const suspended = () =>
    place.run(
      hash(1),
      async (at): Promise<Found> => {
        at.worked.push(1);
        return { cell: at.name, gone: 'unknown' };
      },
      ({ gone }) => gone,
    );
  await suspended();
  t.is((await suspended()).cell, 'a');
  t.deepEqual(a.worked, [1, 1]);
});

test('memory is bounded however many homes there are', async (t) => {
  const a = cell('a');
  a.find = async (hashes) => hashes;
  const place = new Homes([a, cell('b')], ({ find }) => find, createLog('silent'));
  const at = (n: number) => {
    const one = Buffer.alloc(32);
    one.writeUInt32BE(n);
    return place.run(
      one,
      async () => null,
      () => null,
    );
  };
  // A statement takes a hundred, and twenty go in a second.
  await Promise.all(Array.from({ length: 100 }, (_, n) => at(n)));
  t.is(place.size, 100);
});
