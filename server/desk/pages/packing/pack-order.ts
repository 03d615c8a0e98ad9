// One order on the packing table: each item is scanned or tapped; what does not belong into the parcel shouts.
import { useCompany } from '../../company.ts';
import { label, t } from '../../i18n.ts';
import { ScanField, signal } from '../../parts/scan-field.ts';
import {
  Badge,
  Button,
  Card,
  ChoiceField,
  Icon,
  Loading,
  Money,
  PageHead,
  Problem,
  say,
  TextField,
} from '../../parts.ts';
import { statusOf } from '../../statuses.ts';
import { useData, useSave } from '../../use.ts';
import { html, useEffect, useRef, useState, type VNode } from '../../view.ts';
import { Told } from '../../words.ts';
import { wayBackOf } from '../orders/take-back.ts';
import { changeStatus } from '../orders/transitions.graphql';
import { bookPacked, type OrderToPackQuery, orderToPack } from './packing.graphql';

type Order = NonNullable<OrderToPackQuery['order']>;
type Item = Order['orderItems']['nodes'][number];
type Shout = { text: string; isGood: boolean };

/** How many of each item lie in the parcel; kept in this tab, as a phone that sleeps may load the page anew. */
function useCounts(orderId: string) {
  const name = `haat.packing.${orderId}`;
  const [counts, setCounts] = useState<Record<string, number>>(() => JSON.parse(sessionStorage.getItem(name) ?? '{}'));
  const put = (next: Record<string, number>) => {
    sessionStorage.setItem(name, JSON.stringify(next));
    setCounts(next);
  };
  return { counts, put, clear: () => sessionStorage.removeItem(name) };
}

export function PackOrder({ id }: { id: string }): VNode {
  const { data, problem, reload } = useData(orderToPack, { id });
  const { counts, put, clear } = useCounts(id);
  const [shout, setShout] = useState<Shout>();
  const order = data?.order;
  const back = { href: '/admin/packing', text: t('nav.packing') };
  if (!order)
    return html`<${PageHead} title=${t('nav.packing')} back=${back} />
      ${problem ? html`<${Problem} of=${problem} onRetry=${reload} />` : data ? html`<p>${t('order.missing')}</p>` : html`<${Loading} />`}`;

  const items = [...order.orderItems.nodes, ...order.moreItems.nodes];
  const packed = (item: Item) => Math.min(counts[item.id] ?? 0, item.quantity);
  // What was packed before needs no second look.
  const isComplete =
    statusOf(order.status)?.stage === 'to_ship' || items.every((item) => packed(item) === item.quantity);
  const tell = (isGood: boolean, text: string) => {
    signal(isGood);
    setShout({ text, isGood });
  };
  const add = (item: Item) => {
    if (packed(item) === item.quantity)
      return tell(false, t('packing.tooMany', { name: item.productName, count: item.quantity }));
    put({ ...counts, [item.id]: packed(item) + 1 });
    tell(true, t('packing.in', { name: item.productName, packed: packed(item) + 1, count: item.quantity }));
  };
  const scan = (code: string) => {
    const isCalled = (name: string | null) => name?.toLowerCase() === code.toLowerCase();
    const meant = items.filter(({ sku, barcode }) => isCalled(barcode) || isCalled(sku));
    const item = meant.find((one) => packed(one) < one.quantity) ?? meant[0];
    if (item) add(item);
    else tell(false, t('packing.wrong', { code }));
  };
  return html`
    <${PageHead} title=${t('packing.order', { number: order.number })} back=${back}>
      <${Badge} list="status" code=${order.status} />
    <//>
    ${order.note && html`<p class="notice">${order.note}</p>`}
    <div class="columns">
      <div class="stack">
        <${ScanField} label=${t('packing.scanItem')} onScan=${scan} isFirst=${true} />
        <p class="shout" role="alert" data-good=${shout?.isGood} hidden=${!shout}>${
          shout && html`<${Icon} name=${shout.isGood ? 'check-lg' : 'exclamation-triangle'} /> ${shout.text}`
        }</p>
        <ul class="list pack-items">${items.map((item) => {
          const isIn = packed(item) === item.quantity;
          return html`<li key=${item.id} data-in=${isIn}>
            <button type="button" class="pack-item" onClick=${() => add(item)}>
              ${item.product?.thumbnailUrl && html`<img src=${item.product.thumbnailUrl} alt="" width="56" height="56" loading="lazy" />`}
              <span class="grow">${item.productName}<br /><span class="quiet">${[item.variantName, item.sku].join(' · ')}</span></span>
              <strong class="figure">${t('packing.of', { packed: packed(item), count: item.quantity })}</strong>
              ${isIn && html`<${Icon} name="check-lg" />`}
            </button>
            <${Button} kind="plain" title=${t('packing.takeOut', { name: item.productName })} disabled=${packed(item) === 0}
              onClick=${() => put({ ...counts, [item.id]: packed(item) - 1 })}>−1<//>
          </li>`;
        })}</ul>
      </div>
      <${Finish} order=${order} couriers=${data?.couriers?.nodes ?? []} isComplete=${isComplete}
        onDone=${async () => {
          clear();
          await reload();
        }} />
    </div>`;
}

