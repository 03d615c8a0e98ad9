// What happens in a day of a shop, in its shares: seven calls in ten read. Keeps what was acknowledged, to compare it with the
// database afterwards.
import { randomUUID } from 'node:crypto';
import { oneOf, type Random } from '../faults.ts';
import { drawn } from '../servers/image-server.ts';
import type { Call } from './arrivals.ts';
import type { DayShop } from './day-shop.ts';

/** Of a hundred calls. */
const shares = {
  'list products': 18,
  'get product': 14,
  'search products': 6,
  'list orders': 11,
  'get order': 10,
  'stock levels': 8,
  'list customers': 2.5,
  report: 0.5,
  'tool that reads': 5,
  'tool that orders': 2,
  'create order': 8,
  'change status': 3,
  'adjust stock': 5,
  'staff query': 6,
  'add image': 1,
};

export type Kind = keyof typeof shares;

const scarceShare = 0.15;
const customers = 2_000;
const ordersRemembered = 1_000;

const overview = `query ($store: UUID) {
  overview(storeId: $store) { lowStock ordersByStatus { status orders } sales { orders } }
}`;
const newest = `{
  orders(first: 25, orderBy: [CREATED_AT_DESC]) { nodes { id number status totalAmount dueAmount createdAt } }
}`;

export class Mix {
  /** Ids of orders that were acknowledged. */
  readonly orderIds = new Set<string>();
  /** Units of scarce goods in acknowledged orders. */
  readonly sold = new Map<string, number>();
  adjustments = 0;
  readonly #day: DayShop;
  readonly #random: Random;
  readonly #pictures: Buffer[];
  /** To read and to change. */
  readonly #recent: string[] = [];

  private constructor(day: DayShop, random: Random, pictures: Buffer[]) {
    this.#day = day;
    this.#random = random;
    this.#pictures = pictures;
  }

  static async of(day: DayShop, random: Random): Promise<Mix> {
    const colours = ['#c0392b', '#2980b9', '#27ae60', '#8e44ad'];
    const draw = (colour: string) => drawn('jpeg', { colour, width: 1200, height: 900 });
    return new Mix(day, random, await Promise.all(colours.map(draw)));
  }

  next = (): Call => {
    let drawnShare = this.#random() * Object.values(shares).reduce((sum, share) => sum + share, 0);
    for (const [kind, share] of Object.entries(shares) as [Kind, number][]) {
      drawnShare -= share;
      if (drawnShare < 0) return this.call(kind);
    }
    return this.call('list products');
  };

  call(kind: Kind): Call {
    const [path, body] = this.#read(kind) ?? [];
    if (path) return { ...this.#empty(kind), method: 'GET', path: `/ext/v1${path}`, body: body ?? null };
    switch (kind) {
      case 'create order':
        return this.#create(kind);
      case 'change status':
        return this.#confirm(kind);
      case 'adjust stock': {
        const { locationId } = this.#day.shop;
        const input = {
          location_id: locationId,
          sku: oneOf(this.#random, this.#day.skus),
          quantity_change: 1,
          reason: 'found',
        };
        const acknowledged = () => void this.adjustments++;
        return { ...this.#write(kind, 'POST', '/inventory/adjustments', input), acknowledged };
      }
      case 'add image':
        return this.#addImage(kind);
      case 'staff query':
        return this.#staffQuery(kind);
      default:
        return this.#tool(kind);
    }
  }

  #read(kind: Kind): [path: string, body?: null] | undefined {
    const random = this.#random;
    switch (kind) {
      case 'list products':
        return ['/products?limit=25'];
      case 'get product':
        return [`/products/${oneOf(random, this.#day.productIds)}`];
      case 'search products':
        return [`/products?search=saree%20${Math.ceil(random() * this.#day.productIds.length)}`];
      case 'list orders':
        return ['/orders?limit=25'];
      case 'get order':
        return this.#recent.length > 0 ? [`/orders/${oneOf(random, this.#recent)}`] : ['/orders?limit=1'];
      case 'stock levels':
        return [`/inventory/levels?limit=25&warehouse_id=${this.#day.shop.locationId}`];
      case 'list customers':
        return ['/customers?limit=25'];
      case 'report':
        return ['/reports/sales-summary'];
      default:
        return undefined;
    }
  }

  #empty(kind: Kind): Call {
    const authorization = `Bearer ${this.#day.shop.storeKey.key}`;
    return { kind, method: 'GET', path: '', headers: { authorization }, body: null };
  }

  #write(kind: Kind, method: 'POST' | 'PATCH', path: string, body: object): Call {
    const empty = this.#empty(kind);
    const headers = { ...empty.headers, 'content-type': 'application/json', 'idempotency-key': randomUUID() };
    return { kind, method, path: `/ext/v1${path}`, headers, body: JSON.stringify(body) };
  }

