// Declares the tests of a group to ava, file by file.
import ava, { type ExecutionContext } from 'ava';
import { dropShared, keepForGroup } from '../helpers/shared-database.ts';
import { type CollectedFile, files } from './collect.ts';
import { noteSeconds } from './index.ts';

keepForGroup();
for (const file of files) declare(file);
ava.after.always(dropShared);

function declare({
  name,
  serial,
  concurrent,
  skipped,
  planned,
  before,
  beforeEach,
  afterEach,
  after,
}: CollectedFile): void {
  for (const title of skipped) ava.skip(`${name}: ${title}`, () => {});
  for (const title of planned) ava.todo(`${name}: ${title}`);
  const tests = [...serial, ...concurrent];
  const last = tests.at(-1);
  let begun: { at: number; ready: Promise<void> } | undefined;
  for (const test of tests) {
    ava.serial(`${name}: ${test.title}`, async (t) => {
      begun ??= { at: performance.now(), ready: inTurn(before, t) };
      const { at, ready } = begun;
      // Said before the test says what it tears down, so it comes after that.
      if (test === last) {
        t.teardown(async () => {
          await inTurn(after, t);
          noteSeconds(name, (performance.now() - at) / 1000);
        });
      }
      await ready;
      await inTurn(beforeEach, t);
      try {
        await test.work(t, ...test.more);
      } finally {
        await inTurn(afterEach, t);
      }
    });
  }
}

async function inTurn(hooks: ((t: ExecutionContext) => unknown)[], t: ExecutionContext): Promise<void> {
  for (const hook of hooks) await hook(t);
}
