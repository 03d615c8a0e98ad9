// A new coupon, or the terms of one that is there. Only what was changed is sent; what is emptied has no limit any more.

import { ask } from '../../client.ts';
import { useCompany } from '../../company.ts';
import { label, t, when, zoneName } from '../../i18n.ts';
import { type Limits, limitsOf } from '../../limits.ts';
import { numberOf, plain } from '../../number.ts';
import { NumberField } from '../../parts/number-field.ts';
import { ChoiceField, Dialog, Form, say, TextField } from '../../parts.ts';
import { useSave } from '../../use.ts';
import { useChange } from '../../use-change.ts';
import { html, useState, type VNode } from '../../view.ts';
import { fromLocal, toLocal } from '../../zoned.ts';
import {
  type CouponQuery,
  type CouponType,
  coupon as couponDocument,
  createCoupon,
  updateCoupon,
} from './coupons.graphql';

export type Coupon = NonNullable<CouponQuery['coupon']>;
type Props = { coupon?: Coupon; onClose: () => void; onSaved: (id: string) => void };

const types = ['percent', 'fixed', 'free_shipping'] as const;
/** What may be without a limit, by its name in "clear". */
const clearable: Record<string, string> = {
  startsAt: 'starts_at',
  endsAt: 'ends_at',
  maximumDiscount: 'maximum_discount',
  usageLimit: 'usage_limit',
  usageLimitPerCustomer: 'usage_limit_per_customer',
};
const names = {
  code: 'coupon.code',
  type: 'coupon.type',
  value: 'coupon.value',
  startsAt: 'coupon.starts',
  endsAt: 'coupon.ends',
  minimumSubtotal: 'coupon.minimumSubtotal',
  maximumDiscount: 'coupon.maximumDiscount',
  usageLimit: 'coupon.limit',
  usageLimitPerCustomer: 'coupon.limitPerCustomer',
} as const;
const counts = ['usageLimit', 'usageLimitPerCustomer'];
const moments = ['startsAt', 'endsAt'];

/** A moment as the browser's own field writes it, by the clock of the store. */
const localOf = (moment: string | null | undefined, zone: string | undefined) =>
  moment ? toLocal(new Date(moment), zone) : '';

const fieldsOf = (coupon: Coupon | undefined, zone: string | undefined) => ({
  code: coupon?.code ?? '',
  value: coupon?.value ?? '',
  startsAt: localOf(coupon?.startsAt, zone),
  endsAt: localOf(coupon?.endsAt, zone),
  minimumSubtotal: coupon?.minimumSubtotal ?? '',
  maximumDiscount: coupon?.maximumDiscount ?? '',
  usageLimit: coupon?.usageLimit?.toString() ?? '',
  usageLimitPerCustomer: coupon?.usageLimitPerCustomer?.toString() ?? '',
});
type Fields = ReturnType<typeof fieldsOf>;

const sent = (name: string, text: string, zone: string | undefined) =>
  counts.includes(name)
    ? numberOf(text)
    : moments.includes(name)
      ? fromLocal(text, zone).toISOString()
      : name === 'code'
        ? text
        : plain(text);

