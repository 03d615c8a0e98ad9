// Money that came from the customer, and money that goes back.
import { money, t } from '../../../i18n.ts';
import { limitsOf } from '../../../limits.ts';
import { NumberField } from '../../../parts/number-field.ts';
import { ChoiceField, TextField } from '../../../parts.ts';
import { useData, useSave } from '../../../use.ts';
import { html, useState, type VNode } from '../../../view.ts';
import { methodsOfStore } from '../order.graphql';
import { pay, refund } from '../transitions.graphql';
import { MoveForm, typedAmount } from './move-form.ts';
import type { DialogProps } from './props.ts';

export function Pay({ move, order, symbol, onClose, onDone }: DialogProps): VNode {
  const choices = useData(methodsOfStore, { storeId: order.storeId });
  const [chosen, setChosen] = useState('');
  const [amount, setAmount] = useState(move.atMost ?? order.dueAmount);
  const [code, setCode] = useState('');
  const [note, setNote] = useState('');
  const saved = useSave(pay);
  const methods = choices.data?.paymentMethods?.nodes ?? [];
  const method = methods.find(({ id }) => id === chosen) ?? methods[0];
  const submit = async () =>
    (await saved.save({
      orderId: order.id,
      paymentMethodId: method!.id,
      amount: typedAmount(amount) ?? '',
      transactionId: code.trim() || null,
      note: note || null,
    })) && onDone();
  const fields = saved.problem?.fields;
  const hints = [t('order.dueHint', { amount: money(order.dueAmount, symbol) })];
  // A part of it is with the courier already.
  if (move.atMost !== order.dueAmount) hints.push(t('order.atMost', { amount: money(move.atMost, symbol) }));
  return html`<${MoveForm} move=${move} onClose=${onClose} onSubmit=${submit} saved=${saved} choices=${choices} disabled=${!method}>
    <${ChoiceField} label=${t('order.method')} value=${method?.id ?? ''} onInput=${setChosen}
      problems=${fields?.paymentMethodId} options=${methods.map(({ id, name }) => ({ value: id, text: name }))} />
    <${NumberField} label=${t('order.amount')} value=${amount} onInput=${setAmount} problems=${fields?.amount}
      hint=${hints.join(' ')} limits=${limitsOf('record_payment.amount')} attributes=${{ required: true }} />
    <${TextField} label=${t(method?.requiresTransactionId ? 'order.transactionId' : 'order.transactionIdIfAny')} value=${code}
      onInput=${setCode} problems=${fields?.transactionId}
      attributes=${{ required: method?.requiresTransactionId, autocapitalize: 'characters', spellcheck: false, ...limitsOf('record_payment.transaction_id') }} />
    <${TextField} label=${t('order.noteIfAny')} value=${note} onInput=${setNote} attributes=${limitsOf('record_payment.note')} />
  <//>`;
}

export function Refund({ move, order, symbol, onClose, onDone }: DialogProps): VNode {
  const choices = useData(methodsOfStore, { storeId: order.storeId });
  const payments = order.payments.nodes.filter(({ kind, status }) => kind === 'payment' && status === 'settled');
  const [paymentId, setPayment] = useState(payments.length === 1 ? payments[0]!.id : '');
  const [methodId, setMethod] = useState('');
  // What the customer is owed, where that is so.
  const owed = Number(order.toRefundAmount);
  const [amount, setAmount] = useState(owed > 0 && owed <= Number(move.atMost) ? order.toRefundAmount : '');
  const [code, setCode] = useState('');
  const [note, setNote] = useState('');
  const saved = useSave(refund);
  const methods = choices.data?.paymentMethods?.nodes ?? [];
  const submit = async () =>
    (await saved.save({
      orderId: order.id,
      amount: typedAmount(amount) ?? '',
      paymentId: paymentId || null,
      paymentMethodId: methodId || (paymentId ? null : (methods[0]?.id ?? null)),
      transactionId: code.trim() || null,
      note: note || null,
    })) && onDone();
  const fields = saved.problem?.fields;
  return html`<${MoveForm} move=${move} onClose=${onClose} onSubmit=${submit} saved=${saved} choices=${choices}>
    <${ChoiceField} label=${t('order.refundOf')} value=${paymentId} onInput=${setPayment} problems=${fields?.paymentId}
      options=${[
        ...payments.map(({ id, amount: paid, paymentMethod }) => ({
          value: id,
          text: `${paymentMethod?.name} · ${money(paid, symbol)}`,
        })),
        { value: '', text: t('order.noPayment') },
      ]} />
    <${NumberField} label=${t('order.amount')} value=${amount} onInput=${setAmount} problems=${fields?.amount}
      hint=${t('order.atMost', { amount: money(move.atMost, symbol) })} limits=${limitsOf('record_refund.amount')} attributes=${{ required: true }} />
    <${ChoiceField} label=${t('order.refundBy')} value=${methodId} onInput=${setMethod} problems=${fields?.paymentMethodId}
      options=${[
        ...(paymentId ? [{ value: '', text: t('order.sameMethod') }] : []),
        ...methods.map(({ id, name }) => ({ value: id, text: name })),
      ]} />
    <${TextField} label=${t('order.transactionIdIfAny')} value=${code} onInput=${setCode} problems=${fields?.transactionId}
      attributes=${{ autocapitalize: 'characters', spellcheck: false, ...limitsOf('record_refund.transaction_id') }} />
    <${TextField} label=${t('order.noteIfAny')} value=${note} onInput=${setNote} attributes=${limitsOf('record_refund.note')} />
  <//>`;
}
