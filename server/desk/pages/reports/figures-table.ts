// A report as a table of groups: the first rows on the page, all of them in the file.
import { type CurrencySymbol, type MessageKey, money, number, t } from '../../i18n.ts';
import { Counted, type Figure as Name } from '../../parts/counted.ts';
import { saveCsv } from '../../parts/csv.ts';
import { Card, Empty, Loading, Problem } from '../../parts.ts';
import { type Read, useWork } from '../../use.ts';
import { type ComponentChildren, html, type VNode } from '../../view.ts';
import { ReportActs } from './report-acts.ts';

type Figure = string | number | null | undefined;
type Kind = 'text' | 'count' | 'money' | 'share' | 'days';
/** `counts` is what the guide calls the figure; a text has none. */
export type Column<Row> = { text: MessageKey; counts?: Name; kind: Kind; of: (row: Row) => Figure };
type TableProps<Row> = {
  title: string;
  basis: string;
  /** What the rows are. */
  heading: string;
  nameOf: (row: Row) => string;
  keyOf: (row: Row) => string;
  /** The page of what a row is. */
  hrefOf?: (row: Row) => string;
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
  if (kind === 'text') return String(figure);
  if (kind === 'money') return money(String(figure), symbol);
  if (kind === 'share') return t('reports.percent', { percent: number(Math.round(Number(figure) * 1000) / 10) });
  return number(Number(figure));
}

export function FiguresTable<Row>(props: TableProps<Row>): VNode {
  const { title, basis, heading, nameOf, keyOf, hrefOf, columns, rows, read, symbol, children } = props;
  const writing = useWork();
  const download = () =>
    writing.run(async () =>
      saveCsv(props.file, [
        [heading, ...columns.map(({ text }) => t(text))],
        ...(await props.whole()).map((row) => [nameOf(row), ...columns.map(({ of }) => of(row))]),
      ]),
    );
  const acts = html`<${ReportActs} onCsv=${download} isBusy=${writing.isBusy} disabled=${rows.length === 0} />`;
  return html`<${Card} title=${title} acts=${acts}>
    <p class="quiet">${basis}</p>
    ${children}
    <${Problem} of=${read.problem} onRetry=${read.problem?.code === 'PLAN_FEATURE_REQUIRED' ? undefined : read.reload} />
    <${Problem} of=${writing.problem} onRetry=${download} />
    ${!read.data && !read.problem && html`<${Loading} />`}
    ${read.data && rows.length === 0 && html`<${Empty}>${props.empty}<//>`}
    ${
      rows.length > 0 &&
      html`<div class="scroll" role="group" tabindex="0" aria-label=${title}><table>
        <thead><tr><th scope="col">${heading}</th>
          ${columns.map(
            ({ text, counts }) =>
              html`<th key=${text} scope="col" class=${counts && 'end'}>${
                counts ? html`<${Counted} text=${t(text)} figure=${counts} />` : t(text)
              }</th>`,
          )}</tr></thead>
        <tbody>${rows.map(
          (
            row,
          ) => html`<tr key=${keyOf(row)}><td>${hrefOf ? html`<a href=${hrefOf(row)}>${nameOf(row)}</a>` : nameOf(row)}</td>
            ${columns.map(
              ({ text, kind, of }) =>
                html`<td key=${text} class=${kind === 'text' ? 'quiet' : 'end figure'}>${written(kind, of(row), symbol)}</td>`,
            )}</tr>`,
        )}</tbody>
      </table></div>`
    }
    ${props.hasMore && html`<p class="quiet">${t('profit.firstRows', { count: rows.length })}</p>`}
  <//>`;
}
