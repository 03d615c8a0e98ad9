// Merchants at work while servers fall: each creates orders, confirms them, records payments and adjusts stock, every write
// with an Idempotency-Key that it sends again until the write is acknowledged, as the guide on idempotency asks.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { TestShop } from '../shop.ts';

const askedAgainMs = 50;
/** Between two orders of a merchant; so the load does not take all of the machine. */
const restMs = 50;
const answerLimitMs = 15_000;

type Kind = 'order' | 'transition' | 'payment' | 'adjustment';

interface Write {
  kind: Kind;
  /** What its trace in the database is found by. */
  mark: string;
  key: string;
  method: string;
  path: string;
  body: object;
  /** The answer that acknowledged it. */
  answer: string;
}

export interface Findings {
  acknowledged: number;
  /** Acknowledged, and not in the database. */
  lost: number;
  /** In the database more than once. */
  doubled: number;
  /** Sent again with its key, and not answered by the stored answer. */
  notReplayed: number;
}

/** What the database holds of each kind, by mark. */
const traces: Record<Kind, string> = {
  order: `select note as mark from app.orders where note is not null`,
  transition: `select order_id::text as mark from app.order_timeline where to_status = 'confirmed'`,
  payment: `select transaction_id as mark from app.payments where transaction_id is not null`,
  adjustment: `select reason as mark from app.stock_movements where type = 'adjustment'`,
};

export class WriteLoad {
  readonly #origin: () => string;
  readonly #shop: TestShop;
  readonly #acknowledged: Write[] = [];
  readonly #merchants: Promise<void>[];
  #lastAt = performance.now();
  #longestPauseMs = 0;
  #stopping = false;

  /** `origin`: of the server to call next. `skus`: one for each merchant. */
  constructor(origin: () => string, shop: TestShop, skus: string[]) {
    this.#origin = origin;
    this.#shop = shop;
    this.#merchants = skus.map((sku, n) => this.#work(sku, `0171234${String(5000 + n)}`));
    // A wait for progress or for the end sees the error.
    for (const merchant of this.#merchants) merchant.catch(() => {});
  }

  /** Resolves when so many more writes have been acknowledged. */
  async progress(writes: number): Promise<void> {
    const goal = this.#acknowledged.length + writes;
    const reached = async () => {
      while (this.#acknowledged.length < goal && !this.#stopping) await sleep(5);
    };
    await Promise.race([reached(), Promise.all(this.#merchants)]);
  }

  /** The longest time between two acknowledgements since the last call: how long the service was away. */
  longestPauseMs(): number {
    const longest = this.#longestPauseMs;
    this.#longestPauseMs = 0;
    return Math.round(longest);
  }

  /** Every merchant ends the write that it is at. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await Promise.all(this.#merchants);
  }

  /** Compares what was acknowledged with what stands in the database, and sends every write once more. */
  async findings(admin: pg.Pool): Promise<Findings> {
    // The merchants may work on meanwhile.
    const acknowledged = [...this.#acknowledged];
    const found = { acknowledged: acknowledged.length, lost: 0, doubled: 0, notReplayed: 0 };
    for (const [kind, sql] of Object.entries(traces)) {
      const { rows } = await admin.query<{ mark: string; count: number }>(
        `select mark, count(*)::int as count from (${sql}) t group by mark`,
      );
      const counts = new Map(rows.map(({ mark, count }) => [mark, count]));
      for (const { mark } of acknowledged.filter((write) => write.kind === kind)) {
        const count = counts.get(mark) ?? 0;
        if (count === 0) found.lost++;
        if (count > 1) found.doubled++;
      }
    }
    const waiting = acknowledged;
    const replayer = async () => {
      for (let write = waiting.pop(); write; write = waiting.pop()) {
        const response = await this.#send(write);
        const isReplayed = response.headers.get('idempotent-replayed') === 'true';
        if (!isReplayed || (await response.text()) !== write.answer) found.notReplayed++;
      }
    };
    await Promise.all(Array.from({ length: 8 }, replayer));
    return found;
  }

  async #work(sku: string, phone: string): Promise<void> {
    while (!this.#stopping) {
      const mark = randomUUID();
      const customer = { phone, full_name: 'Nasrin Akter' };
      const order = await this.#write('order', mark, 'POST', '/orders', {
        note: mark,
        customer,
        items: [{ sku, quantity: 1 }],
      });
      await this.#write('transition', order.id, 'PATCH', `/orders/${order.id}/status`, { status: 'confirmed' });
      await this.#write('payment', mark, 'POST', `/orders/${order.id}/payments`, {
        payment_method_id: this.#shop.stores[0].paymentMethods.bkash,
        amount: 10,
        transaction_id: mark,
      });
      await this.#write('adjustment', mark, 'POST', '/inventory/adjustments', {
        location_id: this.#shop.locationId,
        sku,
        quantity_change: 1,
        reason: mark,
      });
      await sleep(restMs);
    }
  }

  /** Sends until it is acknowledged; a refusal is a mistake of the drill. */
  async #write(kind: Kind, mark: string, method: string, path: string, body: object): Promise<{ id: string }> {
    const write = { kind, mark, key: randomUUID(), method, path, body, answer: '' };
    for (;;) {
      const response = await this.#send(write).catch(() => undefined);
      const answer = await response?.text().catch(() => undefined);
      if (response?.ok && answer !== undefined) {
        this.#acknowledge({ ...write, answer });
        return JSON.parse(answer);
      }
      const mayTryAgain = !response || response.status >= 500 || answer === undefined || /IN_FLIGHT/.test(answer);
      if (!mayTryAgain) throw new Error(`${method} ${path}: ${response.status} ${answer}`);
      await sleep(askedAgainMs);
    }
  }

  #acknowledge(write: Write): void {
    const now = performance.now();
    if (this.#acknowledged.length > 0) this.#longestPauseMs = Math.max(this.#longestPauseMs, now - this.#lastAt);
    this.#lastAt = now;
    this.#acknowledged.push(write);
  }

  #send({ key, method, path, body }: Write): Promise<Response> {
    return fetch(`${this.#origin()}/ext/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.#shop.storeKey.key}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(answerLimitMs),
    });
  }
}
