// Today: what wants an act, as counts that lead to their lists; the calm ones in a line; beneath it how the shop does.
import { heldOf } from '../amounts.ts';
import { useCompany } from '../company.ts';
import { type StaffPermission, waiting } from '../enter.graphql';
import { type CurrencySymbol, day, label, type MessageKey, money, number, t } from '../i18n.ts';
import { BarChart } from '../parts/bar-chart.ts';
import { isBellOn, setBell } from '../parts/call-bell.ts';
import { Counted, type Figure } from '../parts/counted.ts';
import { FirstSteps, useFirstSteps } from '../parts/first-steps.ts';
import { Card, ChoiceField, Empty, Loading, PageHead, Problem, Tile } from '../parts.ts';
import { type PageProps, setQuery } from '../router.ts';
import { useData } from '../use.ts';
import { html, useState, type VNode } from '../view.ts';
import { type OverviewQuery, overview } from './today.graphql';

type Count = { name: string; text: MessageKey; href: string; alarms?: boolean; needs?: StaffPermission };

/** The work of a day, in the order in which it cannot wait; then what one looks after now and then. */
const tiles = [
  { name: 'callBacksDue', text: 'today.callBacksDue', href: '/orders?view=due', alarms: true },
  { name: 'aboutToLapse', text: 'today.aboutToLapse', href: '/orders?view=lapsing', alarms: true },
  { name: 'newOrders', text: 'today.newOrders', href: '/orders?stage=new' },
  { name: 'toPack', text: 'today.toPack', href: '/packing' },
  { name: 'toBook', text: 'today.toBook', href: '/orders?stage=to_ship' },
  { name: 'toHandOver', text: 'today.toHandOver', href: '/packing/hand-over' },
  { name: 'refundsOwed', text: 'today.refundsOwed', href: '/orders?view=refunds' },
  { name: 'onHold', text: 'today.onHold', href: '/orders?stage=on_hold' },
  { name: 'parcelsComingBack', text: 'today.comingBack', href: '/returns' },
  { name: 'returnsRequested', text: 'today.returnsRequested', href: '/returns' },
  { name: 'withoutPrice', text: 'today.withoutPrice', href: '/products?only=price', alarms: true },
  { name: 'lowStock', text: 'today.lowStock', href: '/stock?low=1', alarms: true },
  {
    name: 'failingWebhooks',
    text: 'today.failingWebhooks',
    href: '/settings/webhooks',
    alarms: true,
    needs: 'developer_manage',
  },
  { name: 'withCouriers', text: 'today.withCouriers', href: '/couriers' },
  { name: 'heldParcels', text: 'today.heldParcels', href: '/couriers' },
  { name: 'withoutPicture', text: 'today.withoutPicture', href: '/products?only=picture' },
  { name: 'myOrders', text: 'today.myOrders', href: '/orders?view=mine' },
  { name: 'ordersToday', text: 'today.ordersToday', href: '/orders?view=today' },
] as const satisfies Count[];
/** So many want to be acted on at once; the others are told in a line. */
const most = 5;
/** These want an act as long as there are any. */
const acts: readonly Count[] = tiles.slice(0, 10);

export default function Today({ query }: PageProps): VNode {
  const { viewer, stores, storeOptions, can } = useCompany();
  const storeId = query.get('store') || null;
  const { data, problem, reload } = useData(waiting, { storeId }, { everyMs: 20_000 });
  const steps = useFirstSteps();
  const counts = data?.workCounts;
  const address = (href: string) =>
    `/admin${href}${storeId ? `${href.includes('?') ? '&' : '?'}store=${storeId}` : ''}`;
  const seen = tiles.filter((tile: Count) => !tile.needs || can(tile.needs));
  const urgent = seen.filter((tile) => acts.includes(tile) && counts?.[tile.name]).slice(0, most);
  const calm = seen.filter((tile) => !urgent.includes(tile));
  const zero = calm.filter(({ name }) => !counts?.[name]);
  const link =
    (kind?: string) =>
    ({ name, text, href, ...tile }: (typeof tiles)[number]) => {
      const count = counts![name] ?? 0;
      return html`<li key=${name}><${Tile} kind=${kind} text=${t(text)} href=${address(href)} count=${count}
        isAlarm=${count > 0 && 'alarms' in tile} /></li>`;
    };
  return html`
    <${PageHead} title=${t('today.title', { name: viewer.fullName ?? '' })}>
      ${
        stores.length > 1 &&
        html`<${ChoiceField} label=${t('filter.store')} hideLabel value=${storeId ?? ''}
          onInput=${(store: string) => setQuery({ store })}
          options=${[{ value: '', text: t('filter.allStores') }, ...storeOptions()]} />`
      }
      <${BellSwitch} />
    <//>
    <${Problem} of=${problem} onRetry=${reload} />
    ${!counts && !problem && html`<${Loading} />`}
    ${
      counts &&
      html`<ul class="tiles">${urgent.map(link())}</ul>
      <ul class="row calm">
        ${calm.filter(({ name }) => counts[name]).map(link(''))}
        ${zero.length > 0 && html`<li><details><summary>${t('today.zero', { count: zero.length })}</summary><ul>${zero.map(link(''))}</ul></details></li>`}
      </ul>`
    }
    ${counts && html`<${FirstSteps} found=${steps.found} />`}
    <${Overview} storeId=${storeId} mayCount=${can('payments_manage')} isShown=${Boolean(counts && steps.isRead)} />
  `;
}

