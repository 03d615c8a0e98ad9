// A long list with what it shows while it is read, when it is empty, and when it could not be read.
import { Empty, Loading, More, Problem } from '../parts.ts';
import { useKeys } from '../use.ts';
import { html, type VNode } from '../view.ts';
import type { PagedList } from './use-pages.ts';
import { useWindow } from './use-window.ts';

type RowsProps<Row> = {
  list: PagedList<Row>;
  /** What is said instead of an empty list. */
  empty: string;
  row: (row: Row) => VNode;
};

export function Rows<Row extends { id: string }>({ list, empty, row }: RowsProps<Row>): VNode {
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
    ${rows && rows.length > 0 && html`<ul class="list" ref=${element}>${above}${shown.map((one) => html`<li key=${one.id}>${row(one)}</li>`)}${below}</ul>`}
    ${more && html`<${More} onMore=${more} isLoading=${isLoading} />`}
  `;
}
