// A merchant at work while its company may move: orders, edits, stock, jobs, exports, retries, staff, and a reader who goes on
// from the last event that it saw. Each write is sent again with its key until it is answered. What was acknowledged is kept.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { oneOf, type Random } from '../faults.ts';
import type { TestShop } from '../shop.ts';

const askedAgainMs = 50;
/** A started process builds the GraphQL of staff with its first request, which takes long on a busy machine. */
const answerLimitMs = 60_000;
/** An answer that has not come by then never comes. */
const givenUpMs = 120_000;

/** Of a hundred acts. */
const shares = {
  order: 34,
  edit: 10,
  confirm: 10,
  stock: 12,
  retry: 8,
  events: 12,
  lists: 8,
  staff: 3,
  job: 2,
  export: 1,
};
type Act = keyof typeof shares;

// biome-ignore lint/suspicious/noExplicitAny: documents are of every shape
type Document = any;

interface Write {
  method: string;
  path: string;
  body: object;
  key: string;
  /** As it came. */
  answer: string;
}

/** A call, from when it is sent first to its answer. */
export interface Answered {
  at: number;
  until: number;
  isWrite: boolean;
}

/** A call that was answered 5xx, or not at all. */
export interface Refused {
  at: number;
  until: number;
  /** 0: there was no answer. */
  status: number;
  what: string;
}

export class Merchant {
  readonly shop: TestShop;
  readonly staffToken: string;
  readonly answered: Answered[] = [];
  readonly refused: Refused[] = [];
  /** Orders by their mark. */
  readonly orders = new Map<string, { id: string; number: string; item: string; quantity: number; sku: string }>();
  readonly adjustments = new Map<string, number>();
  readonly jobs: { id: string; mark: string }[] = [];
  readonly exports: string[] = [];
  /** Ids of the events that the reader has seen, in its order. */
  readonly seen: string[] = [];
  readonly writes: Write[] = [];
  /** What was wrong, in words. */
  readonly problems: string[] = [];
  foreign = 0;
  /** Order calls that may have drawn a number for nothing: they were not answered, or answered 5xx. */
  drawnForNothing = 0;
  readonly skus = ['A', 'B'];
  /** Between two acts. */
  restMs: number;
  readonly #random: Random;
  readonly #origin: () => string;
  readonly #pending: string[] = [];
  #cursor: string;
  #isStopping = false;

  constructor(
    shop: TestShop,
    staffToken: string,
    cursor: string,
    origin: () => string,
    restMs: number,
    random: Random,
  ) {
    this.shop = shop;
    this.staffToken = staffToken;
    this.#cursor = cursor;
    this.#origin = origin;
    this.restMs = restMs;
    this.#random = random;
  }

