// Packing: an order is scanned or chosen, then its items; labels and slips of many orders are printed at once.
import { addressPart } from '../../address.ts';
import { Refusal } from '../../client.ts';
import { useCompany } from '../../company.ts';
import { label, t } from '../../i18n.ts';
import { ScanField, signal } from '../../parts/scan-field.ts';
import { StoreFilter } from '../../parts/store-filter.ts';
import { TestBadge } from '../../parts/test-badge.ts';
import { Badge, Button, Empty, Loading, Money, More, PageHead, Problem, Time } from '../../parts.ts';
import { addressOf, navigate, type PageProps } from '../../router.ts';
import { useNewest } from '../../use.ts';
import { useKeyset } from '../../use-keyset.ts';
import { html, useState, type VNode } from '../../view.ts';
import { Thumbnail } from '../products/thumbnail.ts';
import { findOrder } from './find-order.ts';
import { PackOrder } from './pack-order.ts';
import { type OrdersToPackQuery, ordersToPack } from './packing.graphql';

/** Those that are packed may still have no parcel. */
const stages = ['to_pack', 'to_ship'] as const;

export default function Packing({ query }: PageProps): VNode {
  const [unknown, setUnknown] = useState('');
  const [problem, setProblem] = useState<Refusal>();
  const orderId = query.get('order');
  const storeId = query.get('store');
  const stage = stages.find((one) => one === query.get('stage')) ?? 'to_pack';
  const open = (id: string) => navigate(`/packing?order=${id}`);
  const begin = useNewest(orderId);
  const scan = async (code: string) => {
    setUnknown('');
    setProblem(undefined);
    const isNewest = begin();
    try {
      const id = await findOrder(code, storeId);
      if (!isNewest()) return;
      signal(id !== undefined);
      if (id) open(id);
      else setUnknown(code);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      setProblem(error);
    }
  };
  if (orderId) return html`<${PackOrder} key=${orderId} id=${orderId} onOpen=${open} />`;
  return html`
    <${PageHead} title=${t('nav.packing')}>
      <${StoreFilter} query=${query} />
      <a class="button plain" href=${addressOf('/packing/hand-over', { store: storeId })}>${t('handOver.title')}</a>
    <//>
    <div class="stack">
      <${ScanField} label=${t('packing.scanOrder')} onScan=${scan} isFirst=${true}
        problems=${unknown ? [t('packing.unknownOrder', { code: unknown })] : undefined} />
      <${Problem} of=${problem} />
      <nav class="tabs" aria-label=${t('packing.lists')}>${stages.map(
        (one) =>
          html`<a key=${one} href=${addressOf('/packing', { stage: one === 'to_pack' ? null : one, store: storeId })}
            aria-current=${one === stage ? 'page' : undefined}>${label('stage', one)}</a>`,
      )}</nav>
      <${Waiting} key=${`${stage} ${storeId}`} stage=${stage} storeId=${storeId} onOpen=${open} />
    </div>`;
}

type Row = NonNullable<OrdersToPackQuery['ordersAtStage']>['nodes'][number];
type WaitingProps = { stage: (typeof stages)[number]; storeId: string | null; onOpen: (id: string) => void };

