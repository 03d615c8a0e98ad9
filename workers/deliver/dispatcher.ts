// Sends webhooks. A job of graphile-worker serves one endpoint: it claims the deliveries that are due, sends them, records
// the answers and claims again, until nothing is left. graphile-worker starts the job when there is a new delivery, starts
// it again when a retry is due, and gives it to another worker when this one is killed.
//
// Why not one job per delivery, with `run_at` for the retries? graphile-worker cannot limit how many jobs of one endpoint
// run at the same time: ten, or one if the endpoint keeps failing. Its queue names allow only one job at a time, and each
// search for a job locks all free queue names. Compare the throughput with `npm run bench -- webhooks`.
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Dispatcher } from 'undici';
import type { Logger } from '../../server/process/log.ts';
import { fail, inSpan } from '../../server/process/tracing.ts';
import { webhookOwner } from '../../server/secrets/owners.ts';
import type { SecretBox } from '../../server/secrets/secret-box.ts';
import { type Answer, post } from './post.ts';
import { deliveryHeaders } from './sign.ts';
import { Slots } from './slots.ts';

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

/** The state of an endpoint that is being served. */
interface Lane {
  /** Set when a delivery may have become due while the lane was busy. */
  woken: boolean;
  /** Wakes the lane when it waits. */
  ring: () => void;
}

/** How many deliveries of an endpoint are sent at the same time. The database enforces it across all workers. */
const maxAtOnce = 10;

export class WebhookDispatcher {
  readonly #pool: pg.Pool;
  readonly #agent: Dispatcher;
  readonly #log: Logger;
  readonly #secrets: SecretBox;
  readonly #timeoutMs: number | undefined;
  readonly #lanes = new Map<string, Lane>();
  readonly #slots = new Slots();
  #stopping = false;

  constructor({
    pool,
    agent,
    log,
    secrets,
    timeoutMs,
  }: {
    pool: pg.Pool;
    agent: Dispatcher;
    log: Logger;
    secrets: SecretBox;
    timeoutMs?: number | undefined;
  }) {
    this.#pool = pool;
    this.#agent = agent;
    this.#log = log;
    this.#secrets = secrets;
    this.#timeoutMs = timeoutMs;
  }

  /** True when the process stops, so that due deliveries may be left. */
  get isStopping(): boolean {
    return this.#stopping;
  }

  /**
   * Sends all due deliveries of the endpoints, as the worker with this id. Resolves when nothing is left. If an endpoint
   * is being served already, only tells its lane to look again.
   */
  async serve(endpointIds: string[], workerId: string): Promise<void> {
    await Promise.all(endpointIds.map((id) => this.#serve(id, workerId)));
  }

  /** Claims nothing more. Deliveries that are being sent are completed and recorded. */
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
      const { rows } = await this.#pool.query(
        'select internal.requeue_lost_deliveries($1, $2), internal.company_of_endpoint($1) as company',
        [endpointId, workerId],
      );
      await this.#run(endpointId, rows[0].company, workerId, lane);
    } finally {
      if (this.#lanes.get(endpointId) === lane) this.#lanes.delete(endpointId);
    }
  }

  async #run(endpointId: string, company: string, workerId: string, lane: Lane): Promise<void> {
    let underWay = 0;
    let answers: object[] = [];
    let failure: unknown;
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
      const slots = this.#slots.take(company, maxAtOnce - underWay, underWay);
      // What is being sent meanwhile is completed and recorded, before the job fails and is tried again.
      const claimed = failure
        ? []
        : await this.#claim(endpointId, workerId, slots).catch((error): Delivery[] => {
            failure = error;
            return [];
          });
      this.#slots.leave(company, slots - claimed.length);
      for (const delivery of claimed) {
        underWay++;
        this.#send(delivery).then((answer) => {
          this.#slots.leave(company, 1);
          underWay--;
          answers.push({ delivery_id: delivery.delivery_id, attempt: delivery.attempt, ...answer });
          lane.ring();
        });
      }
      if (underWay === 0 && answers.length === 0 && (failure || !lane.woken)) {
        // Delete it here, not in `serve`: a call in between must find no lane and start a new one.
        this.#lanes.delete(endpointId);
        if (failure) throw failure;
        return;
      }
      if (answers.length === 0 && !lane.woken) await bell;
    }
  }

  async #claim(endpointId: string, workerId: string, maximum: number): Promise<Delivery[]> {
    if (maximum <= 0 || this.#stopping) return [];
    const { rows } = await this.#pool.query<Delivery>({
      name: 'claim_due_deliveries',
      text: 'select * from internal.claim_due_deliveries($1, $2, $3, $4)',
      values: [endpointId, workerId, maximum, this.#secrets.keyIds],
    });
    // All of them are signed with the same secrets.
    const secrets = rows[0]?.secrets.map((secret) => this.#secrets.decrypt(secret, webhookOwner(endpointId)));
    return secrets ? rows.map((row) => ({ ...row, secrets })) : [];
  }

  #send(delivery: Delivery): Promise<Answer> {
    const { delivery_id, event_id, event_type, url, body } = delivery;
    // The receiver gets no traceparent header: our traces are internal.
    const attributes = {
      'haat.event_type': event_type,
      'haat.event_id': event_id,
      'haat.delivery_id': delivery_id,
      'server.address': URL.parse(url)?.hostname,
    };
    return inSpan(`webhook ${event_type}`, { kind: 'client', root: true, attributes }, async (span) => {
      const answer = await post(this.#agent, url, deliveryHeaders(delivery), body, this.#timeoutMs);
      span?.setAttributes({ 'haat.outcome': answer.outcome, 'http.response.status_code': answer.response_status });
      if (span && answer.outcome !== 'delivered') fail(span, answer.outcome);
      return answer;
    });
  }

  /** Tries several times, because answers that are not recorded are sent again when the job is retried. */
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