const lastCourier = 'haat.courier';
type FinishProps = {
  order: Order;
  couriers: { id: string; name: string }[];
  isComplete: boolean;
  onDone: () => Promise<void>;
};

/** What may be done with it now, as the server says: its status, its parcel, what is printed for it. */
function Finish({ order, couriers, isComplete, onDone }: FinishProps): VNode {
  const { symbolOf } = useCompany();
  const [courierId, setCourier] = useState(localStorage.getItem(lastCourier) ?? '');
  const [trackingCode, setCode] = useState('');
  const booking = useSave(bookPacked);
  const moving = useSave(changeStatus);
  const acts = useRef<HTMLDivElement>(null);
  const moves = order.possibleMoves ?? [];
  const book = moves.find((move) => move?.mutation === 'bookParcel');
  const statuses = moves.flatMap((move) =>
    move?.allowed && move.direction === 'forward' && isPacking(move.toStatus) ? [move.toStatus!] : [],
  );
  const [parcel] = order.parcels.nodes;
  const known = couriers.some(({ id }) => id === courierId) ? courierId : '';
  // The last item is in: Enter does what comes next.
  useEffect(() => {
    if (isComplete) acts.current?.querySelector<HTMLElement>('button:not(:disabled), a')?.focus();
  }, [isComplete]);
  // It is booked: the papers come next.
  useEffect(() => {
    if (parcel && isComplete) acts.current?.querySelector<HTMLElement>('a')?.focus();
  }, [parcel?.id]);
  const bookIt = async () => {
    localStorage.setItem(lastCourier, known);
    if (
      !(await booking.save({ orderId: order.id, courierId: known || null, trackingCode: trackingCode.trim() || null }))
    )
      return;
    say(t('packing.booked', { number: order.number }));
    await onDone();
  };
  const move = async (status: (typeof statuses)[number]) => {
    const changed = (await moving.save({ orderId: order.id, status }))?.changeOrderStatus?.order;
    if (!changed) return;
    say(t('packing.moved', { number: order.number, status: label('status', status) }), wayBackOf([changed], onDone));
    await onDone();
  };
  const print = (form: 'slip' | 'label' | 'invoice') =>
    html`<a class="button plain" href="/admin/orders/print?form=${form}&ids=${order.id}">${t(`print.${form}`)}</a>`;
  return html`<div class="stack" ref=${acts}>
    <${Card} title=${t('packing.finish')}>
      ${!isComplete && html`<p class="quiet">${t('packing.incomplete')}</p>`}
      ${
        parcel &&
        html`<p>${t('packing.parcel', { courier: parcel.courier?.name ?? t('orders.byHand') })}
          ${parcel.trackingCode ?? ''} <${Badge} list="parcelStatus" code=${parcel.status} /></p>`
      }
      ${book && !book.allowed && !parcel && html`<p class="problem-box" role="alert"><${Icon} name="exclamation-triangle" /> <${Told} text=${book.reason} meaning=${book.meaning} /></p>`}
      ${
        book?.allowed &&
        html`<div class="fields">
          <${ChoiceField} label=${t('packing.courier')} value=${known} onInput=${setCourier}
            problems=${booking.problem?.fields.courierId}
            options=${[{ value: '', text: t('orders.byHand') }, ...couriers.map(({ id, name }) => ({ value: id, text: name }))]} />
          <${TextField} label=${t('packing.tracking')} value=${trackingCode} onInput=${setCode}
            problems=${booking.problem?.fields.trackingCode} attributes=${{ autocomplete: 'off', autocapitalize: 'characters' }} />
          <p>${t('packing.collects')} <${Money} amount=${order.dueAmount} symbol=${symbolOf(order.storeId)} /></p>
          <${Button} icon="truck" isBusy=${booking.isBusy} disabled=${!isComplete} onClick=${bookIt}>${t('packing.book')}<//>
        </div>`
      }
      <${Problem} of=${booking.problem ?? moving.problem} />
      <div class="acts">${statuses.map(
        (status) =>
          html`<${Button} key=${status} kind="plain" isBusy=${moving.isBusy} disabled=${!isComplete}
            onClick=${() => move(status)}>${label('status', status)}<//>`,
      )}</div>
    <//>
    <${Card} title=${t('orders.print')}>
      <div class="acts">${print('slip')}${print('label')}${print('invoice')}</div>
    <//>
    <div class="acts"><a class="button plain" href="/admin/packing">${t('packing.next')}</a>
      <a class="button plain" href="/admin/orders/${order.id}">${t('newOrder.open')}</a></div>
  </div>`;
}

/** Of all statuses those that packing leads to; whether it may lead there now, the server says. */
const isPacking = (status: string | null): boolean => ['to_pack', 'to_ship'].includes(statusOf(status)?.stage ?? '');