export function CouponDialog({ coupon, onClose, onSaved }: Props): VNode {
  const { stores, storeOptions, symbolOf, zoneOf } = useCompany();
  const [before] = useState(() => fieldsOf(coupon, zoneOf(coupon?.storeId)));
  const [fields, setFields] = useState<Fields>(before);
  const [type, setType] = useState<CouponType>(coupon?.type ?? 'percent');
  const [storeId, setStoreId] = useState(coupon?.storeId ?? stores[0]?.id ?? '');
  const zone = zoneOf(storeId);
  const creation = useSave(createCoupon);
  const change = useChange(updateCoupon, coupon, async () => (await ask(couponDocument, { id: coupon!.id })).coupon);
  const { isBusy, problem, cancel } = coupon ? change : creation;
  const show = (name: string, value: unknown) =>
    name === 'type'
      ? label('couponType', String(value))
      : moments.includes(name) && value
        ? when(String(value), 'full', zone)
        : '';
  const submit = async () => {
    const changed = Object.entries(fields).filter(([name, text]) => text.trim() !== before[name as keyof Fields]);
    const given = Object.fromEntries(
      changed.flatMap(([name, text]) => (text.trim() ? [[name, sent(name, text.trim(), zone)]] : [])),
    );
    const clear = changed.flatMap(([name, text]) => (text.trim() || !clearable[name] ? [] : [clearable[name]]));
    const id = coupon
      ? (
          await change.save({
            couponId: coupon.id,
            ...given,
            ...(type !== coupon.type && { type }),
            ...(fields.minimumSubtotal.trim() === '' && before.minimumSubtotal && { minimumSubtotal: '0' }),
            ...(clear.length > 0 && { clear }),
          })
        )?.updateCoupon?.coupon?.id
      : (await creation.save({ input: { ...given, storeId, type, code: fields.code.trim() } }))?.createCoupon?.coupon
          ?.id;
    if (!id) return;
    say(t('coupon.saved'));
    onSaved(id);
  };
  const text = (name: keyof Fields, label: string, attributes: object = {}, hint?: string, limits?: Limits) =>
    html`<${limits ? NumberField : TextField} label=${label} hint=${hint} value=${fields[name]} problems=${problem?.fields[name]}
      limits=${limits} onInput=${(value: string) => setFields((all) => ({ ...all, [name]: value }))} attributes=${attributes} />`;
  const symbol = symbolOf(storeId).text;
  return html`<${Dialog} title=${coupon ? t('coupon.change', { code: coupon.code }) : t('coupons.new')} onClose=${onClose}>
    <${Form} onSubmit=${submit} submit=${t('do.save')} isBusy=${isBusy} problem=${problem} onCancel=${cancel}
      conflict=${{ of: change.conflict, names, show, onTheirs: onClose }}>
      ${
        !coupon &&
        stores.length > 1 &&
        html`<${ChoiceField} label=${t('filter.store')} value=${storeId} onInput=${setStoreId}
          options=${storeOptions()} />`
      }
      ${text('code', t('coupon.code'), { required: true, autofocus: true, autocapitalize: 'characters', spellcheck: false, autocomplete: 'off', ...limitsOf('create_coupon.code') })}
      <div class="fields beside">
        <${ChoiceField} label=${t('coupon.type')} value=${type} onInput=${setType} problems=${problem?.fields.type}
          options=${types.map((value) => ({ value, text: t(`couponType.${value}`) }))} />
        ${type !== 'free_shipping' && text('value', type === 'percent' ? t('coupon.percent') : t('coupon.amount', { symbol }), { required: true }, undefined, limitsOf('create_coupon.value'))}
        ${text('minimumSubtotal', t('coupon.minimum', { symbol }), {}, undefined, limitsOf('create_coupon.minimum_subtotal'))}
        ${type === 'percent' && text('maximumDiscount', t('coupon.maximum', { symbol }), {}, t('coupon.blank'), limitsOf('create_coupon.maximum_discount'))}
        ${text('startsAt', t('coupon.starts'), { type: 'datetime-local' }, t('time.of', { zone: zoneName(zone) }))}
        ${text('endsAt', t('coupon.ends'), { type: 'datetime-local', min: fields.endsAt === before.endsAt ? undefined : toLocal(new Date(), zone) }, t('time.of', { zone: zoneName(zone) }))}
        ${text('usageLimit', t('coupon.limit'), {}, t('coupon.blank'), limitsOf('create_coupon.usage_limit'))}
        ${text('usageLimitPerCustomer', t('coupon.limitPerCustomer'), {}, t('coupon.blank'), limitsOf('create_coupon.usage_limit_per_customer'))}
      </div>
    <//>
  <//>`;
}
