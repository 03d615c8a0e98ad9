// One order on the packing table: each item is scanned or tapped; what does not belong into the parcel shouts.
import { Refusal } from '../../client.ts';
import { useCompany } from '../../company.ts';
import { t } from '../../i18n.ts';
import { ScanField, signal } from '../../parts/scan-field.ts';
import { Badge, Button, Icon, Loading, PageHead, Problem, problemText } from '../../parts.ts';
import { statusOf } from '../../statuses.ts';
import { useData, useNewest } from '../../use.ts';
import { html, useRef, useState, type VNode } from '../../view.ts';
import { findScanned } from './find-order.ts';
import { type Courier, Finish, useFinish } from './finish.ts';
import { type OrderToPackQuery, orderToPack } from './packing.graphql';

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

export function PackOrder({ id, onOpen }: { id: string; onOpen: (id: string) => void }): VNode {
  const { data, problem, reload } = useData(orderToPack, { id });
  const order = data?.order;
  if (order)
    return html`<${Table} order=${order} couriers=${data.couriers?.nodes ?? []} reload=${reload} onOpen=${onOpen} />`;
  return html`<${PageHead} title=${t('nav.packing')} back=${back()} />
    ${problem ? html`<${Problem} of=${problem} onRetry=${reload} />` : data ? html`<p>${t('order.missing')}</p>` : html`<${Loading} />`}`;
}

const back = () => ({ href: '/admin/packing', text: t('nav.packing') });
type TableProps = { order: Order; couriers: Courier[]; reload: () => Promise<void>; onOpen: (id: string) => void };

function Table({ order, couriers, reload, onOpen }: TableProps): VNode {
  const { counts, put, clear } = useCounts(order.id);
  const [shout, setShout] = useState<Shout>();
  const { stores } = useCompany();
  const begin = useNewest(order.id);
  const beginNext = useNewest(order.id);
  /** The code that is looked up. */
  const looked = useRef<Promise<void>>(undefined);
  const items = [...order.orderItems.nodes, ...order.moreItems.nodes];
  const packed = (item: Item) => Math.min(counts[item.id] ?? 0, item.quantity);
  // What was packed before needs no second look.
  const isComplete =
    statusOf(order.status)?.stage === 'to_ship' || items.every((item) => packed(item) === item.quantity);
  const finish = useFinish(order, couriers, async () => {
    clear();
    await reload();
  });
  const latest = useRef(finish);
  latest.current = finish;
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
    const isCalled = (name: string | null | undefined) => name?.toLowerCase() === code.toLowerCase();
    const meant = items.filter(({ sku, barcode }) => isCalled(barcode) || isCalled(sku));
    const item = meant.find((one) => packed(one) < one.quantity) ?? meant[0];
    if (item) add(item);
    else if (isCalled(order.number)) void again();
    else looked.current = scanOther(code);
  };
  /** Its own slip once more: what comes next is done without a hand on the mouse. */
  const again = async () => {
    if (!isComplete) return tell(false, t('packing.incomplete'));
    // The courier's label that was scanned before it is still looked up, or not drawn yet.
    const isNewest = beginNext();
    await looked.current;
    await new Promise((drawn) => setTimeout(drawn));
    if (!isNewest()) return;
    const did = await latest.current.next();
    if (did !== undefined) tell(did, did ? t('packing.finished', { number: order.number }) : t('packing.refused'));
    else tell(false, t('packing.nothingNext'));
  };
  /** Another order's slip opens that one, unless this one is half packed; on a full parcel what is no goods is the courier's. */
  const scanOther = async (code: string) => {
    const wrong = () => tell(false, t('packing.wrong', { code }));
    if (!isComplete && items.some((item) => packed(item) > 0)) return wrong();
    const isNewest = begin();
    const isTest = stores.some(({ id, isTest }) => id === order.storeId && isTest);
    const other = await findScanned(code, order, Boolean(isTest)).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
      return error;
    });
    if (!isNewest()) return;
    if (other instanceof Refusal) tell(false, problemText(other));
    else if (other.orderId && other.orderId !== order.id) {
      signal(true);
      onOpen(other.orderId);
    } else if (isComplete && !other.isGoods && latest.current.book?.allowed) {
      finish.setCode(code);
      tell(true, t('packing.codeTaken', { code }));
    } else wrong();
  };
  return html`
    <${PageHead} title=${t('packing.order', { number: order.number })} back=${back()}>
      <${Badge} list="status" code=${order.status} />
    <//>
    ${order.note && html`<p class="notice">${order.note}</p>`}
    <div class="columns">
      <div class="stack">
        <${ScanField} label=${t('packing.scanItem')} hint=${t('packing.scanHint')} onScan=${scan} isFirst=${true} />
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
      <${Finish} order=${order} couriers=${couriers} isComplete=${isComplete} finish=${finish} expectedGrams=${gramsOf(items)} />
    </div>`;
}

/** What the goods weigh by their variants; unknown where one of them says nothing. */
const gramsOf = (items: Item[]): number | undefined =>
  items.every(({ variant }) => Number(variant?.weight) > 0)
    ? Math.round(items.reduce((sum, { variant, quantity }) => sum + 1000 * Number(variant?.weight) * quantity, 0))
    : undefined;
