// What the stock is worth at its average cost, by location. For those who may see costs.
import { type CurrencySymbol, number, t } from '../../i18n.ts';
import { Counted } from '../../parts/counted.ts';
import { saveCsv } from '../../parts/csv.ts';
import { Card, Empty, Loading, Money, Problem } from '../../parts.ts';
import { useData } from '../../use.ts';
import { html, type VNode } from '../../view.ts';
import { ReportActs } from './report-acts.ts';
import { stockValue } from './reports.graphql';

export function StockValue({ storeId, symbol }: { storeId: string; symbol: CurrencySymbol }): VNode {
  const { data, problem, reload } = useData(stockValue, { storeId });
  const rows = data?.store?.stockValue?.nodes ?? [];
  const download = () =>
    saveCsv('stock value', [
      [t('stock.location'), t('products.variantCount'), t('reports.onHand'), t('reports.worth')],
      ...rows.map(({ location, variants, units, value }) => [location, variants, units, value]),
    ]);
  const acts = html`<${ReportActs} onCsv=${download} disabled=${rows.length === 0} />`;
  return html`<${Card} title=${t('reports.stockValue')} acts=${acts}>
    <${Problem} of=${problem} onRetry=${reload} />
    ${!data && !problem && html`<${Loading} />`}
    ${data && rows.length === 0 && html`<${Empty}>${t('stock.none')}<//>`}
    ${
      rows.length > 0 &&
      html`<div class="scroll" role="group" tabindex="0" aria-label=${t('reports.stockValue')}><table>
        <thead><tr><th scope="col">${t('stock.location')}</th><th scope="col" class="end">${t('products.variantCount')}</th>
          <th scope="col" class="end">${t('reports.onHand')}</th><th scope="col" class="end"><${Counted} text=${t('reports.worth')} figure="worth" /></th></tr></thead>
        <tbody>${rows.map(
          (row) => html`<tr key=${row.locationId}>
            <td>${row.location}</td><td class="end figure">${number(row.variants ?? 0)}</td>
            <td class="end figure">${number(Number(row.units ?? 0))}</td>
            <td class="end"><${Money} amount=${row.value} symbol=${symbol} /></td>
          </tr>`,
        )}</tbody>
      </table></div>`
    }
  <//>`;
}
