// Sends webhooks. A job of graphile-worker serves an endpoint: it claims what the endpoint is due, sends it, records the
// answers and claims again, until nothing is left. graphile-worker wakes it, runs it at the times of the retries, and
// gives it to another worker when this one is killed.
//
// Why not one job a delivery, with the retries as its `run_at`? Measured with `npm run bench -- webhooks` (two workers,
// 8,000 events to 3 endpoints, one of which fails three times in ten), first tries a second / events written a second:
// Besides, a job has no limit of ten at once an endpoint, nor of one for an endpoint that keeps failing: queue names
// give only one at a time, and each look for jobs locks all free queue names.
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Dispatcher } from 'undici';
import type { Logger } from '../../server/process/log.ts';
import { fail, inSpan } from '../../server/process/tracing.ts';
import { type Answer, post } from './post.ts';
import { sign } from './sign.ts';

interface Delivery {
  delivery_id: string;
  attempt: number;
  event_id: string;
  event_type: string;
  url: string;
  api_version: string;
  secrets: string[];
  body: string;
}

/** An endpoint that is being served. */
interface Lane {
  /** Something new may be due; set while the lane is busy with what it has. */
  woken: boolean;
  /** Ends the lane's waiting. */
  ring: () => void;
}

/** What an endpoint may get at once. The database keeps to it over all workers. */
const atOnce = 10;

export class WebhookDispatcher {
  readonly #pool: pg.Pool;
  readonly #agent: Dispatcher;
  readonly #log: Logger;
  readonly #lanes = new Map<string, Lane>();
  #stopping = false;

  constructor({ pool, agent, log }: { pool: pg.Pool; agent: Dispatcher; log: Logger }) {
    this.#pool = pool;
    this.#agent = agent;
    this.#log = log;
  }

  /** True when what was due may have been left, because this process stops. */
  get isStopping(): boolean {
    return this.#stopping;
  }

  /**
   * Sends endpoints all that they are due, as the worker of this id; resolves when nothing is left. One that is being
   * served already is only looked at again by whoever serves it.
   */
  async serve(endpointIds: string[], workerId: string): Promise<void> {
    await Promise.all(endpointIds.map((id) => this.#serve(id, workerId)));
  }

  /** Claims no more. What is being sent ends and is recorded. */
  stop(): void {
    this.#stopping = true;
    for (const lane of this.#lanes.values()) lane.ring();
  }

  async #serve(endpointId: string, workerId: string): Promise<void> {
    const served = this.#lanes.get(endpointId);
    if (served) {
      served.woken = true;
      served.ring();
      return;
    }
    const lane: Lane = { woken: false, ring: () => {} };
    this.#lanes.set(endpointId, lane);
    try {
      await this.#pool.query('select internal.requeue_lost_deliveries($1, $2)', [endpointId, workerId]);
      await this.#run(endpointId, workerId, lane);
    } finally {
      if (this.#lanes.get(endpointId) === lane) this.#lanes.delete(endpointId);
    }
  }

  async #run(endpointId: string, workerId: string, lane: Lane): Promise<void> {
    let underWay = 0;
    let answers: object[] = [];
    for (;;) {
      const bell = new Promise<void>((resolve) => {
        lane.ring = resolve;
      });
      if (answers.length > 0) {
        const recorded = answers;
        answers = [];
        await this.#record(endpointId, workerId, recorded);
      }
      lane.woken = false;
      for (const delivery of await this.#claim(endpointId, workerId, atOnce - underWay)) {
        underWay++;
        this.#send(delivery).then((answer) => {
          underWay--;
          answers.push({ delivery_id: delivery.delivery_id, attempt: delivery.attempt, ...answer });
          lane.ring();
        });
      }
      if (underWay === 0 && answers.length === 0 && !lane.woken) {
        // Here and not when the promise ends: who looks in between finds no lane and begins another.
        this.#lanes.delete(endpointId);
        return;
      }
      if (answers.length === 0 && !lane.woken) await bell;
    }
  }

  async #claim(endpointId: string, workerId: string, most: number): Promise<Delivery[]> {
    if (most <= 0 || this.#stopping) return [];
    const { rows } = await this.#pool.query<Delivery>({
      name: 'claim_deliveries',
      text: 'select * from internal.claim_deliveries($1, $2, $3)',
      values: [endpointId, workerId, most],
    });
    return rows;
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

  /** What cannot be recorded is sent again when the job is retried; so it is worth some patience. */
  async #record(endpointId: string, workerId: string, answers: object[]): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        await this.#pool.query({
          name: 'record_attempts',
          text: 'select internal.record_attempts($1, $2, $3)',
          values: [endpointId, workerId, JSON.stringify(answers)],
        });
        return;
      } catch (error) {
        this.#log.error({ err: error, endpoint_id: endpointId, tries }, 'attempts could not be recorded');
        if (tries === 5) throw error;
        await sleep(1_000);
      }
    }
  }
}
