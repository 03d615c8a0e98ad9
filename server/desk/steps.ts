// The way of this tab through the pages, so that one comes back to a list as one left it: as far down, with what was read and
// what was chosen. It is kept as long as the tab is not loaded anew.
import { useState } from './view.ts';

type Step = { address: string; scrolled: number; kept: Map<string, unknown> };

/** As many have their lists: a long day must not fill a phone. */
const mostKept = 20;
const steps: (Step | undefined)[] = [];
let at = 0;
/** Whether this step is one that was left, and is as it was. */
let isBack = false;
/** Counts what one does, for what waits to scroll. */
let moves = 0;

export function beginSteps(): void {
  at = history.state?.step ?? 0;
  history.scrollRestoration = 'manual';
  history.replaceState({ step: at }, '');
}

const here = (): Step => (steps[at] ??= { address: location.href, scrolled: 0, kept: new Map() });

/** Another address in the place of this one. */
export function replaceStep(address: string): void {
  history.replaceState({ step: at }, '', address);
  here().address = location.href;
  isBack = false;
}

export function addStep(address: string): void {
  leave();
  at++;
  steps.length = at;
  steps[at - mostKept]?.kept.clear();
  history.pushState({ step: at }, '', address);
  here();
  scrollTo(0, 0);
}

function leave(): void {
  here().scrolled = scrollY;
  isBack = false;
  moves++;
}

/** After the browser went to another step. */
export function followSteps(): void {
  leave();
  const left = here().address;
  const step = history.state?.step as number | undefined;
  if (step === undefined) {
    // A link within the page, such as to its main part: the browser has made a step of its own.
    at++;
    steps.length = at;
    replaceStep(location.href);
  } else {
    at = step;
    isBack = true;
    comeBack(left);
  }
}

/**
 * Scrolls when the page is there and long enough, and gives the focus to the link that was followed. Who does something
 * first is left alone.
 */
function comeBack(left: string): void {
  const mine = moves;
  const { scrolled } = here();
  const until = performance.now() + 5000;
  const stop = () => moves++;
  const events = ['wheel', 'touchstart', 'keydown', 'pointerdown'];
  for (const name of events) addEventListener(name, stop, { once: true, passive: true });
  const tryIt = () => {
    if (mine === moves) scrollTo(0, scrolled);
    const link = [...document.querySelectorAll('main a')].find((one) => (one as HTMLAnchorElement).href === left);
    const isThere = Math.abs(scrollY - scrolled) < 2 && (link || !scrolled);
    if (mine === moves && !isThere && performance.now() < until) return void requestAnimationFrame(tryIt);
    for (const name of events) removeEventListener(name, stop);
    if (mine === moves) (link as HTMLElement | undefined)?.focus({ preventScroll: true });
  };
  requestAnimationFrame(tryIt);
}

/** How many steps back the page of a link was, with whatever filters; 0 if it was not. */
export function stepsBackTo(link: HTMLAnchorElement): number {
  const was = steps.findLastIndex((step, n) => n < at && step && new URL(step.address).pathname === link.pathname);
  return was < 0 ? 0 : at - was;
}

const keptHere = <Value>(name: string): Value | undefined => here().kept.get(name) as Value | undefined;

/** Whether one has come back, and the link that was followed has the focus again. */
export const hasReturned = (): boolean => isBack && Boolean(document.activeElement?.closest('main a'));

/** What was kept, for who has come back and has asked for nothing else since. */
export const keptForReturn = <Value>(name: string): Value | undefined => (isBack ? keptHere<Value>(name) : undefined);

export function keepHere(name: string, value: unknown): void {
  here().kept.set(name, value);
}

/** State that is there again when one comes back to the page. Under another name it begins anew. */
export function useKept<Value>(name: string, initial: Value) {
  const [, draw] = useState({});
  const value = keptHere<Value>(name) ?? initial;
  const set = (next: (known: Value) => Value) => {
    keepHere(name, next(keptHere<Value>(name) ?? initial));
    draw({});
  };
  return [value, set] as const;
}