/** Orders that wait, those first that have waited longest. */
function Waiting({ stage, storeId, onOpen }: WaitingProps): VNode {
  const { rows, problem, isLoading, isMore, more, reload } = useKeyset(
    ordersToPack,
    { stage, storeId },
    (data) => data.ordersAtStage,
    { everyMs: 30_000 },
  );
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const choose = (id: string) =>
    setChosen((known) =>
      known.has(id) ? new Set([...known].filter((other) => other !== id)) : new Set([...known, id]),
    );
  const ids = rows.filter(({ id }) => chosen.has(id)).map(({ id }) => id);
  const print = (form: 'pick' | 'slip' | 'label' | 'invoice') =>
    html`<a class="button plain" href="/admin/orders/print?form=${form}&ids=${ids.join(',')}">${t(`print.${form}`)}</a>`;
  if (problem && rows.length === 0) return html`<${Problem} of=${problem} onRetry=${reload} />`;
  if (isLoading && rows.length === 0) return html`<${Loading} />`;
  if (rows.length === 0)
    return html`<${Empty}>${t(stage === 'to_pack' ? 'packing.nothing' : 'packing.nothingPacked')}<//>`;
  return html`
    <div class="toolbar">
      <label class="check"><input type="checkbox" checked=${ids.length === rows.length}
        onChange=${() => setChosen(ids.length === rows.length ? new Set() : new Set(rows.map(({ id }) => id)))} />
        <span>${ids.length ? t('packing.chosen', { count: ids.length }) : t('packing.chooseAll')}</span></label>
      ${ids.length > 0 && html`<div class="acts">${stage === 'to_pack' && print('pick')}${print('slip')}${print('label')}${print('invoice')}</div>`}
    </div>
    <ul class="list">${rows.map(
      (order) => html`<${WaitingRow} key=${order.id} order=${order} stage=${stage} isChosen=${chosen.has(order.id)}
        onChoose=${() => choose(order.id)} onOpen=${() => onOpen(order.id)} />`,
    )}</ul>
    ${isMore && html`<${More} onMore=${more} isLoading=${isLoading} />`}`;
}

type WaitingRowProps = {
  order: Row;
  stage: WaitingProps['stage'];
  isChosen: boolean;
  onChoose: () => void;
  onOpen: () => void;
};

/** What goes into it, where it goes, and what is to be collected there. */
function WaitingRow({ order, stage, isChosen, onChoose, onOpen }: WaitingRowProps): VNode {
  const { symbolOf } = useCompany();
  const { customer, shippingAddress, parcels, orderItems } = order;
  const [parcel] = parcels.nodes;
  const goods = orderItems.nodes;
  const place = (name: string) => addressPart(shippingAddress, name);
  const collected = parcel && parcel.status !== 'cancelled' ? parcel.codAmount : order.dueAmount;
  return html`<li class="pack-row">
    <label class="check"><input type="checkbox" checked=${isChosen} onChange=${onChoose} />
      <span class="spoken">${t('packing.choose', { number: order.number })}</span></label>
    <span><strong>${order.number}</strong><br />
      <span class="quiet"><${Time} at=${order.createdAt} /></span> <${TestBadge} storeId=${order.storeId} /> <${Badge} list="status" code=${order.status} />
      ${parcel && html` <span>${parcel.courier?.name} <${Badge} list="parcelStatus" code=${parcel.status} /></span>`}
    </span>
    <ul class="pack-goods">
      ${goods.map(
        (item) => html`<li key=${item.id}><${Thumbnail} url=${item.imageUrl} />
          <span>${t('packing.goods', { count: item.quantity, name: nameOf(item) })}</span></li>`,
      )}
      ${orderItems.totalCount > goods.length && html`<li class="quiet">${t('orders.moreItems', { count: orderItems.totalCount - goods.length })}</li>`}
    </ul>
    <span>${customer?.fullName}<br />
      <span class="quiet">${[place('area'), place('city'), place('district')].filter(Boolean).join(', ')}</span></span>
    <span class="amount">
      ${Number(collected) > 0 ? html`<${Money} amount=${collected} symbol=${symbolOf(order.storeId)} /><br /><span class="quiet">${t('packing.cod')}</span>` : html`<span class="quiet">${t('packing.noCod')}</span>`}
    </span>
    <${Button} kind="plain" onClick=${onOpen}>${t(stage === 'to_pack' ? 'packing.pack' : 'packing.finish')} <span class="spoken">${order.number}</span><//>
  </li>`;
}

const nameOf = ({ productName, variantName }: Row['orderItems']['nodes'][number]): string =>
  variantName && variantName !== productName ? `${productName} · ${variantName}` : productName;
