// What a browser gets of the pages of staff.
import test from 'ava';
import { type DeskFile, DeskFiles } from '../../server/staff/desk-files.ts';

const sizeOf = async (files: Iterable<DeskFile>) => {
  const sizes = await Promise.all([...files].map(async (file) => (await file.compressed()).length));
  return sizes.reduce((one, other) => one + other, 0);
};

test.serial(
  'the first page is small, and so is all there is, both languages and the library of operations included',
  async (t) => {
    t.timeout(60_000);
    const { all, page } = await DeskFiles.make();
    const first = [...page.body.toString().matchAll(/(?:href|src)="[^"]*\/desk\/[0-9a-f]{12}\/([^"]+)"/g)].map(
      ([, name]) => name!,
    );
    const [atStart, whole] = [await sizeOf(new Set(first.map((name) => all.get(name)!))), await sizeOf(all.values())];
    t.log(`${(atStart / 1000).toFixed(0)} kB at the start, ${(whole / 1000).toFixed(0)} kB in all`);
    t.true(atStart < 40_000, String(atStart));
    // Words of refusals, of fields and of what was done are in it, which are fetched when something is refused.
    t.true(whole < 245_000, String(whole));
  },
);

test.serial('files made of the same source have the same addresses, and nothing else is served', async (t) => {
  t.timeout(60_000);
  const one = await DeskFiles.make();
  const other = await DeskFiles.make();
  t.deepEqual(one.page.body, other.page.body);
  const address = /src="([^"]+)"/.exec(one.page.body.toString())![1]!;
  t.true(one.find(address)!.isKept);
  const former = address.replace(/[0-9a-f]{12}/, '000000000000');
  t.false(one.find(former)!.isKept, 'a page of a former release gets what is there now, and does not keep it');
  for (const wrong of [
    `${address}.map`,
    address.replace('main.js', 'main.ts'),
    address.replace('main.js', '../site.ts'),
  ])
    t.is(one.find(wrong), undefined, wrong);
});
