// npm run new: what it refuses, and what it writes. new_operation.long.test.ts shows that what it writes is sound.
import fs from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { copyHouse } from '../helpers/house-copy.ts';
import { inTurns } from '../helpers/long.ts';

const { copy, make, remove } = copyHouse();
test.after.always(remove);

test.serial('what cannot be is refused, and nothing is written', (t) => {
  const files = () =>
    fs.readdirSync(copy, { recursive: true, encoding: 'utf8' }).filter((name) => !/node_modules/.test(name));
  const before = files().join();
  const cases: [string[], RegExp][] = [
    [['operation', 'list_dormant_brands'], /npm run new -- operation <name>/],
    [['operation', 'brands', 'GET', '/brands/dormant'], /brands: a name is a verb/],
    [['operation', 'list_dormant_brands', 'get', '/brands/dormant'], /get: no method/],
    [['operation', 'list_dormant_brands', 'POST', '/brands/dormant'], /a list is a GET/],
    [['operation', 'list_brands', 'GET', '/brands/dormant'], /list_brands stands in server\/operations\/brands\.ts/],
    [['operation', 'find_brands', 'GET', '/brands'], /GET \/brands stands in/],
    [['operation', 'list_tills', 'GET', '/tills', '--in', 'shops'], /shops\.ts is not there: name a file/],
    [['operation', 'list_own_jobs', 'GET', '/jobs/own'], /jobs are made of the other operations/],
    [['operation', 'list_dormant_brands', 'GET', '/../../brands'], /no path/],
  ];
  // Each is a process.
  for (const [words, message] of inTurns(cases, 4, 0)) {
    const { status, stderr } = make(...words);
    t.is(status, 1, words.join(' '));
    t.regex(stderr, message);
  }
  t.is(files().join(), before);
});

test.serial('an operation is three files: its place in the registry, its function, its test', (t) => {
  const { status, stdout, stderr } = make('operation', 'list_dormant_brands', 'GET', '/brands/dormant');
  t.is(status, 0, stderr);
  for (const file of [
    'server/operations/brands.ts',
    'db/code/api/catalog/list_dormant_brands.sql',
    'test/operations/brands/list_dormant_brands.test.ts',
  ]) {
    t.true(stdout.includes(file), stdout);
    t.regex(fs.readFileSync(path.join(copy, file), 'utf8'), /list_dormant_brands/);
  }
});
