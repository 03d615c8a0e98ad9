// The history of this tab. A list that is opened again by going back is as it was left: as far down, with the rows that were
// read and chosen. The history is kept until the tab is loaded anew.
import { useState } from './view.ts';

type Entry = { address: string; scrolled: number; kept: Map<string, unknown> };

/** So many entries keep their lists: a long day must not fill a phone. */
const mostKept = 20;
const entries: (Entry | undefined)[] = [];
let at = 0;
/** Whether this entry was opened by going back, and is as it was left. */
let isBack = false;
/** Counts the acts of the person, each of which ends a pending scroll. */
let acts = 0;

export function beginHistory(): void {
  at = history.state?.entry ?? 0;
  history.scrollRestoration = 'manual';
  history.replaceState({ entry: at }, '');
}

const here = (): Entry => (entries[at] ??= { address: location.href, scrolled: 0, kept: new Map() });

/** Another address in the place of this one. */
export function replaceEntry(address: string): void {
  history.replaceState({ entry: at }, '', address);
  here().address = location.href;
  isBack = false;
}

export function addEntry(address: string): void {
  leave();
  at++;
  entries.length = at;
  entries[at - mostKept]?.kept.clear();
  history.pushState({ entry: at }, '', address);
  here();
  scrollTo(0, 0);
}

function leave(): void {
  here().scrolled = scrollY;
  isBack = false;
  acts++;
}

/** After the browser went to another entry. */
export function followHistory(): void {
  leave();
  const left = here().address;
  const entry = history.state?.entry as number | undefined;
  if (entry === undefined) {
    // A link within the page, such as to its main part: the browser has made an entry of its own.
    at++;
    entries.length = at;
    replaceEntry(location.href);
  } else {
    at = entry;
    isBack = true;
    comeBack(left);
  }
}

/**
 * Scrolls when the page is there and long enough, and gives the focus to the link that was followed. An act of the person
 * before that ends it.
 */
function comeBack(left: string): void {
  const mine = acts;
  const { scrolled } = here();
  const until = performance.now() + 5000;
  const stop = () => acts++;
  const events = ['wheel', 'touchstart', 'keydown', 'pointerdown'];
  for (const name of events) addEventListener(name, stop, { once: true, passive: true });
  const tryIt = () => {
    if (mine === acts) scrollTo(0, scrolled);
    const link = [...document.querySelectorAll('main a')].find((one) => (one as HTMLAnchorElement).href === left);
    const isThere = Math.abs(scrollY - scrolled) < 2 && (link || !scrolled);
    if (mine === acts && !isThere && performance.now() < until) return void requestAnimationFrame(tryIt);
    for (const name of events) removeEventListener(name, stop);
    if (mine === acts) (link as HTMLElement | undefined)?.focus({ preventScroll: true });
  };
  requestAnimationFrame(tryIt);
}

/** How many entries ago the page of a link was shown, with any filters; 0 if it was not. */
export function entriesBackTo(link: HTMLAnchorElement): number {
  const was = entries.findLastIndex((entry, n) => n < at && entry && new URL(entry.address).pathname === link.pathname);
  return was < 0 ? 0 : at - was;
}

const keptHere = <Value>(name: string): Value | undefined => here().kept.get(name) as Value | undefined;

/** Whether the person has gone back, and the link that was followed has the focus again. */
export const hasReturned = (): boolean => isBack && Boolean(document.activeElement?.closest('main a'));

/** What was kept, if the person has gone back and asked for nothing else since. */
export const keptForReturn = <Value>(name: string): Value | undefined => (isBack ? keptHere<Value>(name) : undefined);

export function keepHere(name: string, value: unknown): void {
  here().kept.set(name, value);
}

/** State that is there again after going back to the page. Under another name it begins anew. */
export function useKept<Value>(name: string, initial: Value) {
  const [, draw] = useState({});
  const value = keptHere<Value>(name) ?? initial;
  const set = (next: (known: Value) => Value) => {
    keepHere(name, next(keptHere<Value>(name) ?? initial));
    draw({});
  };
  return [value, set] as const;
}
