// Stands for ava in the files of a group: notes their tests and hooks, which declare.ts then tells ava.
import type { ExecutionContext } from 'ava';

type Work = (t: ExecutionContext, ...more: unknown[]) => unknown;
type Macro = { exec: Work; title?: (title: string | undefined, ...more: unknown[]) => string };

export type CollectedTest = { title: string; work: Work; more: unknown[] };

export type CollectedFile = {
  name: string;
  serial: CollectedTest[];
  concurrent: CollectedTest[];
  skipped: string[];
  /** Titles of tests that are still to be written. */
  planned: string[];
  before: Work[];
  beforeEach: Work[];
  afterEach: Work[];
  after: Work[];
};

export const files: CollectedFile[] = [];

/** Begins a file: what is declared from now on is of it. */
export function collect(name: string): void {
  files.push({
    name,
    serial: [],
    concurrent: [],
    skipped: [],
    planned: [],
    before: [],
    beforeEach: [],
    afterEach: [],
    after: [],
  });
}

/** As ava takes them: a title, unless the macro makes one, the work or a macro, and what the work is given beyond `t`. */
function read(given: unknown[]): CollectedTest {
  const title = typeof given[0] === 'string' ? given[0] : undefined;
  const [implementation, ...more] = (title === undefined ? given : given.slice(1)) as [Work | Macro, ...unknown[]];
  if (typeof implementation === 'function') return { title: title ?? '', work: implementation, more };
  return { title: implementation.title?.(title, ...more) ?? title ?? '', work: implementation.exec, more };
}

const test =
  (kind: 'serial' | 'concurrent') =>
  (...given: unknown[]): void => {
    files.at(-1)![kind].push(read(given));
  };
const skip = (...given: unknown[]): void => {
  files.at(-1)!.skipped.push(read(given).title);
};
const todo = (title: string): void => {
  files.at(-1)!.planned.push(title);
};
const hook =
  (kind: 'before' | 'beforeEach' | 'afterEach' | 'after') =>
  (work: Work): void => {
    files.at(-1)![kind].push(work);
  };

/** The part of ava's `test` that our files use: of hooks that end things only those that always run. */
export default Object.assign(test('concurrent'), {
  serial: Object.assign(test('serial'), { skip }),
  skip,
  todo,
  macro: (given: Work | Macro): Macro => (typeof given === 'function' ? { exec: given } : given),
  before: hook('before'),
  beforeEach: hook('beforeEach'),
  afterEach: { always: hook('afterEach') },
  after: { always: hook('after') },
});
