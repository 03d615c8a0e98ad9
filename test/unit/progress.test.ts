// Progress of long work, as it is written to standard error.
import { mock } from 'node:test';
import test from 'ava';
import { showProgress } from '../../server/process/progress.ts';

// The clock of timers is moved by hand: on a busy machine a real one would tick at any moment.
test.beforeEach(() => mock.timers.enable({ apis: ['setInterval'] }));
test.afterEach.always(() => mock.timers.reset());
const pass = (milliseconds: number) => mock.timers.tick(milliseconds);

function stream(terminal: boolean) {
  const written: string[] = [];
  return { isTTY: terminal, columns: 40, written, write: (text: string) => written.push(text) };
}

test.serial('on a terminal one line moves, fits into a row, and is gone at the end', (t) => {
  const terminal = stream(true);
  const progress = showProgress(terminal);
  progress.at('loading', 1, 3);
  progress.at('loading', 2, 3);
  pass(350);
  progress.at(`writing what has no end ${'.'.repeat(100)}`);
  pass(250);
  progress.end();
  t.is(terminal.written[0], '\r\x1b[Kloading: 2 of 3 (66 %), 0 s');
  for (const text of terminal.written) t.true(text.startsWith('\r\x1b[K') && !text.includes('\n') && text.length < 44);
  t.is(terminal.written.at(-1), '\r\x1b[K');
  const count = terminal.written.length;
  pass(250);
  t.is(terminal.written.length, count);
});

test.serial('elsewhere there are plain lines once in a while', (t) => {
  const file = stream(false);
  const progress = showProgress(file, 200);
  progress.at('loading', 1, 3);
  pass(100);
  t.deepEqual(file.written, []);
  pass(150);
  progress.clear();
  t.deepEqual(file.written, ['haat: loading: 1 of 3 (33 %), 0 s\n']);
  progress.end();
});

test.serial('work that is over at once says nothing, anywhere', (t) => {
  for (const terminal of [true, false]) {
    const silent = stream(terminal);
    const progress = showProgress(silent);
    progress.end();
    t.deepEqual(silent.written, []);
    progress.at('loading', 1, 1);
    progress.end();
    t.is(silent.written.join('').replaceAll('\r\x1b[K', ''), '');
  }
});
