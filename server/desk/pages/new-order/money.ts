// What it costs, as the server adds it up, and what was paid already.

import { useCompany } from '../../company.ts';
import { type MessageKey, t } from '../../i18n.ts';
import { type Limits, limitsOf } from '../../limits.ts';
import { NumberField } from '../../parts/number-field.ts';
import { type OwnField, OwnFieldsEditor } from '../../parts/own-fields.ts';
import { Card, ChoiceField, Money, TextField } from '../../parts.ts';
import { html, type VNode } from '../../view.ts';
import { refusedText, useWords } from '../../words.ts';
import type { DraftWork } from './draft.ts';
import type { OrderChoicesQuery, QuoteQuery } from './new-order.graphql';

type Props = {
  work: DraftWork;
  quote: QuoteQuery['quoteOrder'] | undefined;
  choices: OrderChoicesQuery | undefined;
  problems: (field: string) => string[] | undefined;
};

export function MoneyPart({ work: { draft, change }, quote, choices, problems }: Props): VNode {
  const { can, symbolOf } = useCompany();
  const symbol = symbolOf(draft.storeId);
  const methods = choices?.paymentMethods?.nodes ?? [];
  const channels = choices?.channels?.nodes ?? [];
  const locations = choices?.locations?.nodes ?? [];
  const field = (
    name: 'couponCode' | 'shippingCharge' | 'deposit' | 'transactionId',
    text: MessageKey,
    path: string,
    more: { limits?: Limits; placeholder?: string | false | undefined | null } = {},
  ) => {
    const { limits, ...attributes } = more;
    const own = { label: t(text), value: draft[name], problems: problems(path) };
    return html`<${limits ? NumberField : TextField} ...${own} limits=${limits}
      onInput=${(value: string) => change({ [name]: value })} attributes=${{ autocomplete: 'off', ...attributes }} />`;
  };
  const refusedCoupon = draft.couponCode.trim() && quote?.couponProblem;
  useWords(Boolean(refusedCoupon));
  const couponProblem =
    refusedCoupon &&
    (refusedText(refusedCoupon, undefined, quote.couponMeaning) ??
      t('newOrder.couponProblem', { problem: refusedCoupon }));
  const method = methods.find(({ id }) => id === draft.methodId);
  const row = (text: MessageKey, amount: string | null | undefined) =>
    html`<div><dt>${t(text)}</dt><dd><${Money} amount=${amount} symbol=${symbol} /></dd></div>`;
  return html`<${Card} title=${t('newOrder.money')}>
    <div class="fields beside">
      ${field('shippingCharge', 'newOrder.shippingCharge', 'shippingCharge', { limits: limitsOf('create_order.shipping_charge'), placeholder: quote?.deliveryZone && quote.shippingCharge })}
      <${TextField} label=${t('newOrder.couponCode')} value=${draft.couponCode}
        problems=${couponProblem ? [couponProblem] : problems('couponCode')}
        onInput=${(couponCode: string) => change({ couponCode })}
        attributes=${{ autocomplete: 'off', autocapitalize: 'characters', ...limitsOf('create_order.coupon_code') }} />
    </div>
    <dl class="totals" aria-live="polite">
      ${row('newOrder.subtotal', quote?.subtotal)}
      ${quote && quote.discountAmount !== '0.00' && row('newOrder.discount', `-${quote.discountAmount}`)}
      <div><dt>${t('newOrder.shipping')}${quote?.deliveryZone && ` (${quote.deliveryZone})`}</dt><dd><${Money} amount=${quote?.shippingCharge} symbol=${symbol} /></dd></div>
      <div class="grand"><dt>${t('newOrder.total')}</dt><dd><${Money} amount=${quote?.totalAmount} symbol=${symbol} /></dd></div>
    </dl>
    ${
      can('payments_manage') &&
      html`<div class="fields beside">
        ${field('deposit', 'newOrder.deposit', 'payment.amount', { limits: limitsOf('create_order.payment.amount') })}
        ${
          draft.deposit.trim() &&
          html`<${ChoiceField} label=${t('newOrder.method')} value=${draft.methodId}
            problems=${problems('payment.paymentMethodId')} onInput=${(methodId: string) => change({ methodId })}
            options=${[{ value: '', text: t('newOrder.choose') }, ...methods.map(({ id, name }) => ({ value: id, text: name }))]} />
          ${method?.requiresTransactionId && field('transactionId', 'newOrder.transactionId', 'payment.transactionId')}`
        }
      </div>`
    }
    <${TextField} label=${t('newOrder.note')} value=${draft.note} problems=${problems('note')}
      onInput=${(note: string) => change({ note })}
      attributes=${{ autocomplete: 'off', ...limitsOf('create_order.note') }} />
    <${OwnFieldsEditor} rows=${draft.ownFields} problems=${problems('customFields')}
      onRows=${(ownFields: OwnField[]) => change({ ownFields })} />
    <div class="fields beside">
      ${
        channels.length > 1 &&
        html`<${ChoiceField} label=${t('newOrder.channel')} value=${draft.channel} problems=${problems('channel')}
          onInput=${(channel: string) => change({ channel })}
          options=${channels
            .toSorted((one, other) => Number(other.slug === 'manual') - Number(one.slug === 'manual'))
            .map(({ name, slug }) => ({ value: slug === 'manual' ? '' : slug, text: name }))} />`
      }
      ${
        locations.length > 1 &&
        html`<${ChoiceField} label=${t('newOrder.location')} value=${draft.locationId} problems=${problems('locationId')}
          onInput=${(locationId: string) => change({ locationId })}
          options=${locations
            .toSorted((one, other) => Number(other.isDefault) - Number(one.isDefault))
            .map(({ id, name, isDefault }) => ({ value: isDefault ? '' : id, text: name }))} />`
      }
    </div>
  <//>`;
}
