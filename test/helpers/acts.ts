// Counts what a person does on a page: each press of a mouse or finger, each field that is filled, each file or choice, and each
// key that is not text. A scan is two: what is typed, and Enter.
import type { ExecutionContext } from 'ava';
import type { Page } from 'playwright-core';

const storage = 'test.acts';

/** Runs in the page, before its own scripts. The count outlives a change of the page. */
export const counting = `(() => {
  let typedIn;
  const count = () => sessionStorage.setItem('${storage}', Number(sessionStorage.getItem('${storage}')) + 1);
  const act = () => { typedIn = undefined; count(); };
  const isField = (one) => one.matches?.('input:not([type=checkbox], [type=radio], [type=button]), textarea, select');
  addEventListener('pointerdown', act, true);
  addEventListener('keydown', ({ key, ctrlKey, altKey, metaKey, repeat, target }) => {
    if (repeat || /^(Shift|Control|Alt|Meta)$/.test(key)) return;
    const isText = !ctrlKey && !altKey && !metaKey && (key.length === 1 || key === 'Backspace' || key === 'Delete');
    if (!(isText && isField(target))) act();
  }, true);
  addEventListener('input', ({ target }) => {
    if (!isField(target) || target === typedIn) return;
    count();
    typedIn = target;
  }, true);
})()`;

/** A task begins: what was done before does not count. */
export const beginTask = (page: Page): Promise<unknown> => page.evaluate(`sessionStorage.removeItem('${storage}')`);

/** The task is done; it may take so many acts at most. The table of the guide has what was counted. */
export async function taskIsDone(
  t: ExecutionContext,
  page: Page,
  task: string,
  most: number,
  walked = 0,
): Promise<void> {
  // Keys that only walked to something are no acts.
  const acts = Number(await page.evaluate(`sessionStorage.getItem('${storage}')`)) - walked;
  t.log(`${task}: ${acts} acts`);
  t.true(acts > 0 && acts <= most, `${task}: ${acts} acts of at most ${most}`);
}