  #order(): { customer: object; items: { sku: string; quantity: number }[] } {
    const random = this.#random;
    const { skus, scarce } = this.#day;
    const phone = `017${String(10_000_000 + Math.floor(random() * customers))}`;
    const wanted = [oneOf(random, skus), oneOf(random, skus)];
    if (random() < scarceShare) wanted.push(oneOf(random, [...scarce.keys()]));
    const items = [...new Set(wanted)].map((sku) => ({ sku, quantity: 1 + Math.floor(random() * 2) }));
    return { customer: { phone, full_name: 'Nasrin Akter' }, items };
  }

  /** Keeps the order whose id the answer tells. */
  #keep(items: { sku: string; quantity: number }[], id: string): void {
    this.orderIds.add(id);
    this.#recent.push(id);
    if (this.#recent.length > ordersRemembered) this.#recent.shift();
    for (const { sku, quantity } of items)
      if (this.#day.scarce.has(sku)) this.sold.set(sku, (this.sold.get(sku) ?? 0) + quantity);
  }

  #create(kind: Kind): Call {
    const order = this.#order();
    const acknowledged = (text: string) => this.#keep(order.items, JSON.parse(text).id);
    return { ...this.#write(kind, 'POST', '/orders', order), acknowledged };
  }

  /** A status is changed once: the order leaves the list. */
  #confirm(kind: Kind): Call {
    const [id] = this.#recent.splice(Math.floor(this.#random() * this.#recent.length), 1);
    return id ? this.#write(kind, 'PATCH', `/orders/${id}/status`, { status: 'confirmed' }) : this.#create(kind);
  }

  #addImage(kind: Kind): Call {
    const boundary = `haat-${randomUUID()}`;
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="images"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`;
    const body = Buffer.concat([
      Buffer.from(head),
      oneOf(this.#random, this.#pictures),
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]);
    const call = this.#write(kind, 'POST', `/products/${oneOf(this.#random, this.#day.productIds)}/images`, {});
    return { ...call, headers: { ...call.headers, 'content-type': `multipart/form-data; boundary=${boundary}` }, body };
  }

  #staffQuery(kind: Kind): Call {
    const store = this.#day.shop.stores[0].id;
    const body = this.#random() < 0.5 ? { query: newest } : { query: overview, variables: { store } };
    const headers = { authorization: `Bearer ${this.#day.staffToken}`, 'content-type': 'application/json' };
    return { kind, method: 'POST', path: '/admin/graphql', headers, body: JSON.stringify(body) };
  }

  #tool(kind: Kind): Call {
    const order = this.#order();
    const orders = kind === 'tool that orders';
    const given = { ...order, idempotency_key: randomUUID() };
    const params = orders
      ? { name: 'create_order', arguments: given }
      : { name: 'list_products', arguments: { limit: 10 } };
    const acknowledged = (text: string) => {
      if (orders) this.#keep(order.items, JSON.parse(text).result.structuredContent.id);
    };
    const { headers } = this.#empty(kind);
    return {
      kind,
      method: 'POST',
      path: '/ext/mcp/v1',
      headers: { ...headers, 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
      acknowledged,
    };
  }
}
