// Declares the tests of a group to ava, file by file.
import ava, { type ExecutionContext } from 'ava';
import { findBroken } from '../helpers/invariants.ts';
import { isLong } from '../helpers/long.ts';
import { dropShared, keepForGroup, presentSound } from '../helpers/shared-database.ts';
import { type CollectedFile, files } from './collect.ts';
import { noteSeconds } from './index.ts';

/** The test that runs. */
let present = 'the group has been loaded';
/** Promises that were rejected with none to hear it, and the test that ran then. */
const unheard = new Map<Promise<unknown>, string>();
process.on('unhandledRejection', (_, promise) => unheard.set(promise, present));
process.on('rejectionHandled', (promise) => unheard.delete(promise));

keepForGroup();
for (const file of files) declare(file);
if (!isLong) {
  // For all of them at once, which is most of what it costs. Of a file that is named it is told where it happened.
  ava.serial('the shared books are sound after all', async (t) => {
    present = 'the shared books are sound after all';
    const db = await presentSound();
    t.deepEqual(db ? await findBroken(db.admin) : [], [], 'npm test -- <a file> tells which');
  });
}
ava.after.always(dropShared);
// ava names the first file of the group for all that is left unhandled.
ava.after.always(() => {
  for (const name of unheard.values()) console.error(`An unhandled rejection came while this ran: ${name}`);
});

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
  let begun: { at: number; ready: Promise<void> } | undefined;
  for (const test of [...serial, ...concurrent]) {
    ava.serial(`${name}: ${test.title}`, async (t) => {
      present = `${name}: ${test.title}`;
      begun ??= { at: performance.now(), ready: inTurn(before, t) };
      await begun.ready;
      await inTurn(beforeEach, t);
      try {
        await test.work(t, ...test.more);
      } finally {
        await allInTurn(afterEach, t);
      }
    });
  }
  // A test, because no assertion counts in what a test tears down.
  ava.serial(`${name}: after.always hook`, async (t) => {
    present = `${name}: after.always hook`;
    t.pass();
    if (!begun) return;
    try {
      await allInTurn(after, t);
    } finally {
      noteSeconds(name, (performance.now() - begun.at) / 1000);
    }
  });
  // The audits of the files after it would name what it leaves; in a long run it is told of the file.
  if (isLong) {
    ava.serial(`${name}: the shared books are left sound`, async (t) => {
      const db = await presentSound();
      t.deepEqual(db ? await findBroken(db.admin) : [], []);
    });
  }
}

type Hook = (t: ExecutionContext) => unknown;

async function inTurn(hooks: Hook[], t: ExecutionContext): Promise<void> {
  for (const hook of hooks) await hook(t);
}

/** Those that always run: also where one before has failed. */
async function allInTurn([hook, ...others]: Hook[], t: ExecutionContext): Promise<void> {
  try {
    await hook?.(t);
  } finally {
    if (others.length > 0) await allInTurn(others, t);
  }
}
