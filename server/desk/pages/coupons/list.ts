// Coupons of the stores: what they take off, how long they run, and how often they were used.
import { useCompany } from '../../company.ts';
import { t } from '../../i18n.ts';
import { Rows } from '../../parts/rows.ts';
import { StoreFilter } from '../../parts/store-filter.ts';
import { TestBadge } from '../../parts/test-badge.ts';
import { byCursor, usePages } from '../../parts/use-pages.ts';
import { Badge, Button, ChoiceField, PageHead, Time } from '../../parts.ts';
import { navigate, type PageProps, setQuery } from '../../router.ts';
import { html, useState, type VNode } from '../../view.ts';
import { CouponDialog } from './coupon-form.ts';
import { type CouponListQuery, couponList } from './coupons.graphql';
import { offOf, stateOf } from './offer.ts';

type Row = NonNullable<CouponListQuery['list']>['nodes'][number];

const statuses = ['active', 'inactive'] as const;

export default function Coupons({ query }: PageProps): VNode {
  const { can, filterBy } = useCompany();
  const status = statuses.find((one) => one === query.get('status'));
  const storeId = query.get('store');
  const filter = {
    ...(status && { status: { equalTo: status } }),
    ...filterBy(storeId),
  };
  const list = usePages(couponList, Object.keys(filter).length > 0 ? { filter } : {}, (data) => byCursor(data.list));
  const [isNew, setNew] = useState(false);
  return html`
    <${PageHead} title=${t('coupons.title')}>
      ${can('settings_manage') && html`<${Button} icon="plus-lg" onClick=${() => setNew(true)}>${t('coupons.new')}<//>`}
    <//>
    <div class="list-filters">
      <${ChoiceField} label=${t('coupon.status')} hideLabel value=${status ?? ''} onInput=${(one: string) => setQuery({ status: one })}
        options=${[{ value: '', text: t('coupons.every') }, ...statuses.map((value) => ({ value, text: t(`couponStatus.${value}`) }))]} />
      <${StoreFilter} query=${query} />
    </div>
    <${Rows} list=${list} empty=${t(query.size > 0 ? 'coupons.noneFound' : 'coupons.none')}
      row=${(row: Row) => html`<${CouponRow} row=${row} />`} />
    ${isNew && html`<${CouponDialog} onClose=${() => setNew(false)} onSaved=${(id: string) => navigate(`/coupons/${id}`)} />`}
  `;
}

function CouponRow({ row }: { row: Row }): VNode {
  const { stores, symbolOf, zoneOf } = useCompany();
  return html`
    <a class="row-link" href="/admin/coupons/${row.id}">
      <strong>${row.code}</strong>
      <span class="quiet">${offOf(row, symbolOf(row.storeId))}</span>
      <${TestBadge} storeId=${row.storeId} />
      ${stores.length > 1 && html`<span class="quiet">${stores.find(({ id }) => id === row.storeId)?.name}</span>`}
      ${stateOf(row) !== 'active' && html`<${Badge} list="couponStatus" code=${stateOf(row)} />`}
    </a>
    <div class="row-side">
      <span>${
        row.usageLimit === null
          ? t('coupon.used', { count: row.usedCount })
          : t('coupon.usedOf', { count: row.usedCount, limit: row.usageLimit })
      }</span>
      ${row.endsAt && html`<span class="quiet">${t('coupon.until')} <${Time} at=${row.endsAt} zone=${zoneOf(row.storeId)} /></span>`}
    </div>
  `;
}
