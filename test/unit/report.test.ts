import { stripVTControlCharacters } from 'node:util';
import test from 'ava';
import { Report } from '../report.ts';

function read(tap: string): { report: Report; printed: string[] } {
  const printed: string[] = [];
  const report = new Report((line) => void printed.push(stripVTControlCharacters(line)));
  for (const line of tap.split('\n')) report.read(line);
  report.end();
  return { report, printed };
}

const failure = `not ok 3 - a › differs
  ---
    name: AssertionError
    message: |-
      ok 9 - this stands in a message
      # pass 900
  ...`;

test('the counts are those that ava gives at the end, whatever tests print', (t) => {
  const { report } = read(
    `TAP version 13\nok 1 - a › passes\n#   # pass 70\n${failure}\nok 4 - b › ✔ looks passed\n\n1..4\n# tests 4\n# pass 2\n# skip 1\n# fail 1\n`,
  );
  t.is(report.passed, 2);
  t.is(report.failed, 1);
});

test('a failure is told when it happens and, with all its details, at the end', (t) => {
  const { printed } = read(`${failure}\nok 4 - a › passes\n# pass 1\n# fail 1`);
  t.deepEqual(printed, [
    '  ✘ a › differs',
    '  ✔ a › passes',
    '',
    '  ✘ a › differs',
    '  ---',
    '    name: AssertionError',
    '    message: |-',
    '      ok 9 - this stands in a message',
    '      # pass 900',
  ]);
});

test('a file that does not load is a failure without details', (t) => {
  const { printed } = read('not ok 1 - test/c.test.ts exited with a non-zero exit code: 1\nok 2 - a › passes');
  t.deepEqual(printed.slice(2), ['', '  ✘ test/c.test.ts exited with a non-zero exit code: 1']);
});

test('what was left out is told by its name', (t) => {
  const { report, printed } = read(
    'ok 1 - a › left out # SKIP\nnot ok 2 - a › later # with a hash # TODO\nok 3 - a › is ok',
  );
  t.deepEqual(report.skipped, ['a › left out', 'a › later # with a hash']);
  t.deepEqual(printed.slice(-3), ['  2 skipped:', '  a › left out', '  a › later # with a hash']);
});
