// What is fetched for many orders on one walk: by location and product, with its picture, and for whom it is.
import { number, t } from '../../i18n.ts';
import { Loading, Problem, Time } from '../../parts.ts';
import { useData } from '../../use.ts';
import { html, type VNode } from '../../view.ts';
import { pickList } from './print.graphql';

export function PickList({ ids }: { ids: string[] }): VNode {
  const { data, problem, reload } = useData(pickList, { ids });
  const lines = (data?.pickList?.nodes ?? []).filter((line) => line !== null);
  if (!data) return problem ? html`<${Problem} of=${problem} onRetry=${reload} />` : html`<${Loading} />`;
  const places = [...new Set(lines.map(({ locationId }) => locationId))];
  return html`<article class="sheet pick-form" aria-label=${t('print.pick')}>
    <header class="between"><h2>${t('print.pick')}</h2>
      <div class="end">${t('print.pickOf', { count: ids.length })}<br /><${Time} at=${new Date().toISOString()} style="full" /></div></header>
    ${lines.length === 0 && html`<p>${t('print.pickNothing')}</p>`}
    ${places.map((place) => {
      const ofPlace = lines.filter(({ locationId }) => locationId === place);
      const units = ofPlace.reduce((sum, { quantity }) => sum + (quantity ?? 0), 0);
      return html`<table key=${place}>
        <caption><strong>${ofPlace[0]!.location}</strong> · ${t('print.pickUnits', { count: units })}</caption>
        <thead><tr><th scope="col"><span class="spoken">${t('print.picked')}</span></th><th scope="col" colspan="2">${t('print.item')}</th>
          <th scope="col" class="end">${t('print.quantity')}</th><th scope="col">${t('print.pickFor')}</th></tr></thead>
        <tbody>${ofPlace.map((line) => {
          const isShort = (line.onHand ?? 0) < (line.quantity ?? 0);
          const name =
            line.variantName && line.variantName !== line.productName
              ? `${line.productName} · ${line.variantName}`
              : line.productName;
          return html`<tr key=${line.variantId}>
            <td><label class="check"><input type="checkbox" /> <span class="spoken">${t('print.pickedOne', { name: name ?? '' })}</span></label></td>
            <td>${line.imageUrl && html`<img src=${line.imageUrl} alt="" width="48" height="48" />`}</td>
            <td>${line.bin && html`<span class="bin">${line.bin}</span> `}<strong>${name}</strong><br /><span class="caption">${[line.sku, line.barcode].filter(Boolean).join(' · ')}</span></td>
            <td class="end figure"><strong class="large">${number(line.quantity ?? 0)}</strong>${
              isShort && html`<br /><span class="caption">${t('print.pickOnHand', { count: line.onHand ?? 0 })}</span>`
            }</td>
            <td class="pick-for">${line.orders?.map(
              (order) =>
                html`<span key=${order?.orderId}>${order?.number}${(order?.quantity ?? 0) > 1 && ` × ${number(order?.quantity ?? 0)}`}</span> `,
            )}</td>
          </tr>`;
        })}</tbody>
      </table>`;
    })}
  </article>`;
}
