// A coupon with its terms, its switch, and the orders that used it.
import { useCompany } from '../../company.ts';
import { type CurrencySymbol, number, t, zoneName } from '../../i18n.ts';
import { HistoryLink } from '../../parts/history-link.ts';
import { Rows } from '../../parts/rows.ts';
import { byCursor, usePages } from '../../parts/use-pages.ts';
import { Badge, Button, Card, Loading, Money, PageHead, Problem, say, Time } from '../../parts.ts';
import type { PageProps } from '../../router.ts';
import { useData, useSave } from '../../use.ts';
import { html, useState, type VNode } from '../../view.ts';
import { type Coupon, CouponDialog } from './coupon-form.ts';
import { type CouponUsesQuery, coupon as couponDocument, couponUses, updateCoupon } from './coupons.graphql';
import { offOf, stateOf } from './offer.ts';

type Use = NonNullable<CouponUsesQuery['coupon']>['couponRedemptions']['nodes'][number];

export default function CouponPage({ params }: PageProps): VNode {
  const { can, symbolOf } = useCompany();
  const id = params.id!;
  const { data, problem, isLoading, reload } = useData(couponDocument, { id }, { everyMs: 30_000 });
  const uses = usePages(couponUses, { id }, ({ coupon: found }) => {
    const { rows, next } = byCursor(found?.couponRedemptions ?? null);
    return { rows: rows.map((use) => ({ ...use, id: use.orderId })), next };
  });
  const toggle = useSave(updateCoupon);
  const [isOpen, setOpen] = useState(false);
  const back = { href: '/admin/coupons', text: t('nav.coupons') };
  const coupon = data?.coupon;
  if (!coupon)
    return html`<${PageHead} title=${t(data && !isLoading ? 'coupon.gone' : 'coupon.title')} back=${back} />
      <${Problem} of=${problem} onRetry=${reload} />${isLoading && html`<${Loading} />`}`;
  const isOn = coupon.status === 'active';
  const flip = async () => {
    if (!(await toggle.save({ input: { couponId: id, status: isOn ? 'inactive' : 'active' } }))) return;
    say(t(isOn ? 'coupon.switchedOff' : 'coupon.switchedOn'));
    await reload();
  };
  const symbol = symbolOf(coupon.storeId);
  return html`
    <${PageHead} title=${coupon.code} back=${back}>
      <${Badge} list="couponStatus" code=${stateOf(coupon)} />
      <${HistoryLink} type="coupon" id=${id} />
      ${
        can('settings_manage') &&
        html`<${Button} kind="plain" icon="pencil" onClick=${() => setOpen(true)}>${t('settings.change')}<//>
          <${Button} kind=${isOn ? 'danger' : 'main'} isBusy=${toggle.isBusy} onClick=${flip}>${t(isOn ? 'coupon.switchOff' : 'coupon.switchOn')}<//>`
      }
    <//>
    <${Problem} of=${problem ?? toggle.problem} onRetry=${reload} />
    <div class="columns">
      <${Card} title=${t('coupon.uses')}>
        <${Rows} list=${uses} empty=${t('coupon.noUses')} row=${(use: Use) => html`<${UseRow} use=${use} symbol=${symbol} />`} />
      <//>
      <${Terms} coupon=${coupon} symbol=${symbol} />
    </div>
    ${
      isOpen &&
      html`<${CouponDialog} coupon=${coupon} onClose=${() => setOpen(false)} onSaved=${async () => {
        setOpen(false);
        await reload();
      }} />`
    }
  `;
}

function Terms({ coupon, symbol }: { coupon: Coupon; symbol: CurrencySymbol }): VNode {
  const line = (text: string, value: unknown) => html`<div><dt class="quiet">${text}</dt><dd>${value}</dd></div>`;
  const limit = (count: number | null) => (count === null ? t('coupon.noLimit') : number(count));
  const amount = (value: string | null) =>
    value === null ? t('coupon.noLimit') : html`<${Money} amount=${value} symbol=${symbol} />`;
  const { stores, zoneOf } = useCompany();
  const zone = zoneOf(coupon.storeId);
  const moment = (at: string | null) =>
    at
      ? html`<${Time} at=${at} style="full" zone=${zone} /> <span class="quiet">${zoneName(zone)}</span>`
      : t('coupon.always');
  return html`<${Card} title=${t('coupon.terms')}>
    <dl class="tally">
      ${stores.length > 1 && line(t('filter.store'), stores.find(({ id }) => id === coupon.storeId)?.name)}
      ${line(t('coupon.type'), offOf(coupon, symbol))}
      ${line(t('coupon.minimum', { symbol: symbol.text }), amount(coupon.minimumSubtotal))}
      ${coupon.type === 'percent' && line(t('coupon.maximum', { symbol: symbol.text }), amount(coupon.maximumDiscount))}
      ${line(t('coupon.starts'), moment(coupon.startsAt))}
      ${line(t('coupon.ends'), moment(coupon.endsAt))}
      ${line(t('coupon.limit'), limit(coupon.usageLimit))}
      ${line(t('coupon.limitPerCustomer'), limit(coupon.usageLimitPerCustomer))}
      ${line(t('coupon.usesNow'), number(coupon.usedCount))}
    </dl>
  <//>`;
}

function UseRow({ use, symbol }: { use: Use; symbol: CurrencySymbol }): VNode {
  return html`
    <a class="row-link" href="/admin/orders/${use.orderId}">
      <strong>${use.order?.number}</strong>
      <span class="quiet">${use.customer?.fullName} · <${Time} at=${use.createdAt} /></span>
    </a>
    <div class="row-side">
      <${Money} amount=${use.order?.totalAmount} symbol=${symbol} />
      <span class="quiet">−<${Money} amount=${use.order?.discountAmount} symbol=${symbol} /></span>
    </div>
    ${use.givenBackAt && html`<span class="badge">${t('coupon.givenBack')}</span>`}
  `;
}
