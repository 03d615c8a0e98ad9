// Coupons of the stores: what they take off, how long they run, and how often they were used.
import { useCompany } from '../../company.ts';
import { t } from '../../i18n.ts';
import { type Column, sortOf } from '../../parts/columns.ts';
import { Rows } from '../../parts/rows.ts';
import { StoreFilter } from '../../parts/store-filter.ts';
import { TestBadge } from '../../parts/test-badge.ts';
import { byCursor, usePages } from '../../parts/use-pages.ts';
import { Badge, Button, ChoiceField, PageHead, Time } from '../../parts.ts';
import { navigate, type PageProps, setQuery } from '../../router.ts';
import { html, useState, type VNode } from '../../view.ts';
import { CouponDialog } from './coupon-form.ts';
import { type CouponListQuery, type CouponOrderBy, couponList } from './coupons.graphql';
import { offOf, stateOf } from './offer.ts';

type Row = NonNullable<CouponListQuery['list']>['nodes'][number];

const statuses = ['active', 'inactive'] as const;

export default function Coupons({ query }: PageProps): VNode {
  const { can, filterBy, stores } = useCompany();
  const status = statuses.find((one) => one === query.get('status'));
  const storeId = query.get('store');
  const filter = {
    ...(status && { status: { equalTo: status } }),
    ...filterBy(storeId),
  };
  const columns = columnsOf(stores.length > 1);
  const list = usePages(
    couponList,
    {
      orderBy: [sortOf<CouponOrderBy>(query, columns)],
      ...(Object.keys(filter).length > 0 && { filter }),
    },
    (data) => byCursor(data.list),
  );
  const [isNew, setNew] = useState(false);
  return html`
    <${PageHead} title=${t('nav.coupons')}>
      <${ChoiceField} label=${t('coupon.status')} hideLabel value=${status ?? ''} onInput=${(one: string) => setQuery({ status: one })}
        options=${[{ value: '', text: t('coupons.every') }, ...statuses.map((value) => ({ value, text: t(`couponStatus.${value}`) }))]} />
      <${StoreFilter} query=${query} />
      ${can('settings_manage') && html`<${Button} icon="plus-lg" onClick=${() => setNew(true)}>${t('coupons.new')}<//>`}
    <//>
    <${Rows} list=${list} empty=${t(query.size > 0 ? 'coupons.noneFound' : 'coupons.none')}
      columns=${columns} row=${(row: Row) => html`<${CouponRow} row=${row} />`} />
    ${isNew && html`<${CouponDialog} onClose=${() => setNew(false)} onSaved=${(id: string) => navigate(`/coupons/${id}`)} />`}
  `;
}

const columnsOf = (hasStores: boolean): Column[] => [
  { text: t('coupon.code'), width: 'minmax(0, 2fr)', sort: 'CODE' },
  { text: t('coupon.value'), width: 'minmax(0, 2fr)' },
  ...(hasStores ? [{ text: t('filter.store'), width: 'minmax(0, 1.5fr)' }] : []),
  { text: t('coupon.status'), width: 'minmax(0, 1.5fr)' },
  { text: t('coupon.ends'), width: 'minmax(0, 2fr)', sort: 'ENDS_AT' },
  { text: t('coupon.usedCount'), width: 'minmax(0, 1.5fr)', sort: 'USED_COUNT', isEnd: true },
];

function CouponRow({ row }: { row: Row }): VNode {
  const { stores, symbolOf, zoneOf } = useCompany();
  return html`
    <a class="row-name" href="/admin/coupons/${row.id}">${row.code}</a>
    <span>${offOf(row, symbolOf(row.storeId))}</span>
    ${stores.length > 1 && html`<span class="quiet">${stores.find(({ id }) => id === row.storeId)?.name} <${TestBadge} storeId=${row.storeId} /></span>`}
    <span><${Badge} list="couponStatus" code=${stateOf(row)} /></span>
    <span class="quiet">${row.endsAt && html`<span class="of-phone">${t('coupon.until')} </span><${Time} at=${row.endsAt} zone=${zoneOf(row.storeId)} />`}</span>
    <span class="end">${
      row.usageLimit === null
        ? t('coupon.used', { count: row.usedCount })
        : t('coupon.usedOf', { count: row.usedCount, limit: row.usageLimit })
    }</span>
  `;
}
