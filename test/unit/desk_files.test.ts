// What a browser gets of the pages of staff.
import test from 'ava';
import { DeskFiles } from '../../server/staff/desk-files.ts';

test.serial('all pages together, in both languages, are sent in less than 150 kB', async (t) => {
  t.timeout(60_000);
  const { all } = await DeskFiles.make();
  const sizes = await Promise.all([...all.values()].map(async (file) => (await file.compressed()).length));
  const sum = sizes.reduce((one, other) => one + other, 0);
  t.log(`${(sum / 1000).toFixed(0)} kB in ${all.size} files`);
  t.true(sum < 150_000, String(sum));
});

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
