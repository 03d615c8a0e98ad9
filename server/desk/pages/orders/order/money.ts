// The money of an order, line by line, as the database added it up; and what was paid, with a way to void a mistake.
import { useCompany } from '../../../company.ts';
import { label, type MessageKey, money, number, t } from '../../../i18n.ts';
import { limitsOf } from '../../../limits.ts';
import { Attachments } from '../../../parts/attachments.ts';
import { Badge, Button, Card, Dialog, Form, Money, say, TextField, Time } from '../../../parts.ts';
import { useSave } from '../../../use.ts';
import { html, useState, type VNode } from '../../../view.ts';
import { voidPayment } from '../transitions.graphql';
import type { Order, OrderProps } from './props.ts';

type Amount = {
  [Name in keyof Order]-?: Order[Name] extends string | null ? Name : never;
}[keyof Order];
type Line = { name: Amount; text: MessageKey; sign?: '−'; kind?: 'sum'; always?: boolean };

const lines: Line[] = [
  { name: 'subtotal', text: 'order.subtotal', always: true },
  { name: 'discountAmount', text: 'order.discount', sign: '−' },
  { name: 'shippingCharge', text: 'order.shipping', always: true },
  { name: 'taxAmount', text: 'order.tax' },
  { name: 'totalAmount', text: 'order.total', kind: 'sum', always: true },
  { name: 'receivedAmount', text: 'order.received', sign: '−' },
  { name: 'refundedAmount', text: 'order.refunded' },
  { name: 'returnedAmount', text: 'order.returnedGoods', sign: '−' },
  { name: 'waivedAmount', text: 'order.waived', sign: '−' },
  { name: 'retainedAmount', text: 'order.retained' },
  { name: 'dueAmount', text: 'order.due', kind: 'sum', always: true },
  { name: 'heldByCourierAmount', text: 'order.heldByCourier' },
  { name: 'toRefundAmount', text: 'order.toRefund' },
];

export const isZero = (amount: string | null) => amount === null || /^-?0+(\.0+)?$/.test(amount);

export function MoneyCard({ order, symbol, onDone }: OrderProps): VNode {
  const { can } = useCompany();
  const [voided, setVoided] = useState<string>();
  const [attached, setAttached] = useState<string>();
  const filesOf = (id: string) => order.attachments.nodes.filter(({ paymentId }) => paymentId === id);
  const coupon = order.appliedCoupon as { code?: string } | null;
  const notes: { [Name in Amount]?: string | null } = {
    discountAmount: coupon?.code,
    shippingCharge: order.deliveryZone,
  };
  return html`<${Card} title=${t('order.money')}>
    <dl class="sums">
      ${lines.map(({ name, text, sign, kind, always }) => {
        const amount = order[name] as string | null;
        if (!always && isZero(amount)) return null;
        return html`<div key=${name} class=${kind ?? ''}>
          <dt>${t(text)}${notes[name] && ` (${notes[name]})`}</dt>
          <dd class="figure">${sign && !isZero(amount) ? sign : ''}${money(amount, symbol)}</dd>
        </div>`;
      })}
      ${
        order.profit &&
        !isZero(order.profit.profitAmount) &&
        html`<div><dt>${t('order.profit')}</dt><dd class="figure">${money(order.profit.profitAmount, symbol)}</dd></div>`
      }
    </dl>
    ${order.paymentMethod && html`<p class="quiet">${t('order.chosenMethod', { name: order.paymentMethod.name })}</p>`}
    ${
      order.payments.nodes.length > 0 &&
      html`<h3>${t('order.payments')}</h3>
      <ul class="lines">
        ${order.payments.nodes.map(
          (payment) => html`<li key=${payment.id} data-code=${payment.status}>
          <div>
            <strong>${label('paymentKind', payment.kind)}</strong> <${Money} amount=${payment.amount} symbol=${symbol} />
            ${payment.status !== 'settled' && html` <${Badge} list="moneyStatus" code=${payment.status} />`}
            <p class="quiet">${payment.paymentMethod?.name}${payment.transactionId && ` · ${payment.transactionId}`} · <${Time} at=${payment.receivedAt ?? payment.createdAt} />
              ${!isZero(payment.chargedAmount) && ` · ${t('order.parcelCharged', { amount: money(payment.chargedAmount, symbol) })}`}</p>
            ${payment.note && html`<p class="quiet">${payment.note}</p>`}
          </div>
          ${
            (can('payments_manage') || filesOf(payment.id).length > 0) &&
            html`<${Button} kind="plain" icon="paperclip" title=${filesOf(payment.id).length === 0 ? t('attachments.toPayment') : t('attachments.ofPayment', { count: filesOf(payment.id).length })}
              onClick=${() => setAttached(payment.id)}>${filesOf(payment.id).length > 0 && number(filesOf(payment.id).length)}<//>`
          }
          ${
            payment.status === 'settled' &&
            can('payments_manage') &&
            html`<${Button} kind="plain" onClick=${() => setVoided(payment.id)}>${t('order.void')}<//>`
          }
        </li>`,
        )}
      </ul>`
    }
    ${
      attached &&
      html`<${Dialog} title=${t('attachments.title')} onClose=${() => setAttached(undefined)}>
        <${Attachments} of=${{ paymentId: attached }} files=${filesOf(attached)} mayChange=${can('payments_manage')} onChanged=${onDone} />
      <//>`
    }
    ${
      voided &&
      html`<${VoidDialog} paymentId=${voided} onClose=${() => setVoided(undefined)} onDone=${async () => {
        setVoided(undefined);
        say(t('order.voided'));
        await onDone();
      }} />`
    }
  <//>`;
}

type VoidProps = { paymentId: string; onClose: () => void; onDone: () => Promise<void> };

function VoidDialog({ paymentId, onClose, onDone }: VoidProps): VNode {
  const [reason, setReason] = useState('');
  const { save, isBusy, problem, cancel } = useSave(voidPayment);
  const submit = async () => (await save({ paymentId, reason })) && onDone();
  return html`<${Dialog} title=${t('order.voidTitle')} onClose=${onClose}>
    <p class="quiet">${t('order.voidWhy')}</p>
    <${Form} onSubmit=${submit} submit=${t('order.void')} of=${paymentId} kind="danger" isBusy=${isBusy} problem=${problem} onCancel=${cancel}>
      <${TextField} label=${t('order.reason')} value=${reason} onInput=${setReason} problems=${problem?.fields.reason}
        attributes=${{ required: true, ...limitsOf('void_payment.reason') }} />
    <//>
  <//>`;
}