  async work(): Promise<void> {
    await sleep(this.#random() * this.restMs);
    while (!this.#isStopping) {
      try {
        await this.#act();
      } catch (error) {
        this.problems.push(error instanceof Error ? error.message : String(error));
        return;
      }
      await sleep(this.restMs * (0.5 + this.#random()));
    }
  }

  /** It ends the act that it is at. */
  stop(): void {
    this.#isStopping = true;
  }

  #act(): Promise<unknown> {
    let drawn = this.#random() * 100;
    for (const [act, share] of Object.entries(shares) as [Act, number][]) {
      drawn -= share;
      if (drawn < 0) return this.#do(act);
    }
    return this.#do('order');
  }

  async #do(act: Act): Promise<unknown> {
    const mark = randomUUID();
    switch (act) {
      case 'edit':
        return this.#edit();
      case 'confirm': {
        const pending = this.#pending.shift();
        return pending && this.#write('PATCH', `/orders/${pending}/status`, { status: 'confirmed' });
      }
      case 'stock': {
        const sku = oneOf(this.#random, this.skus);
        const body = { location_id: this.shop.locationId, sku, quantity_change: 1, reason: mark };
        await this.#write('POST', '/inventory/adjustments', body);
        return this.adjustments.set(sku, (this.adjustments.get(sku) ?? 0) + 1);
      }
      case 'retry':
        return this.retry(this.writes.slice(-20).at(Math.floor(this.#random() * 20)));
      case 'events':
        return this.readEvents();
      case 'lists':
        return this.#look();
      case 'staff':
        return this.#askAsStaff();
      case 'job': {
        const lines = [1, 2, 3].map((n) => ({ name: `${mark} ${n}` }));
        const { id } = await this.#write('POST', '/jobs', { operation: 'create_brand', lines });
        return this.jobs.push({ id, mark });
      }
      case 'export': {
        // Five may be open.
        if (this.exports.length < 5)
          this.exports.push((await this.#write('POST', '/exports', { operation: 'list_orders' })).id);
        return;
      }
      default:
        return this.#order(mark);
    }
  }

  async #order(mark: string): Promise<void> {
    const sku = oneOf(this.#random, this.skus);
    const quantity = 1 + Math.floor(this.#random() * 3);
    const phone = `0171234${String(5000 + Math.floor(this.#random() * 20))}`;
    const order = await this.#write('POST', '/orders', {
      note: mark,
      customer: { phone, full_name: 'Nasrin Akter' },
      items: [{ sku, quantity }],
    });
    this.orders.set(mark, { id: order.id, number: order.number, item: order.items[0].id, quantity, sku });
    this.#pending.push(order.id);
  }

  async #edit(): Promise<void> {
    const order = oneOf(this.#random, [...this.orders.values()].slice(-5));
    if (!order) return;
    const quantity = 1 + Math.floor(this.#random() * 3);
    const changes = [{ action: 'change_item', order_item_id: order.item, quantity }];
    await this.#write('POST', `/orders/${order.id}/edit`, { changes, tags: [randomUUID().slice(0, 8)] });
    order.quantity = quantity;
  }

  /** The same call with the same key: the same answer, and nothing is done. */
  async retry(write: Write | undefined): Promise<void> {
    if (!write) return;
    const { text, isReplayed } = await this.#persist(write);
    if (!isReplayed || text !== write.answer)
      this.problems.push(`${write.method} ${write.path}: is not answered by its stored answer: ${text.slice(0, 200)}`);
  }

  /** All that came since the last one. */
  async readEvents(): Promise<void> {
    for (;;) {
      const { data } = await this.#read(`/events?limit=100&starting_after=${this.#cursor}`);
      for (const event of data) {
        if (event.company_id !== this.shop.companyId) this.foreign++;
        this.seen.push(event.id);
        this.#cursor = event.id;
      }
      if (data.length < 100) return;
    }
  }

  async #look(): Promise<void> {
    const { data } = await this.#read('/orders?limit=20');
    this.foreign += data.filter((order: Document) => order.store_id !== this.shop.stores[0].id).length;
    const known = oneOf(this.#random, [...this.orders]);
    if (known && (await this.#read(`/orders/${known[1].id}`)).note !== known[0])
      this.problems.push(`${known[1].number}: is shown as another`);
  }

  async #askAsStaff(): Promise<void> {
    const body = { query: '{ orders(first: 20) { nodes { storeId } } }' };
    const { text } = await this.#persist({ method: 'POST', path: '', body }, '/admin/graphql', this.staffToken);
    const { data, errors } = JSON.parse(text);
    if (errors) throw new Error(`staff: ${text.slice(0, 300)}`);
    this.foreign += data.orders.nodes.filter((order: Document) => order.storeId !== this.shop.stores[0].id).length;
  }

  async #read(path: string): Promise<Document> {
    return JSON.parse((await this.#persist({ method: 'GET', path })).text);
  }

  async #write(method: string, path: string, body: object): Promise<Document> {
    const write = { method, path, body, key: randomUUID(), answer: '' };
    write.answer = (await this.#persist(write)).text;
    this.writes.push(write);
    return JSON.parse(write.answer);
  }

  /** Sends it until it is answered; a refusal for another reason is a mistake of this test, or of the service. */
  async #persist(call: Partial<Write> & { method: string; path: string }, door = '/ext/v1', token?: string) {
    const at = performance.now();
    for (;;) {
      const sentAt = performance.now();
      const { status, text, isReplayed } = await this.#send(call, door, token);
      const until = performance.now();
      const mayTryAgain = status === 0 || status >= 500 || /IDEMPOTENCY_IN_FLIGHT|"UNAVAILABLE"/.test(text);
      if (!mayTryAgain && status < 400) {
        this.answered.push({ at, until, isWrite: call.key !== undefined });
        return { text, isReplayed };
      }
      const what = `${call.method} ${door}${call.path}: ${status} ${text.slice(0, 400)}`;
      if (!mayTryAgain) throw new Error(what);
      if (until - at > givenUpMs) throw new Error(`given up: ${what}`);
      if (status !== 409) {
        this.refused.push({ at: sentAt, until, status, what });
        if (call.path === '/orders' && call.method === 'POST') this.drawnForNothing++;
      }
      await sleep(askedAgainMs);
    }
  }

  async #send({ method, path, body, key }: Partial<Write>, door: string, token = this.shop.storeKey.key) {
    try {
      const response = await fetch(`${this.#origin()}${door}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body && { 'content-type': 'application/json' }),
          ...(key && { 'idempotency-key': key }),
        },
        body: body && JSON.stringify(body),
        signal: AbortSignal.timeout(answerLimitMs),
      });
      const text = await response.text();
      return { status: response.status, text, isReplayed: response.headers.get('idempotent-replayed') === 'true' };
    } catch (error) {
      return { status: 0, text: String((error as Error).cause ?? error), isReplayed: false };
    }
  }
}
