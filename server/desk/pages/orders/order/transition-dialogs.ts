// What some moves ask before they are made. Each is a form whose mutation the server checks.
import type { Document } from '../../../client.ts';
import { type MessageKey, money, t } from '../../../i18n.ts';
import { limitsOf } from '../../../limits.ts';
import { numberOf } from '../../../number.ts';
import { money as moneyLimits, NumberField } from '../../../parts/number-field.ts';
import { ChoiceField, TextField } from '../../../parts.ts';
import { useData, useSave } from '../../../use.ts';
import { html, useState, type VNode } from '../../../view.ts';
import { couriersInUse } from '../order.graphql';
import {
  bookParcel,
  callParcelBack,
  cancelParcel,
  cancelReturn,
  changeStatus,
  delivered,
  deliveryFailed,
  parcelPaidOut,
  restateCollected,
  sendAgain,
  undoParcelStep,
  undoReturnReceipt,
  writeOff,
} from '../transitions.graphql';
import { CreateReturn, DeliveredInPart, ReceiveParcel, ReceiveReturn } from './goods-dialogs.ts';
import { Pay, Refund } from './money-dialogs.ts';
import { MoveForm, needs, typedAmount } from './move-form.ts';
import type { DialogProps } from './props.ts';

function ChangeStatus({ move, order, onClose, onDone }: DialogProps): VNode {
  const [note, setNote] = useState('');
  const saved = useSave(changeStatus);
  const submit = async () =>
    (await saved.save({ orderId: order.id, status: move.toStatus!, note: note || null })) && onDone();
  return html`<${MoveForm} move=${move} onClose=${onClose} onSubmit=${submit} saved=${saved}
    kind=${move.direction === 'end' ? 'danger' : undefined}>
    <${TextField} label=${t('order.reasonIfAny')} value=${note} onInput=${setNote} problems=${saved.problem?.fields.note}
      attributes=${limitsOf('change_order_status.note')} />
  <//>`;
}

function BookParcel({ move, order, symbol, onClose, onDone }: DialogProps): VNode {
  const choices = useData(couriersInUse, {});
  const [courierId, setCourier] = useState('');
  const [cod, setCod] = useState('');
  const [code, setCode] = useState('');
  const [weight, setWeight] = useState('');
  const [note, setNote] = useState('');
  const saved = useSave(bookParcel);
  const submit = async () =>
    (await saved.save({
      input: {
        ...{ orderId: order.id, courierId: courierId || null, codAmount: typedAmount(cod) },
        ...{ trackingCode: code.trim() || null, weightGrams: numberOf(weight) ?? null, note: note.trim() || null },
      },
    })) && onDone();
  return html`<${MoveForm} move=${move} onClose=${onClose} onSubmit=${submit} saved=${saved} choices=${choices}>
    <${ChoiceField} label=${t('orders.courier')} value=${courierId} onInput=${setCourier} problems=${saved.problem?.fields.courierId}
      options=${[
        { value: '', text: t('orders.byHand') },
        ...(choices.data?.couriers?.nodes ?? []).map(({ id, name }) => ({ value: id, text: name })),
      ]} />
    <${NumberField} label=${t('order.cod')} value=${cod} onInput=${setCod} problems=${saved.problem?.fields.codAmount}
      hint=${t('order.codHint', { amount: money(order.dueAmount, symbol) })} limits=${limitsOf('book_parcel.cod_amount')} />
    <${TextField} label=${t('order.trackingCode')} value=${code} onInput=${setCode} problems=${saved.problem?.fields.trackingCode}
      attributes=${{ autocapitalize: 'characters', spellcheck: false, ...limitsOf('book_parcel.tracking_code') }} />
    <${NumberField} label=${t('order.weight')} value=${weight} onInput=${setWeight} problems=${saved.problem?.fields.weightGrams}
      limits=${limitsOf('book_parcel.weight_grams')} />
    <${TextField} label=${t('order.courierNote')} value=${note} onInput=${setNote} problems=${saved.problem?.fields.note}
      attributes=${limitsOf('book_parcel.note')} />
  <//>`;
}

type Field<Variables> = {
  name: keyof Variables & string;
  text: MessageKey;
  /** The field is an amount, and this is said of it. */
  amount?: string;
};

