// What was sold in a period: the figures beside those of as many days before, and each day as a bar.
import { type CurrencySymbol, day, type MessageKey, money, number, t } from '../../i18n.ts';
import { BarChart } from '../../parts/bar-chart.ts';
import { Counted, type Figure } from '../../parts/counted.ts';
import { saveCsv } from '../../parts/csv.ts';
import { Card, Loading, Problem } from '../../parts.ts';
import { type Read, useData } from '../../use.ts';
import { html, type VNode } from '../../view.ts';
import { ReportActs } from './report-acts.ts';
import { previousSales, type SalesQuery, type SalesQueryVariables } from './reports.graphql';

type Summary = NonNullable<NonNullable<SalesQuery['store']>['salesSummary']>;
type SalesProps = { asked: SalesQueryVariables; read: Read<SalesQuery>; symbol: CurrencySymbol };

const figures = [
  'orders',
  'grossSales',
  'netSales',
  'netRevenue',
  'averageOrderValue',
  'moneyReceived',
] as const satisfies (keyof Summary)[];
/** What the guide calls them. */
export const countedAs = {
  orders: 'orders-delivered',
  grossSales: 'gross-sales',
  netSales: 'net-sales',
  netRevenue: 'sales-with-shipping',
  averageOrderValue: 'average-order',
  moneyReceived: 'money-received',
} as const satisfies Record<(typeof figures)[number], Figure>;

export function Sales({ asked, read, symbol }: SalesProps): VNode {
  // A plan without comparison refuses it; the figures themselves are shown all the same.
  const former = useData(previousSales, asked);
  const before = former.data?.store?.previousSales;
  const { problem, reload } = read;
  // Both at once: what came later would push down what one reads.
  const data = former.data || former.problem ? read.data : undefined;
  const summary = data?.store?.salesSummary;
  const days = data?.store?.salesDays ?? [];
  const write = (of: Summary, name: (typeof figures)[number]) =>
    name === 'orders' ? number(of.orders ?? 0) : money(of[name], symbol);
  const download = () =>
    saveCsv(`sales ${summary!.from} ${summary!.to}`, [
      [t('reports.day'), t('figure.orders'), t('figure.netSales')],
      ...days.map((one) => [one.day, one.orders, one.netSales]),
    ]);
  const acts = html`<${ReportActs} onCsv=${download} disabled=${days.length === 0} />`;
  return html`<${Card} title=${t('reports.sales')} acts=${acts}>
    <${Problem} of=${problem} onRetry=${reload} />
    ${!data && !problem && html`<${Loading} />`}
    ${
      summary &&
      html`<p class="quiet">${t('reports.basis', { from: day(summary.from!), to: day(summary.to!) })}
          ${before && html` · ${t('reports.comparedWith', { from: day(before.from!), to: day(before.to!) })}`}</p>
        <ul class="tiles small">
          ${figures.map(
            (name) => html`<li key=${name}><div class="card tile">
              <span class="quiet"><${Counted} text=${t(`figure.${name}` satisfies MessageKey)} figure=${countedAs[name]} /></span>
              <strong>${write(summary, name)}</strong>
              ${before && html`<${Compared} now=${summary[name]} before=${before[name]} text=${write(before, name)} />`}
            </div></li>`,
          )}
        </ul>
        <${BarChart} description=${t('reports.byDay')} format=${(value: number) => money(String(value), symbol)}
          points=${days.map((one) => ({
            label: day(one.day!),
            value: Number(one.netSales),
            text: t('reports.ofDay', { amount: money(one.netSales, symbol), count: one.orders ?? 0 }),
          }))} />`
    }
  <//>`;
}

type Value = string | number | null;

/** The figure of the days before, and by how much of it this one is higher or lower. */
function Compared({ now, before, text }: { now: Value; before: Value; text: string }): VNode {
  const [shown, old] = [Number(now), Number(before)];
  const change = old > 0 ? Math.round(((shown - old) / old) * 100) : undefined;
  return html`<span class="quiet">${
    !change
      ? t('reports.before', { text })
      : t(change < 0 ? 'reports.lower' : 'reports.higher', { text, percent: Math.abs(change) })
  }</span>`;
}
