// A new coupon, or the terms of one that is there. Only what was changed is sent; what is emptied has no limit any more.
import { useCompany } from '../../company.ts';
import { t } from '../../i18n.ts';
import { ChoiceField, Dialog, Form, say, TextField } from '../../parts.ts';
import { useSave } from '../../use.ts';
import { html, useState, type VNode } from '../../view.ts';
import { type CouponQuery, type CouponType, createCoupon, updateCoupon } from './coupons.graphql.ts';

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
const counts = ['usageLimit', 'usageLimitPerCustomer'];
const moments = ['startsAt', 'endsAt'];

/** A moment as the browser's own field writes it, in the time of this device. */
function localOf(moment: string | null | undefined): string {
  if (!moment) return '';
  const at = new Date(moment);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

const fieldsOf = (coupon?: Coupon) => ({
  code: coupon?.code ?? '',
  value: coupon?.value ?? '',
  startsAt: localOf(coupon?.startsAt),
  endsAt: localOf(coupon?.endsAt),
  minimumSubtotal: coupon?.minimumSubtotal ?? '',
  maximumDiscount: coupon?.maximumDiscount ?? '',
  usageLimit: coupon?.usageLimit?.toString() ?? '',
  usageLimitPerCustomer: coupon?.usageLimitPerCustomer?.toString() ?? '',
});
type Fields = ReturnType<typeof fieldsOf>;

const sent = (name: string, text: string) =>
  counts.includes(name) ? Number(text) : moments.includes(name) ? new Date(text).toISOString() : text;

export function CouponDialog({ coupon, onClose, onSaved }: Props): VNode {
  const { stores, storeOptions, symbolOf } = useCompany();
  const [before] = useState(() => fieldsOf(coupon));
  const [fields, setFields] = useState<Fields>(before);
  const [type, setType] = useState<CouponType>(coupon?.type ?? 'percent');
  const [storeId, setStoreId] = useState(coupon?.storeId ?? stores[0]?.id ?? '');
  const creation = useSave(createCoupon);
  const change = useSave(updateCoupon);
  const { isBusy, problem, cancel } = coupon ? change : creation;
  const submit = async () => {
    const changed = Object.entries(fields).filter(([name, text]) => text.trim() !== before[name as keyof Fields]);
    const given = Object.fromEntries(
      changed.flatMap(([name, text]) => (text.trim() ? [[name, sent(name, text.trim())]] : [])),
    );
    const clear = changed.flatMap(([name, text]) => (text.trim() || !clearable[name] ? [] : [clearable[name]]));
    const id = coupon
      ? (
          await change.save({
            input: {
              couponId: coupon.id,
              ...given,
              ...(type !== coupon.type && { type }),
              ...(fields.minimumSubtotal.trim() === '' && before.minimumSubtotal && { minimumSubtotal: '0' }),
              ...(clear.length > 0 && { clear }),
            },
          })
        )?.updateCoupon?.coupon?.id
      : (await creation.save({ input: { ...given, storeId, type, code: fields.code.trim() } }))?.createCoupon?.coupon
          ?.id;
    if (!id) return;
    say(t('coupon.saved'));
    onSaved(id);
  };
  const text = (name: keyof Fields, label: string, attributes: object = {}, hint?: string) =>
    html`<${TextField} label=${label} hint=${hint} value=${fields[name]} problems=${problem?.fields[name]}
      onInput=${(value: string) => setFields((all) => ({ ...all, [name]: value }))} attributes=${attributes} />`;
  const money = { inputmode: 'decimal' };
  const symbol = symbolOf(storeId);
  return html`<${Dialog} title=${coupon ? t('coupon.change', { code: coupon.code }) : t('coupons.new')} onClose=${onClose}>
    <${Form} onSubmit=${submit} submit=${t('do.save')} isBusy=${isBusy} problem=${problem} onCancel=${cancel}>
      ${
        !coupon &&
        stores.length > 1 &&
        html`<${ChoiceField} label=${t('filter.store')} value=${storeId} onInput=${setStoreId}
          options=${storeOptions()} />`
      }
      ${text('code', t('coupon.code'), { required: true, autofocus: true, autocapitalize: 'characters', spellcheck: false, autocomplete: 'off' })}
      <div class="fields beside">
        <${ChoiceField} label=${t('coupon.type')} value=${type} onInput=${setType} problems=${problem?.fields.type}
          options=${types.map((value) => ({ value, text: t(`couponType.${value}`) }))} />
        ${type !== 'free_shipping' && text('value', type === 'percent' ? t('coupon.percent') : t('coupon.amount', { symbol }), { ...money, required: true })}
        ${text('minimumSubtotal', t('coupon.minimum', { symbol }), money)}
        ${type === 'percent' && text('maximumDiscount', t('coupon.maximum', { symbol }), money, t('coupon.blank'))}
        ${text('startsAt', t('coupon.starts'), { type: 'datetime-local' })}
        ${text('endsAt', t('coupon.ends'), { type: 'datetime-local' })}
        ${text('usageLimit', t('coupon.limit'), { inputmode: 'numeric' }, t('coupon.blank'))}
        ${text('usageLimitPerCustomer', t('coupon.limitPerCustomer'), { inputmode: 'numeric' }, t('coupon.blank'))}
      </div>
    <//>
  <//>`;
}
