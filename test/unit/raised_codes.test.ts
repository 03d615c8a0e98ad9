import test from 'ava';
import { findCodeProblems } from '../check/raised-codes.ts';

const operation = (comment: string, body: string) => `${comment}create or replace function api.do_it() …\n${body}\n`;
const problems = (comment: string, body: string, others: Record<string, string> = {}) =>
  findCodeProblems(new Map([['api/do_it.sql', operation(comment, body)], ...Object.entries(others)]));
const helper = { 'internal/core/help.sql': "-- Helps.\nperform internal.fail('HT100', 'No.');\n" };

test('a code that the body raises and the comment does not say is a problem', (t) => {
  t.deepEqual(problems('-- Does it.\n', "perform internal.fail('HT008', 'No.');"), [
    'db/code/api/do_it.sql: its comment does not say HT008',
  ]);
  t.deepEqual(problems('-- Does it.\n-- Raises: HT008.\n', "perform internal.fail('HT008', 'No.');"), []);
});

test('so is one that a function below it raises', (t) => {
  t.deepEqual(problems('-- Does it.\n', 'perform internal.help();', helper), [
    'db/code/api/do_it.sql: its comment does not say HT100',
  ]);
});

test('so is one of a trigger that it fires, and of no other trigger', (t) => {
  const trigger =
    'create or replace trigger _100_help before update of name on app.brands\n  for each row execute function internal.help();';
  const files = { ...helper, 'triggers/catalog/brands.sql': trigger };
  const missing = ['db/code/api/do_it.sql: its comment does not say HT100'];
  t.deepEqual(problems('-- Does it.\n', 'update app.brands set name = input;', files), missing);
  t.deepEqual(problems('-- Does it.\n', 'update app.brands set slug = input;', files), []);
  t.deepEqual(problems('-- Does it.\n', 'insert into app.brands (name) values (input);', files), []);
});

test('a code that the comment says and nothing raises is a problem', (t) => {
  t.deepEqual(problems('-- Does it.\n-- Raises: HT100.\n', 'null;', helper), [
    'db/code/api/do_it.sql: its comment says HT100, raised nowhere',
  ]);
});

test('a span of codes says each of them, and notes below the first paragraph say nothing', (t) => {
  const body = "perform internal.fail('HT001', 'No.'); perform internal.fail('HT002', 'No.');";
  t.deepEqual(problems('-- Does it.\n-- Raises: HT001 to HT002.\n', body), []);
  t.deepEqual(problems('-- Does it.\n--\n-- Raises HT001 and HT002.\n', body), [
    'db/code/api/do_it.sql: its comment does not say HT001, HT002',
  ]);
});
