// What earned most in a period.
import { type CurrencySymbol, money, number, t } from '../../i18n.ts';
import { saveCsv } from '../../parts/csv.ts';
import { Card, Empty, Loading, Problem } from '../../parts.ts';
import { useData } from '../../use.ts';
import { html, type VNode } from '../../view.ts';
import { ReportActs } from './report-acts.ts';
import { type SalesQueryVariables, topProducts } from './reports.graphql';

export function TopProducts({ asked, symbol }: { asked: SalesQueryVariables; symbol: CurrencySymbol }): VNode {
  const { data, problem, reload } = useData(topProducts, asked);
  const rows = data?.store?.topProducts?.nodes ?? [];
  const most = Math.max(...rows.map(({ revenue }) => Number(revenue)), 1);
  const nameOf = ({ productName, variantName }: (typeof rows)[number]) =>
    variantName && variantName !== productName ? `${productName} · ${variantName}` : productName;
  const download = () =>
    saveCsv('top products', [
      [t('reports.rank'), t('reports.product'), 'SKU', t('reports.sold'), t('reports.returned'), t('reports.revenue')],
      ...rows.map((row) => [row.rank, nameOf(row), row.sku, row.unitsSold, row.unitsReturned, row.revenue]),
    ]);
  const acts = html`<${ReportActs} onCsv=${download} disabled=${rows.length === 0} />`;
  return html`<${Card} title=${t('reports.topProducts')} acts=${acts}>
    <${Problem} of=${problem} onRetry=${problem?.code === 'PLAN_FEATURE_REQUIRED' ? undefined : reload} />
    ${!data && !problem && html`<${Loading} />`}
    ${data && rows.length === 0 && html`<${Empty}>${t('reports.nothingSold')}<//>`}
    <ol class="ranks">
      ${rows.map(
        (row) => html`<li key=${row.variantId}>
          <p><a href="/admin/stock/${row.variantId}">${nameOf(row)}</a> <span class="quiet">${row.sku}</span></p>
          <p class="end"><strong class="figure">${money(row.revenue, symbol)}</strong>
            <span class="quiet"> ${t('reports.units', { sold: number(row.unitsSold ?? 0), returned: number(row.unitsReturned ?? 0) })}</span></p>
          <span class="share" style=${{ inlineSize: `${Math.max((100 * Number(row.revenue)) / most, 0)}%` }}></span>
        </li>`,
      )}
    </ol>
  <//>`;
}
