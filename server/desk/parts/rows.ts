// A long list with what it shows while it is read, when it is empty, and when it could not be read; in columns where it has some.
import { t } from '../i18n.ts';
import { Empty, Loading, More, Problem } from '../parts.ts';
import { setQuery, useHere } from '../router.ts';
import { useKeys } from '../use.ts';
import { html, type VNode } from '../view.ts';
import { type Column, sortOf, widthsOf } from './columns.ts';
import type { PagedList } from './use-pages.ts';
import { useWindow } from './use-window.ts';

/** The names of the columns, which stay in sight. On a phone the rows say all that there is. */
export function ListHead({ columns }: { columns: readonly Column[] }): VNode {
  const sorted: string = sortOf(new URLSearchParams(useHere().split('?')[1]), columns);
  const head = ({ text, sort, isEnd }: Column, n: number) => {
    const kind = isEnd ? 'end' : '';
    if (!sort) return html`<span key=${n} class=${kind}>${text}</span>`;
    const isOn = sorted.startsWith(`${sort}_`);
    const isUp = isOn && sorted.endsWith('ASC');
    // A name is looked for from its beginning, a moment and a number from the largest.
    const next = isOn ? (isUp ? 'DESC' : 'ASC') : /NAME|CODE/.test(sort) ? 'ASC' : 'DESC';
    return html`<button key=${n} type="button" class=${kind} aria-pressed=${isOn} title=${t('list.sort', { name: text })}
      onClick=${() => setQuery({ sort: `${sort}_${next}` })}>${text}${isOn && (isUp ? ' ↑' : ' ↓')}</button>`;
  };
  return html`<div class="list-head" style=${widthsOf(columns)}>${columns.map(head)}</div>`;
}

type RowsProps<Row> = {
  list: PagedList<Row>;
  /** What is said instead of an empty list. */
  empty: string;
  row: (row: Row) => VNode;
  columns?: readonly Column[];
};

export function Rows<Row extends { id: string }>({ list, empty, row, columns }: RowsProps<Row>): VNode {
  const { name, rows, problem, isLoading, more, retry } = list;
  const { list: element, shown, above, below } = useWindow(rows ?? [], name);
  // j and k walk through the links of the rows; Enter opens the one that has the focus.
  const walk = (by: number) => {
    const links = [...(element.current?.children ?? [])].flatMap((one) => one.querySelector('a') ?? []);
    const at = links.indexOf(document.activeElement as HTMLAnchorElement);
    links[at < 0 ? 0 : at + by]?.focus();
  };
  useKeys({ j: () => walk(1), k: () => walk(-1) });
  return html`
    <${Problem} of=${problem} onRetry=${retry} />
    ${!rows && !problem && html`<${Loading} />`}
    ${rows?.length === 0 && html`<${Empty}>${empty}<//>`}
    ${
      rows &&
      rows.length > 0 &&
      html`${columns && html`<${ListHead} columns=${columns} />`}
      <ul class=${columns ? 'list in-columns' : 'list'} style=${columns && widthsOf(columns)} ref=${element}>${above}${shown.map((one) => html`<li key=${one.id}>${row(one)}</li>`)}${below}</ul>`
    }
    ${more && html`<${More} onMore=${more} isLoading=${isLoading} />`}
  `;
}
