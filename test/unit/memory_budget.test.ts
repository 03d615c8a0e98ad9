import test from 'ava';
import { MemoryBudget } from '../../server/media/images/memory-budget.ts';
import fc from '../helpers/properties.ts';

const never = new AbortController().signal;

test('all images together never have more than the budget, and every one gets its turn', async (t) => {
  const sizes = fc.array(fc.integer({ min: 0, max: 100 }), { maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(sizes, fc.scheduler(), async (bytes, scheduler) => {
      const budget = new MemoryBudget(100);
      let used = 0;
      let most = 0;
      const work = bytes.map((size) =>
        budget.run(size, never, async () => {
          used += size;
          most = Math.max(most, used);
          await scheduler.schedule(Promise.resolve());
          used -= size;
        }),
      );
      await scheduler.waitFor(Promise.all(work));
      return most <= 100 && used === 0;
    }),
    { numRuns: 200 },
  );
  t.pass();
});

test('an image that waits leaves when the time of its call is over, and the next one passes', async (t) => {
  const budget = new MemoryBudget(100);
  let end = () => {};
  const large = budget.run(90, never, () => new Promise<void>((resolve) => (end = resolve)));
  const impatient = new AbortController();
  const waiting = budget.run(50, impatient.signal, async () => 'never');
  const small = budget.run(10, never, async () => 'small');
  impatient.abort(new Error('over'));
  await t.throwsAsync(waiting, { message: 'over' });
  t.is(await small, 'small');
  end();
  await large;
  t.is(await budget.run(500, never, async () => 'alone'), 'alone');
});

test('work that fails gives its memory back', async (t) => {
  const budget = new MemoryBudget(10);
  await t.throwsAsync(
    budget.run(10, never, () => Promise.reject(new Error('failed'))),
    { message: 'failed' },
  );
  t.is(await budget.run(10, never, async () => 'next'), 'next');
});
