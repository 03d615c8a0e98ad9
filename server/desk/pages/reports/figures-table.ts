// A report as a table of groups: the first rows on the page, all of them in the file.
import { type CurrencySymbol, money, number, t } from '../../i18n.ts';
import { saveCsv } from '../../parts/csv.ts';
import { Card, Empty, Loading, Problem } from '../../parts.ts';
import { type Read, useWork } from '../../use.ts';
import { type ComponentChildren, html, type VNode } from '../../view.ts';
import { ReportActs } from './report-acts.ts';

type Figure = string | number | null | undefined;
type Kind = 'count' | 'money' | 'share' | 'days';
export type Column<Row> = { heading: string; kind: Kind; of: (row: Row) => Figure };
type TableProps<Row> = {
  title: string;
  basis: string;
  /** What the rows are. */
  heading: string;
  nameOf: (row: Row) => string;
  keyOf: (row: Row) => string;
  columns: Column<Row>[];
  rows: Row[];
  read: Read<unknown>;
  hasMore: boolean | undefined;
  /** All rows, for the file. */
  whole: () => Promise<Row[]>;
  file: string;
  empty: string;
  symbol: CurrencySymbol;
  children?: ComponentChildren;
};

function written(kind: Kind, figure: Figure, symbol: CurrencySymbol): string {
  if (figure === null || figure === undefined) return '–';
  if (kind === 'money') return money(String(figure), symbol);
  if (kind === 'share') return t('reports.percent', { percent: number(Math.round(Number(figure) * 1000) / 10) });
  return number(Number(figure));
}

export function FiguresTable<Row>(props: TableProps<Row>): VNode {
  const { title, basis, heading, nameOf, keyOf, columns, rows, read, symbol, children } = props;
  const writing = useWork();
  const download = () =>
    writing.run(async () =>
      saveCsv(props.file, [
        [heading, ...columns.map((column) => column.heading)],
        ...(await props.whole()).map((row) => [nameOf(row), ...columns.map(({ of }) => of(row))]),
      ]),
    );
  const acts = html`<${ReportActs} onCsv=${download} isBusy=${writing.isBusy} disabled=${rows.length === 0} />`;
  return html`<${Card} title=${title} acts=${acts}>
    <p class="quiet">${basis}</p>
    ${children}
    <${Problem} of=${read.problem} onRetry=${read.reload} />
    <${Problem} of=${writing.problem} onRetry=${download} />
    ${!read.data && !read.problem && html`<${Loading} />`}
    ${read.data && rows.length === 0 && html`<${Empty}>${props.empty}<//>`}
    ${
      rows.length > 0 &&
      html`<div class="scroll" role="group" tabindex="0" aria-label=${title}><table>
        <thead><tr><th scope="col">${heading}</th>
          ${columns.map((column) => html`<th key=${column.heading} scope="col" class="end">${column.heading}</th>`)}</tr></thead>
        <tbody>${rows.map(
          (row) => html`<tr key=${keyOf(row)}><td>${nameOf(row)}</td>
            ${columns.map(({ heading: name, kind, of }) => html`<td key=${name} class="end figure">${written(kind, of(row), symbol)}</td>`)}</tr>`,
        )}</tbody>
      </table></div>`
    }
    ${props.hasMore && html`<p class="quiet">${t('profit.firstRows', { count: rows.length })}</p>`}
  <//>`;
}
