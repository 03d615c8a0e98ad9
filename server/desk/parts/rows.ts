// A long list with what it shows while it is read, when it is empty, and when it could not be read; in columns where it has some.
import { t } from '../i18n.ts';
import { Button, Empty, Loading, More, Problem } from '../parts.ts';
import { setQuery, useHere } from '../router.ts';
import { useKeys } from '../use.ts';
import { html, useLayoutEffect, useState, type VNode } from '../view.ts';
import {
  type Arrangement,
  arrange,
  arrangementOf,
  type Column,
  showArranged,
  sortOf,
  usualOrder,
  widthsOf,
} from './columns.ts';
import { ColumnsDialog } from './columns-dialog.ts';
import type { PagedList } from './use-pages.ts';
import { useWindow } from './use-window.ts';

/** The names of the columns, which stay in sight. On a phone the rows say all that there is. */
export function ListHead({ columns, kind = '' }: { columns: readonly Column[]; kind?: string }): VNode {
  const [path = '', search] = useHere().split('?');
  const sorted: string = sortOf(new URLSearchParams(search), columns);
  // Of the columns that there are now: a store that is new to this tab brings one.
  const shown = arrangementOf(path, columns);
  const [, setDrawn] = useState(shown);
  const [isOpen, setOpen] = useState(false);
  const isWhole = shown.length === columns.length && shown.every((column, n) => column === n);
  useLayoutEffect(() => (isWhole ? undefined : showArranged(columns, shown)), [shown.join(), columns.length]);
  const head = ({ text, sort, isEnd }: Column, n: number) => {
    const of = isEnd ? 'end' : '';
    if (!sort) return html`<span key=${n} class=${of}>${text}</span>`;
    const isOn = sorted.startsWith(`${sort}_`);
    const isUp = isOn && sorted.endsWith('ASC');
    // A name is looked for from its beginning, a moment and a number from the largest.
    const next = `${sort}_${isOn ? (isUp ? 'DESC' : 'ASC') : /NAME|CODE/.test(sort) ? 'ASC' : 'DESC'}`;
    return html`<button key=${n} type="button" class=${of} aria-pressed=${isOn} title=${t('list.sort', { name: text })}
      onClick=${() => setQuery({ sort: next === usualOrder ? '' : next })}>${text}${isOn && (isUp ? ' ↑' : ' ↓')}</button>`;
  };
  return html`<div class="list-head ${kind}" style=${widthsOf(columns)}>${columns.map(head)}
    <${Button} kind="plain" icon="layout-three-columns" title=${t('list.columns')} onClick=${() => setOpen(true)} /></div>
    ${
      isOpen &&
      html`<${ColumnsDialog} columns=${columns} shown=${shown} onClose=${() => setOpen(false)}
        onChange=${(next: Arrangement) => {
          arrange(path, columns, next);
          setDrawn(next);
        }} />`
    }`;
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
