// Other open orders of the customer, and the act that makes one of two: what two calls a day bring is sent in one parcel.
import { useCompany } from '../../../company.ts';
import { money, t } from '../../../i18n.ts';
import { Button, Dialog, Form, say } from '../../../parts.ts';
import { useSave } from '../../../use.ts';
import { html, useState, type VNode } from '../../../view.ts';
import { mergeOrders } from '../transitions.graphql';
import type { OrderProps } from './props.ts';

type Other = NonNullable<OrderProps['order']['customer']>['orders']['nodes'][number];

export function Merge(props: OrderProps): VNode | null {
  const { order, symbol } = props;
  const { can } = useCompany();
  const [merged, setMerged] = useState<Other>();
  if (order.mergedIntoId)
    return html`<p class="card merge"><a href="/admin/orders/${order.mergedIntoId}">${t('merge.into')}</a></p>`;
  const others = (order.customer?.orders.nodes ?? []).filter(({ id, isEditable }) => id !== order.id && isEditable);
  if (!order.isEditable || others.length === 0 || !can('orders_manage')) return null;
  return html`<details class="card merge">
    <summary>${t('merge.offer', { count: others.length + 1 })}</summary>
    ${others.map(
      (one) => html`<span key=${one.id} class="row">
        <span><a href="/admin/orders/${one.id}">${one.number}</a> · ${money(one.totalAmount, symbol)}</span>
        <${Button} kind="plain" onClick=${() => setMerged(one)}>${t('merge.act')}<//>
      </span>`,
    )}
    ${merged && html`<${MergeDialog} ...${props} merged=${merged} onClose=${() => setMerged(undefined)} />`}
  </details>`;
}

type DialogProps = OrderProps & { merged: Other; onClose: () => void };

function MergeDialog({ order, symbol, merged, onDone, onClose }: DialogProps): VNode {
  const { save, isBusy, problem, cancel } = useSave(mergeOrders);
  const submit = async () => {
    const answer = await save({ orderId: order.id, mergedOrderId: merged.id });
    if (!answer) return;
    say(t('merge.done', { amount: money(answer.mergeOrders?.order?.totalAmount, symbol) }));
    await onDone();
    onClose();
  };
  return html`<${Dialog} title=${t('merge.title', { number: merged.number })} onClose=${onClose}>
    <${Form} onSubmit=${submit} submit=${t('merge.act')} isBusy=${isBusy} problem=${problem} onCancel=${cancel}>
      <p>${t('merge.what', { number: order.number, other: merged.number })}</p>
    <//>
  <//>`;
}