/** Asks for texts and amounts alone. `record`: what the mutation works on; what it does not do without has to be filled. */
const asking =
  <Variables extends object>(
    document: Document<unknown, Variables>,
    record: 'orderId' | 'parcelId' | 'returnId',
    fieldsOf: (props: DialogProps) => Field<Variables>[],
  ) =>
  (props: DialogProps): VNode => {
    const { move, order, onClose, onDone } = props;
    const [typed, setTyped] = useState<Record<string, string>>({});
    const saved = useSave(document as Document<unknown, object>);
    const fields = fieldsOf(props);
    const submit = async () => {
      const given = fields.map(({ name, amount }) => {
        const text = typed[name] ?? '';
        return [name, amount ? typedAmount(text) : text || null];
      });
      const id = record === 'orderId' ? order.id : move[record];
      return (await saved.save({ [record]: id, ...Object.fromEntries(given) })) && onDone();
    };
    return html`<${MoveForm} move=${move} onClose=${onClose} onSubmit=${submit} saved=${saved}>${fields.map(
      ({
        name,
        text,
        amount,
      }) => html`<${amount ? NumberField : TextField} key=${name} label=${t(text)} value=${typed[name] ?? ''} hint=${amount}
        onInput=${(value: string) => setTyped((known) => ({ ...known, [name]: value }))} problems=${saved.problem?.fields[name]}
        limits=${amount && moneyLimits} attributes=${{ required: needs(move, name) }} />`,
    )}<//>`;
  };

const reason = ({ move }: DialogProps) => ({
  name: 'reason' as const,
  text: needs(move, 'reason') ? ('order.reason' as const) : ('order.reasonIfAny' as const),
});

/** By the mutation that possibleMoves names. */
export const dialogs: Record<string, (props: DialogProps) => VNode> = {
  changeOrderStatus: ChangeStatus,
  bookParcel: BookParcel,
  recordParcelDelivered: asking(delivered, 'parcelId', ({ move, symbol }) => [
    {
      name: 'collectedAmount',
      text: 'order.collected',
      amount: t(needs(move, 'collectedAmount') ? 'order.atMost' : 'order.collectedHint', {
        amount: money(move.atMost, symbol),
      }),
    },
  ]),
  recordPartialDelivery: DeliveredInPart,
  recordDeliveryFailure: asking(deliveryFailed, 'parcelId', (props) => [reason(props)]),
  requestParcelReturn: asking(callParcelBack, 'parcelId', (props) => [reason(props)]),
  cancelParcel: asking(cancelParcel, 'parcelId', (props) => [reason(props)]),
  receiveParcel: ReceiveParcel,
  recordParcelPayout: asking(parcelPaidOut, 'parcelId', ({ move, symbol }) => [
    { name: 'amount', text: 'order.amount', amount: t('order.heldHint', { amount: money(move.atMost, symbol) }) },
    { name: 'chargedAmount', text: 'order.charged', amount: t('order.chargedHint') },
    { name: 'reference', text: 'order.reference' },
  ]),
  restateCollected: asking(restateCollected, 'parcelId', (props) => {
    const { move, order, symbol } = props;
    const parcel = order.parcels.nodes.find(({ id }) => id === move.parcelId);
    const hints = [
      t('order.restateHint', { amount: money(parcel?.collectedAmount, symbol) }),
      t(needs(move, 'collectedAmount') ? 'order.atMost' : 'order.orUnknown', { amount: money(move.atMost, symbol) }),
    ];
    const amount = hints.join(' ');
    return [{ name: 'collectedAmount', text: 'order.collected', amount }, reason(props)];
  }),
  writeOffParcelCash: asking(writeOff, 'parcelId', (props) => {
    const amount = t('order.writtenOffHint', { amount: money(props.move.atMost, props.symbol) });
    return [{ name: 'amount', text: 'order.writtenOff', amount }, reason(props)];
  }),
  undoParcelStep: asking(undoParcelStep, 'parcelId', (props) => [reason(props)]),
  sendAgain: asking(sendAgain, 'orderId', () => [{ name: 'note', text: 'order.noteIfAny' }]),
  createReturn: CreateReturn,
  receiveReturn: ReceiveReturn,
  cancelReturn: asking(cancelReturn, 'returnId', (props) => [reason(props)]),
  undoReturnReceipt: asking(undoReturnReceipt, 'returnId', (props) => [reason(props)]),
  recordPayment: Pay,
  recordRefund: Refund,
};
