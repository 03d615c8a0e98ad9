// What the orders of a period earned, by what they have in common. For those who may see costs.
import { type CurrencySymbol, label, number, t } from '../../i18n.ts';
import { saveCsv } from '../../parts/csv.ts';
import { Card, ChoiceField, Empty, Loading, Money, Problem } from '../../parts.ts';
import { useData, useWork } from '../../use.ts';
import { html, useState, type VNode } from '../../view.ts';
import { askWhole } from '../../whole.ts';
import { ReportActs } from './report-acts.ts';
import { type ProfitQuery, type ProfitQueryVariables, profit } from './reports.graphql';

type Row = NonNullable<NonNullable<ProfitQuery['store']>['profit']>['nodes'][number];

const groupings = ['all', 'product', 'courier', 'district', 'channel', 'agent'] as const;
type Grouping = (typeof groupings)[number];
const amounts = [
  'salesAmount',
  'refundedAmount',
  'costAmount',
  'chargedAmount',
  'damagedAmount',
  'profitAmount',
] as const;

export function Profit({ asked, symbol }: { asked: ProfitQueryVariables; symbol: CurrencySymbol }): VNode {
  const [by, setBy] = useState<Grouping>('all');
  const variables = { ...asked, by: by === 'all' ? null : by };
  const { data, problem, reload } = useData(profit, variables, { most: 100 });
  const writing = useWork();
  const rowsOf = (answer: ProfitQuery | undefined) =>
    (answer?.store?.profit?.nodes ?? []).filter((row) => row !== null);
  const rows = rowsOf(data);
  const hasMore = data?.store?.profit?.pageInfo.hasNextPage;
  const nameOf = (row: NonNullable<Row>) => (by === 'all' ? label('profitBy', by) : (row.name ?? t('profit.none')));
  const headings = amounts.map((amount) => label('profit', amount));
  // The page shows the first rows, the file has all.
  const download = () =>
    writing.run(async () =>
      saveCsv('profit', [
        [label('profitBy', by), t('profit.orders'), ...headings],
        ...rowsOf(await askWhole(profit, variables)).map((row) => [
          ...[nameOf(row), row.orders],
          ...amounts.map((amount) => row[amount]),
        ]),
      ]),
    );
  const acts = html`<${ReportActs} onCsv=${download} isBusy=${writing.isBusy} disabled=${rows.length === 0} />`;
  return html`<${Card} title=${t('profit.title')} acts=${acts}>
    <p class="quiet">${t('profit.basis')}</p>
    <${ChoiceField} label=${t('profit.by')} value=${by} onInput=${(value: Grouping) => setBy(value)}
      options=${groupings.map((value) => ({ value, text: label('profitBy', value) }))} />
    <${Problem} of=${problem} onRetry=${reload} />
    <${Problem} of=${writing.problem} onRetry=${download} />
    ${!data && !problem && html`<${Loading} />`}
    ${data && rows.length === 0 && html`<${Empty}>${t('profit.noOrders')}<//>`}
    ${
      rows.length > 0 &&
      html`<div class="scroll" role="group" tabindex="0" aria-label=${t('profit.title')}><table>
        <thead><tr><th scope="col">${label('profitBy', by)}</th><th scope="col" class="end">${t('profit.orders')}</th>
          ${headings.map((heading) => html`<th key=${heading} scope="col" class="end">${heading}</th>`)}</tr></thead>
        <tbody>${rows.map(
          (row) => html`<tr key=${row.key}>
            <td>${nameOf(row)}</td><td class="end figure">${number(row.orders ?? 0)}</td>
            ${amounts.map((amount) => html`<td key=${amount} class="end"><${Money} amount=${row[amount]} symbol=${symbol} /></td>`)}
          </tr>`,
        )}</tbody>
      </table></div>`
    }
    ${hasMore && html`<p class="quiet">${t('profit.firstRows', { count: rows.length })}</p>`}
  <//>`;
}
