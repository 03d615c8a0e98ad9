// Packing: an order is scanned or chosen, then its items; labels and slips of many orders are printed at once.
import { ask, Refusal } from '../../client.ts';
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
import { PackOrder } from './pack-order.ts';
import { findScannedOrder, ordersToPack } from './packing.graphql';

/** The order of a scanned number or tracking code; of several only the one that is called so. */
async function findOrder(code: string, storeId: string | null): Promise<string | undefined> {
  const found = (await ask(findScannedOrder, { code, storeId })).searchOrders?.nodes ?? [];
  const isCalled = (name: string | null) => name?.toLowerCase() === code.toLowerCase();
  const named = found.filter(
    ({ number, parcels }) => isCalled(number) || parcels.nodes.some(({ trackingCode }) => isCalled(trackingCode)),
  );
  const [only, ...others] = named.length ? named : found;
  return others.length ? undefined : only?.id;
}

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
  if (orderId) return html`<${PackOrder} key=${orderId} id=${orderId} />`;
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

type WaitingProps = { stage: (typeof stages)[number]; storeId: string | null; onOpen: (id: string) => void };

/** Orders that wait, those first that have waited longest. */
function Waiting({ stage, storeId, onOpen }: WaitingProps): VNode {
  const { symbolOf } = useCompany();
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
  const print = (form: 'slip' | 'label' | 'invoice') =>
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
      ${ids.length > 0 && html`<div class="acts">${print('slip')}${print('label')}${print('invoice')}</div>`}
    </div>
    <ul class="list">${rows.map(
      (order) =>
        html`<li key=${order.id}>
          <label class="check"><input type="checkbox" checked=${chosen.has(order.id)} onChange=${() => choose(order.id)} />
            <span class="spoken">${t('packing.choose', { number: order.number })}</span></label>
          <span class="grow"><strong>${order.number}</strong> ${order.customer?.fullName}<br />
            <span class="quiet"><${Time} at=${order.createdAt} /></span> <${TestBadge} storeId=${order.storeId} /> <${Badge} list="status" code=${order.status} />
            ${order.parcels.nodes.map(
              (parcel, n) =>
                html` <span key=${n}>${parcel.courier?.name} <${Badge} list="parcelStatus" code=${parcel.status} /></span>`,
            )}</span>
          <span class="amount"><${Money} amount=${order.dueAmount} symbol=${symbolOf(order.storeId)} /></span>
          <${Button} kind="plain" onClick=${() => onOpen(order.id)}>${t(stage === 'to_pack' ? 'packing.pack' : 'packing.finish')} <span class="spoken">${order.number}</span><//>
        </li>`,
    )}</ul>
    ${isMore && html`<${More} onMore=${more} isLoading=${isLoading} />`}`;
}
