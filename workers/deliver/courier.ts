// Carries deliveries to their endpoints. Each endpoint has a lane of its own: it claims what the endpoint is due, sends
// it, records what became of it and claims again, until nothing is left. Lanes share nothing but a generous number of
// slots, so an endpoint that hangs holds up nobody but itself.
//
// What is due stands in the database (app.webhook_deliveries); a process that dies takes nothing with it but leases that
// end by themselves.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Dispatcher } from 'undici';
import type { Logger } from '../../server/process/log.ts';
import { fail, inSpan } from '../../server/process/tracing.ts';
import { type Answer, post } from './post.ts';
import { sign } from './sign.ts';
import { Slots } from './slots.ts';

interface Delivery {
  delivery_id: string;
  event_id: string;
  event_type: string;
  url: string;
  api_version: string;
  secrets: string[];
  body: string;
}

interface Lane {
  /** Something new may be due; set while the lane is busy with what it has. */
  woken: boolean;
  /** Ends the lane's waiting. */
  ring: () => void;
}

/** Deliveries under way at once in this process, over all endpoints. The database limits those of each endpoint. */
const slotCount = 500;
/** What one claim takes at most: as much as an endpoint may get at once. */
const claimSize = 10;

export class Courier {
  readonly #pool: pg.Pool;
  readonly #agent: Dispatcher;
  readonly #log: Logger;
  readonly #slots = new Slots(slotCount);
  readonly #lanes = new Map<string, Lane>();
  readonly #running = new Set<Promise<void>>();
  #stopping = false;

  constructor({ pool, agent, log }: { pool: pg.Pool; agent: Dispatcher; log: Logger }) {
    this.#pool = pool;
    this.#agent = agent;
    this.#log = log;
  }

  /** Says that an endpoint may be due something. */
  wake(endpointId: string): void {
    if (this.#stopping) return;
    const lane = this.#lanes.get(endpointId);
    if (lane) {
      lane.woken = true;
      lane.ring();
      return;
    }
    const fresh: Lane = { woken: false, ring: () => {} };
    this.#lanes.set(endpointId, fresh);
    const running = this.#run(endpointId, fresh).finally(() => {
      this.#lanes.delete(endpointId);
      this.#running.delete(running);
    });
    this.#running.add(running);
  }

  /** Frees what dead workers held, and wakes every endpoint that is due something. */
  async sweep(): Promise<void> {
    const { rows } = await this.#pool.query('select endpoint_id from internal.take_up_deliveries()');
    for (const { endpoint_id } of rows) this.wake(endpoint_id);
  }

  /** Claims no more; resolves when what is under way has ended and is recorded. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#slots.close();
    await Promise.all(this.#running);
  }

  async #run(endpointId: string, lane: Lane): Promise<void> {
    let underWay = 0;
    let answers: object[] = [];
    for (;;) {
      const bell = new Promise<void>((resolve) => {
        lane.ring = resolve;
      });
      if (answers.length > 0) {
        const recorded = answers;
        answers = [];
        await this.#record(endpointId, recorded);
      }
      lane.woken = false;
      for (const { delivery, leaseId } of await this.#claim(endpointId, claimSize - underWay)) {
        underWay++;
        this.#send(delivery).then((answer) => {
          this.#slots.free(1);
          underWay--;
          answers.push({ delivery_id: delivery.delivery_id, lease_id: leaseId, ...answer });
          lane.ring();
        });
      }
      // Nothing is awaited between this look and the end of the lane, so no waking is lost.
      if (underWay === 0 && answers.length === 0 && !lane.woken) return;
      if (answers.length === 0 && !lane.woken) await bell;
    }
  }

  async #claim(endpointId: string, most: number): Promise<{ delivery: Delivery; leaseId: string }[]> {
    if (most <= 0 || !(await this.#slots.wait())) return [];
    const taken = 1 + this.#slots.take(most - 1);
    let rows: Delivery[] = [];
    const leaseId = randomUUID();
    try {
      ({ rows } = await this.#pool.query<Delivery>({
        name: 'claim_deliveries',
        text: 'select * from internal.claim_deliveries($1, $2, $3)',
        values: [endpointId, leaseId, taken],
      }));
    } catch (error) {
      this.#log.error(
        { err: error, endpoint_id: endpointId },
        'no deliveries could be claimed; the next sweep tries again',
      );
    } finally {
      this.#slots.free(taken - rows.length);
    }
    return rows.map((delivery) => ({ delivery, leaseId }));
  }

  #send({ delivery_id, event_id, event_type, url, api_version, secrets, body }: Delivery): Promise<Answer> {
    const timestamp = Math.floor(Date.now() / 1000);
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Haat-Webhooks/1',
      'webhook-id': event_id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': sign(secrets, event_id, timestamp, body),
      'x-service-api-version': api_version,
      'x-service-event': event_type,
    };
    // The trace stays ours: the receiver gets no traceparent.
    const attributes = {
      'haat.event_type': event_type,
      'haat.event_id': event_id,
      'haat.delivery_id': delivery_id,
      'server.address': URL.parse(url)?.hostname,
    };
    return inSpan(`webhook ${event_type}`, { kind: 'client', root: true, attributes }, async (span) => {
      const answer = await post(this.#agent, url, headers, body);
      span?.setAttributes({ 'haat.outcome': answer.outcome, 'http.response.status_code': answer.response_status });
      if (span && answer.outcome !== 'delivered') fail(span, answer.outcome);
      return answer;
    });
  }

  /** What cannot be recorded is sent again when its lease has ended; so it is worth some patience. */
  async #record(endpointId: string, answers: object[]): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        await this.#pool.query({
          name: 'record_attempts',
          text: 'select internal.record_attempts($1, $2)',
          values: [endpointId, JSON.stringify(answers)],
        });
        return;
      } catch (error) {
        this.#log.error({ err: error, endpoint_id: endpointId, tries }, 'attempts could not be recorded');
        if (tries === 5) return;
        await sleep(1_000);
      }
    }
  }
}
