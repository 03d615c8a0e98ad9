// One purchase: what was ordered, what has come, and what may still come.
import { useCompany } from '../../company.ts';
import { number, t } from '../../i18n.ts';
import { Attachments } from '../../parts/attachments.ts';
import { GoodsName } from '../../parts/goods-name.ts';
import { HistoryLink } from '../../parts/history-link.ts';
import { Badge, Button, Card, Loading, Money, PageHead, Problem, say, Time } from '../../parts.ts';
import type { PageProps } from '../../router.ts';
import { useData, useSave } from '../../use.ts';
import { html, useState, type VNode } from '../../view.ts';
import { closePurchase, type PurchaseQuery, purchase } from './purchases.graphql';
import { Receipts } from './receipts.ts';
import { ReceivePurchase } from './receive-purchase.ts';

type Purchase = NonNullable<PurchaseQuery['purchase']>;

export default function PurchasePage({ params }: PageProps): VNode {
  const id = params.id!;
  const { can } = useCompany();
  const [isReceiving, setReceiving] = useState(false);
  const { data, problem, reload } = useData(purchase, { id });
  const closing = useSave(closePurchase);
  const found = data?.purchase;
  const isComplete = found?.status === 'received';
  const mayCome = found && found.status !== 'closed' && can('inventory_manage');
  const close = async () => {
    if (!(await closing.save({ purchaseId: id }))) return;
    say(t('purchase.closed'));
    await reload();
  };
  const received = async () => {
    setReceiving(false);
    await reload();
  };
  return html`
    <${PageHead} title=${found?.number ?? t('stock.purchases')}
      back=${{ href: '/admin/stock/purchases', text: t('stock.purchases') }}>
      ${found && html`<${Badge} list="purchaseStatus" code=${found.status} />`}
      ${found && html`<${HistoryLink} type="purchase" id=${id} />`}
      ${
        mayCome &&
        !isReceiving &&
        html`${
          !isComplete &&
          html`<${Button} kind="plain" isBusy=${closing.isBusy} onClick=${close}>${t('purchase.close')}<//>`
        }
        <${Button} icon="box-seam" kind=${isComplete ? 'plain' : 'main'} onClick=${() => setReceiving(true)}>
          ${t('purchase.receive')}
        <//>`
      }
    <//>
    <${Problem} of=${problem ?? closing.problem} onRetry=${problem && reload} />
    ${!data && !problem && html`<${Loading} />`}
    ${data && !found && html`<p role="alert">${t('purchase.gone')}</p>`}
    ${found && html`<${Facts} of=${found} />`}
    ${isReceiving && html`<${ReceivePurchase} id=${id} of=${found!} onDone=${received} onClose=${() => setReceiving(false)} />`}
    ${found && !isReceiving && html`<${Ordered} of=${found} />`}
    ${found && html`<${Receipts} of=${found} onChanged=${reload} />`}
    ${
      found &&
      can('costs_read') &&
      (can('inventory_manage') || found.attachments.nodes.length > 0) &&
      html`<${Card} title=${t('attachments.title')}>
        <${Attachments} of=${{ purchaseId: id }} files=${found.attachments.nodes} mayChange=${can('inventory_manage')} onChanged=${reload} />
      <//>`
    }
  `;
}

const Facts = ({ of }: { of: Purchase }): VNode => html`<p class="facts">
  <span>${of.supplierName ?? t('purchase.noSupplier')}</span>
  ${of.supplierDocument && html`<span>${of.supplierDocument}</span>`}
  <span>${of.location?.name}</span> <${Time} at=${of.createdAt} />
  <span class="quiet">${of.actorName}</span> <span class="quiet">${of.note}</span>
</p>`;

function Ordered({ of }: { of: Purchase }): VNode {
  const { symbolOf } = useCompany();
  return html`<${Card} title=${t('purchase.lines')}>
    <ul class="work-lines">
      ${of.purchaseLines.nodes.map(
        (line) => html`<li key=${line.variantId}>
          <${GoodsName} product=${line.variant?.product?.name ?? ''} variant=${line.variant?.name} sku=${line.sku}
            imageUrl=${line.variant?.product?.thumbnailUrl} href="/admin/stock/${line.variantId}"
            storeId=${line.store?.id} />
          <dl class="counts">
            <div><dt>${t('purchase.ordered')}</dt><dd>${number(line.quantity)}</dd></div>
            <div><dt>${t('purchase.came')}</dt><dd>${number(line.receivedQuantity)}</dd></div>
            ${
              line.unitCost != null &&
              html`<div><dt>${t('goods.unitCost')}</dt><dd><${Money} amount=${line.unitCost} symbol=${symbolOf(line.store?.id)} /></dd></div>`
            }
          </dl>
        </li>`,
      )}
    </ul>
  <//>`;
}
