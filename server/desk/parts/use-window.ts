// Of a long list only the rows near the screen are in the page, so that it stays quick however far it is scrolled.
// Above and below them is a gap as high as the rows that are not there.
import { keepHere, keptForReturn } from '../history.ts';
import { html, useCallback, useEffect, useLayoutEffect, useRef, useState, type VNode } from '../view.ts';

/** Rows come and go by so many: a row alone would be too much work while one scrolls. */
const stretch = 25;
/** A list of no more rows is in the page as a whole. */
const few = 8;
/** No row is lower where it is compact: so many fill the screen. They are drawn first, and the others when those are seen. */
const screenful = () => Math.ceil(innerHeight / 40);
/** Until one was seen. */
const rowHeight = 64;

type Range = { from: number; to: number };

/** `name` of what is listed: another list is measured anew. */
export function useWindow<Row>(rows: readonly Row[], name = '') {
  const list = useRef<HTMLElement>(null);
  const heights = useRef<{ name: string; of: number[] } | undefined>(undefined);
  const [range, setRange] = useState<Range>({ from: 0, to: few });
  const [isBegun, setBegun] = useState(rows.length > 0);
  useEffect(() => {
    const timer = setTimeout(setBegun, 200, rows.length > 0);
    return () => clearTimeout(timer);
  }, [rows.length > 0]);
  const count = Math.max(Math.ceil(rows.length / stretch), 1);
  if (heights.current?.name !== name) {
    heights.current = { name, of: keptForReturn<number[]>(`heights ${name}`) ?? [] };
    keepHere(`heights ${name}`, heights.current.of);
  }
  const known = heights.current.of;
  const usual = known.find((height) => height > 0) ?? stretch * rowHeight;
  const heightOf = (n: number) => known[n] ?? usual;
  const heightOfAll = (from: number, to: number) => {
    let sum = 0;
    for (let n = from; n < to; n++) sum += heightOf(n);
    return sum;
  };
  // The list may have become shorter since.
  const to = count <= few ? count : Math.min(range.to, count);
  const from = count <= few ? 0 : Math.min(range.from, to - 1);

  /** Shows what is on the screen, and as much again above and below it. */
  const follow = useRef(() => {});
  follow.current = () => {
    if (!list.current || count <= few) return;
    let top = list.current.getBoundingClientRect().top;
    const next = { from: 0, to: 1 };
    for (let n = 0; n < count; n++) {
      const bottom = top + heightOf(n);
      if (bottom < -innerHeight) next.from = Math.min(n + 1, count - 1);
      if (top < 2 * innerHeight) next.to = n + 1;
      top = bottom;
    }
    next.to = Math.max(next.to, next.from + 1);
    if (next.from !== from || next.to !== to) setRange(next);
  };
  useLayoutEffect(() => {
    if (count <= few) return;
    const shown = [...(list.current?.children ?? [])].filter((one) => !one.matches('.gap')) as HTMLElement[];
    for (let n = from; n < to; n++) {
      const own = shown.slice((n - from) * stretch, (n - from + 1) * stretch);
      // The last ones are still to come.
      if (own.length === stretch) known[n] = own.at(-1)!.offsetTop + own.at(-1)!.offsetHeight - own[0]!.offsetTop;
    }
    follow.current();
  });
  useEffect(() => {
    const scrolled = () => follow.current();
    const resized = () => {
      heights.current!.of.length = 0;
      follow.current();
    };
    addEventListener('scroll', scrolled, { passive: true });
    addEventListener('resize', resized);
    return () => {
      removeEventListener('scroll', scrolled);
      removeEventListener('resize', resized);
    };
  }, []);

  const gap = (key: string, height: number): VNode | false =>
    height > 0 && html`<li key=${key} class="gap" aria-hidden="true" style=${{ blockSize: `${height}px` }}></li>`;
  const isShown = (at: number) => at >= from * stretch && at < to * stretch;
  return {
    list,
    /** The rows in the page, and the index of the first among all rows. */
    shown: rows.slice(from * stretch, isBegun ? to * stretch : screenful()),
    first: from * stretch,
    above: gap('above', heightOfAll(0, from)),
    below: gap('below', heightOfAll(to, count)),
    /** Brings a row to the screen that may not be in the page. */
    reveal: useCallback(
      (at: number) => {
        const rowsShown = [...(list.current?.children ?? [])].filter((one) => !one.matches('.gap'));
        if (isShown(at)) return rowsShown[at - from * stretch]?.scrollIntoView({ block: 'nearest' });
        const n = Math.floor(at / stretch);
        const above = heightOfAll(0, n) + (heightOf(n) * (at % stretch)) / stretch;
        scrollTo(0, scrollY + list.current!.getBoundingClientRect().top + above - innerHeight / 2);
      },
      [from, to, rows],
    ),
  };
}