function BellSwitch(): VNode {
  const [isOn, setOn] = useState(isBellOn());
  const press = async () => {
    setOn(!isOn);
    await setBell(!isOn);
  };
  return html`<button type="button" class="button plain" aria-pressed=${isOn} onClick=${press}>
    ${t(isOn ? 'bell.isOn' : 'bell.isOff')}
  </button>`;
}

type Figures = NonNullable<OverviewQuery['overview']>;

type OverviewProps = {
  storeId: string | null;
  mayCount: boolean;
  /** What stands above it has come: nothing jumps. */
  isShown: boolean;
};

/** What was turned over, and where the cash is, is for those who see to payments. */
function Overview({ storeId, mayCount, isShown }: OverviewProps): VNode {
  const { symbolOf } = useCompany();
  const { data, problem, reload } = useData(overview, { storeId }, { everyMs: 120_000 });
  const figures = data?.overview;
  if (!figures || !isShown) return html`<${Problem} of=${problem} onRetry=${reload} />`;
  const symbol = symbolOf(storeId);
  return html`<div class="stack overview">
    ${
      mayCount &&
      html`<${Sales} days=${figures.sales ?? []} symbol=${symbol} />
        <${Cash} figures=${figures} held=${heldOf(data.courierWork?.nodes ?? [])} symbol=${symbol} />`
    }
    <${Statuses} counts=${figures.ordersByStatus ?? []} symbol=${symbol} mayCount=${mayCount} />
  </div>`;
}

type CashProps = { figures: Figures; held: ReturnType<typeof heldOf>; symbol: CurrencySymbol };

/** Where the cash of orders is that were not paid in advance. What was delivered is told as the couriers' page tells it. */
function Cash({ figures: { notShipped, withCourier }, held, symbol }: CashProps): VNode {
  const place = (
    text: MessageKey,
    figure: Figure,
    amount: string | null | undefined,
    count: string,
  ) => html`<div class="tile">
    <span class="quiet"><${Counted} text=${t(text)} figure=${figure} /></span>
    <strong>${money(amount, symbol)}</strong>
    <span class="quiet">${count}</span>
  </div>`;
  return html`<${Card} title=${t('today.cash')}>
    <div class="tiles">
      ${place('today.notShipped', 'not-sent-yet', notShipped?.amount, t('today.orders', { count: notShipped?.orders ?? 0 }))}
      ${place('today.withCourier', 'on-the-road', withCourier?.amount, t('today.orders', { count: withCourier?.orders ?? 0 }))}
      ${place('today.held', 'held-by-couriers', held.amount, t('today.parcels', { count: held.parcels }))}
    </div>
  <//>`;
}

function Sales({ days, symbol }: { days: NonNullable<Figures['sales']>; symbol: CurrencySymbol }): VNode {
  const points = days.map((one) => ({
    label: day(one.day!),
    value: Number(one.netSales),
    text: t('today.dayOfSales', { amount: money(one.netSales, symbol), count: one.orders ?? 0 }),
  }));
  const guide = html`<a class="line" data-plain href="/docs/desk#figure-sales-of-30-days">${t('figures.counts')}</a>`;
  return html`<${Card} title=${t('today.sales')} acts=${guide}>
    <${BarChart} points=${points} format=${(value: number) => money(String(value), symbol)} description=${t('today.salesChart')} />
  <//>`;
}

type StatusesProps = {
  counts: NonNullable<Figures['ordersByStatus']>;
  symbol: CurrencySymbol;
  mayCount: boolean;
};

function Statuses({ counts, symbol, mayCount }: StatusesProps): VNode {
  const most = Math.max(...counts.map(({ orders }) => orders ?? 0), 1);
  const guide = html`<a class="line" data-plain href="/docs/desk#what-each-figure-counts">${t('figures.what')}</a>`;
  return html`<${Card} title=${t('today.byStatus')} acts=${guide}>
    ${counts.length === 0 && html`<${Empty}>${t('orders.none')}<//>`}
    <ul class="bars">
      ${counts.map(
        ({ status, orders, amount }) => html`<li key=${status}>
        <a class="bar-name" href="/admin/orders?status=${status}">${label('status', status)}</a>
        <span class="track"><span class="bar" style=${{ inlineSize: `${((orders ?? 0) / most) * 100}%` }}></span></span>
        <span class="figure">${number(orders ?? 0)}</span>
        ${mayCount && html`<span class="figure quiet">${money(amount, symbol)}</span>`}
      </li>`,
      )}
    </ul>
  <//>`;
}
