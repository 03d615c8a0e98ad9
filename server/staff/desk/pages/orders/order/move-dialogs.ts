// What some moves ask before they are made. Each is a form whose mutation the server checks.
import { money, t } from '../../../i18n.ts';
import { ChoiceField, TextField } from '../../../parts.ts';
import { useData, useSave } from '../../../use.ts';
import { html, useState, type VNode } from '../../../view.ts';
import {
  bookParcel,
  callParcelBack,
  cancelParcel,
  changeStatus,
  delivered,
  deliveryFailed,
  parcelPaidOut,
} from '../moves.graphql.ts';
import { couriersInUse } from '../order.graphql.ts';
import { CreateReturn, DeliveredInPart, ReceiveParcel, ReceiveReturn } from './goods-dialogs.ts';
import { Pay, Refund } from './money-dialogs.ts';
import { amountField, MoveForm, typedAmount } from './move-form.ts';
import type { DialogProps } from './props.ts';

function ChangeStatus({ move, order, onClose, onDone }: DialogProps): VNode {
  const [note, setNote] = useState('');
  const saved = useSave(changeStatus);
  const submit = async () =>
    (await saved.save({ orderId: order.id, status: move.toStatus!, note: note || null })) && onDone();
  return html`<${MoveForm} move=${move} onClose=${onClose} onSubmit=${submit} saved=${saved}
    kind=${move.toStatus === 'hold' ? undefined : 'danger'}>
    <${TextField} label=${t('order.reasonIfAny')} value=${note} onInput=${setNote} problems=${saved.problem?.fields.note} />
  <//>`;
}

function BookParcel({ move, order, symbol, onClose, onDone }: DialogProps): VNode {
  const choices = useData(couriersInUse, {});
  const [courierId, setCourier] = useState('');
  const [cod, setCod] = useState('');
  const [code, setCode] = useState('');
  const saved = useSave(bookParcel);
  const submit = async () =>
    (await saved.save({
      orderId: order.id,
      courierId: courierId || null,
      codAmount: typedAmount(cod),
      trackingCode: code.trim() || null,
    })) && onDone();
  return html`<${MoveForm} move=${move} onClose=${onClose} onSubmit=${submit} saved=${saved} choices=${choices}>
    <${ChoiceField} label=${t('orders.courier')} value=${courierId} onInput=${setCourier} problems=${saved.problem?.fields.courierId}
      options=${[
        { value: '', text: t('orders.byHand') },
        ...(choices.data?.couriers?.nodes ?? []).map(({ id, name }) => ({ value: id, text: name })),
      ]} />
    <${TextField} label=${t('order.cod')} value=${cod} onInput=${setCod} problems=${saved.problem?.fields.codAmount}
      hint=${t('order.codHint', { amount: money(order.dueAmount, symbol) })} attributes=${amountField} />
    <${TextField} label=${t('order.trackingCode')} value=${code} onInput=${setCode} problems=${saved.problem?.fields.trackingCode}
      attributes=${{ autocapitalize: 'characters', spellcheck: false }} />
  <//>`;
}

function Delivered({ move, order, symbol, onClose, onDone }: DialogProps): VNode {
  const [amount, setAmount] = useState('');
  const saved = useSave(delivered);
  const parcel = order.parcels.nodes.find(({ id }) => id === move.parcelId);
  const submit = async () =>
    (await saved.save({ parcelId: move.parcelId!, collectedAmount: typedAmount(amount) })) && onDone();
  return html`<${MoveForm} move=${move} onClose=${onClose} onSubmit=${submit} saved=${saved}>
    <${TextField} label=${t('order.collected')} value=${amount} onInput=${setAmount} attributes=${amountField}
      problems=${saved.problem?.fields.collectedAmount}
      hint=${t('order.collectedHint', { amount: money(parcel?.codAmount, symbol) })} />
  <//>`;
}

/** A reason for colleagues, which may be left out. */
function withReason(document: typeof deliveryFailed | typeof callParcelBack | typeof cancelParcel) {
  return ({ move, onClose, onDone }: DialogProps): VNode => {
    const [reason, setReason] = useState('');
    const saved = useSave(document as typeof deliveryFailed);
    const submit = async () => (await saved.save({ parcelId: move.parcelId!, reason: reason || null })) && onDone();
    return html`<${MoveForm} move=${move} onClose=${onClose} onSubmit=${submit} saved=${saved}>
      <${TextField} label=${t('order.reasonIfAny')} value=${reason} onInput=${setReason} problems=${saved.problem?.fields.reason} />
    <//>`;
  };
}

function PaidOut({ move, order, symbol, onClose, onDone }: DialogProps): VNode {
  const [amount, setAmount] = useState('');
  const [reference, setReference] = useState('');
  const saved = useSave(parcelPaidOut);
  const parcel = order.parcels.nodes.find(({ id }) => id === move.parcelId);
  const submit = async () =>
    (await saved.save({ parcelId: move.parcelId!, amount: typedAmount(amount), reference: reference || null })) &&
    onDone();
  return html`<${MoveForm} move=${move} onClose=${onClose} onSubmit=${submit} saved=${saved}>
    <${TextField} label=${t('order.amount')} value=${amount} onInput=${setAmount} problems=${saved.problem?.fields.amount}
      hint=${t('order.heldHint', { amount: money(parcel?.heldAmount, symbol) })} attributes=${amountField} />
    <${TextField} label=${t('order.reference')} value=${reference} onInput=${setReference} />
  <//>`;
}

/** By the mutation that possibleMoves names. */
export const dialogs: Record<string, (props: DialogProps) => VNode> = {
  changeOrderStatus: ChangeStatus,
  bookParcel: BookParcel,
  recordParcelDelivered: Delivered,
  recordPartialDelivery: DeliveredInPart,
  recordDeliveryFailure: withReason(deliveryFailed),
  requestParcelReturn: withReason(callParcelBack),
  cancelParcel: withReason(cancelParcel),
  receiveParcel: ReceiveParcel,
  recordParcelPayout: PaidOut,
  createReturn: CreateReturn,
  receiveReturn: ReceiveReturn,
  recordPayment: Pay,
  recordRefund: Refund,
};
