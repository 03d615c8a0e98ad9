// The path of every call, of REST and tools. The steps run in this order, and the first refusal is the answer:
//   1. admission: 401, 429, 403 for a scope (gate.admit)
//   2. the request: 400 for a header, 413, 415, 422 (the interface reads it: request.ts, gate/form.ts, mcp/tools.ts)
//   3. the answer its Idempotency-Key already has (gate.recall)
//   4. the precheck, where there are side effects: plan, switch, records (internal.precheck_<operation>)
//   5. side effects: links are resolved and fetched, bytes are stored (SideEffects)
//   6. the operation (api.<operation>), which decides anew
// Steps 1, 3 and 6 of a call without side effects are one round trip, gate.call; of one with, 1, 3 and 4 are gate.precheck.
// A form can be large, so it is read only after steps 1 and 3, and counted when what it brings is known.
import type { Logger } from 'pino';
import { StorageUnavailable } from '../media/storage/index.ts';
import { bucketOf } from '../operations/types.ts';
import type { OutboundRule } from '../process/address-ranges.ts';
import { linkProblem } from '../process/outbound.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import { ApiError } from './errors.ts';
import type { ExportCalls } from './export-calls.ts';
import type { Gates } from './gate.ts';
import { withCleanHtml } from './html.ts';
import { type FormImages, type ImageCalls, slotSeconds } from './image-calls.ts';
import { sqlstateOf } from './infrastructure-errors.ts';
import { type JobCalls, jobWithResults } from './job-calls.ts';
import { type Answer, answered, type Call, type Outcome, type Refusal } from './outcome.ts';
import { type FormRequest, InvalidInput, type Request } from './request.ts';
import type { SideEffects } from './side-effects.ts';
import type { VideoCalls } from './video-calls.ts';
import { Waiting } from './waiting.ts';
import { WebhookCalls } from './webhook-calls.ts';

/** The caller and the operation, before the request is read. */
export type Caller = Pick<Call, 'keyHash' | 'operation' | 'requestId' | 'outOfScopeBucket' | 'left'>;

type PipelineOptions = {
  gate: Gates;
  log: Logger;
  images: ImageCalls;
  videos: VideoCalls;
  exports: ExportCalls;
  /** Aborted when the process is asked to stop. */
  stopping?: AbortSignal;
  jobs: JobCalls;
  mediaUrl: string;
  outboundAllow: OutboundRule[];
  /** Encrypts the signing secrets of webhooks. */
  secrets: SecretBox;
};

export class CallPipeline {
  readonly #gate: Gates;
  readonly #log: Logger;
  readonly #images: ImageCalls;
  readonly #videos: VideoCalls;
  readonly #exports: ExportCalls;
  readonly #jobs: JobCalls;
  readonly #waiting: Waiting;
  readonly #webhooks: WebhookCalls;
  readonly #mediaUrl: string;
  readonly #outboundAllow: OutboundRule[];

  constructor(options: PipelineOptions) {
    const { gate, log, images, videos, exports, jobs, stopping, mediaUrl, outboundAllow, secrets } = options;
    this.#gate = gate;
    this.#log = log;
    this.#images = images;
    this.#videos = videos;
    this.#exports = exports;
    this.#waiting = new Waiting(gate, log, stopping);
    this.#jobs = jobs;
    this.#webhooks = new WebhookCalls(secrets, outboundAllow);
    this.#mediaUrl = mediaUrl;
    this.#outboundAllow = outboundAllow;
  }

  /**
   * Answers a call. `read` returns its request or throws what is wrong with it. The call is counted in both cases, and only
   * an admitted caller sees the error.
   */
  async answer(caller: Caller, read: () => Promise<Request | FormRequest | Answer>): Promise<Answer> {
    let request: Request | FormRequest | Answer;
    try {
      request = await read();
    } catch (problem) {
      const outcome = await this.#admit(caller, caller.operation.cost);
      return { outcome, result: null, problem: toldTo(problem, outcome) };
    }
    // A form may already have a stored answer, so it is not read.
    if ('outcome' in request) return request;
    if (!('form' in request)) return this.callOperation({ ...caller, ...request });
    const { form, close, ...sent } = request;
    try {
      return await this.callOperation({ ...caller, ...sent }, form);
    } finally {
      await close();
    }
  }

  /** A call whose request was read and is valid. */
  async callOperation(sent: Call, form?: FormImages): Promise<Answer> {
    const input = withCleanHtml(sent.input, sent.operation, this.#mediaUrl);
    const { call, work } = this.#plan({ ...sent, input, cost: costOf(sent) }, form);
    if (call.operation.webhook)
      return this.#webhooks.show(await (work ? this.#callWith(work, call) : this.#gate.callOperation(call)));
    if (work) return this.#callWith(work, call);
    if (call.operation.waits) return this.#waiting.answer(call);
    const answer = await this.#gate.callOperation(call);
    const { job, video, download } = call.operation;
    if (answer.result === null) return answer;
    if (job === 'read') return { ...answer, result: jobWithResults(answer.result) };
    if (video !== 'sign' && !download) return answer;
    return this.#guarded(call, answer.outcome, async () =>
      download ? { ...answer, result: await this.#exports.sign(answer.result!) } : this.#videos.signParts(call, answer),
    );
  }

  /**
   * Admits a form before it is read. Returns the slot for calls with images that its key now has, or the answer when there
   * is one already.
   */
  async admitForm(call: Omit<Call, 'input'>): Promise<{ lease: string; end(): Promise<unknown> } | Answer> {
    const { idempotencyKey } = call;
    // The cost is known only after the form is read. Until then the limit is only checked, and a call that ends here counts.
    const window = await this.#admit(call, 0);
    if (window.sqlstate !== null || window.rate?.remaining === 0) {
      const counted = await this.#admit(call, 1);
      if (counted.sqlstate !== null) return { outcome: counted, result: null };
    }
    const replay = idempotencyKey === null ? null : await this.#gate.replay(call, idempotencyKey);
    if (replay) return answered(await this.#admit(call, 1), replay.outcome, replay.result);
    const slot = await this.#gate.startImageCall(call, slotSeconds);
    if (!('lease' in slot)) return answered(await this.#admit(call, 1), slot);
    return { lease: slot.lease, end: () => this.#gate.endImageCall(call, slot.lease) };
  }

  #admit({ keyHash, operation, outOfScopeBucket }: Caller, cost: number): Promise<Outcome> {
    return this.#gate.admitOnly(keyHash, operation.scopes, bucketOf(operation.method), cost, { outOfScopeBucket });
  }

  async #callWith(work: SideEffects, call: Call): Promise<Answer> {
    const prechecked = await this.#gate.precheck({ ...call, cost: work.cost });
    const { outcome: admission, result: found } = prechecked;
    if (admission.replayed && work.readFile) return this.#replayFile(work, call, admission);
    if (admission.sqlstate !== null || admission.replayed) return prechecked;
    const operate = async (input: object) => {
      const sent = work.sent?.() ?? call.sent;
      const answer = await this.#gate.callOperation({ ...call, sent, cost: 0, input: JSON.stringify(input) });
      return answered(admission, answer.outcome, answer.result);
    };
    return this.#guarded(call, admission, () => work.run({ admission, found: found!, operate }));
  }

  /**
   * The answer to a file whose Idempotency-Key has one already: that, when the file is the same. It is read to know, and
   * nothing is kept of it.
   */
  async #replayFile(work: SideEffects, call: Call, known: Outcome): Promise<Answer> {
    const admission = { ...known, sqlstate: null, message: null, fields: null, constraint: null, replayed: false };
    return this.#guarded(call, admission, async () => {
      try {
        await work.readFile!();
      } catch (problem) {
        if (!(problem instanceof ApiError)) throw problem;
        return { outcome: admission, result: null, problem };
      }
      const replay = await this.#gate.replay({ ...call, sent: work.sent!() }, call.idempotencyKey!);
      // Between the two looks the answer has become too old to be kept.
      if (!replay) return inFlight;
      return answered(admission, replay.outcome, replay.result);
    });
  }

  /** The answer of work outside the database. Storage errors are not stored for replay, so the call can be sent again. */
  async #guarded(call: Call, admission: Outcome, work: () => Promise<Answer | Refusal>): Promise<Answer> {
    try {
      const done = await work();
      return 'outcome' in done ? done : answered(admission, done);
    } catch (error) {
      const details = { operation: call.operation.name, request_id: call.requestId, err: error };
      if (error instanceof StorageUnavailable) {
        this.#log.warn(details, 'the storage did not answer');
        return answered(admission, {
          sqlstate: 'HT016',
          message: 'The file storage did not answer. Try again in a few seconds.',
        });
      }
      this.#log.error(details, 'work outside the database failed');
      return answered(admission, { sqlstate: sqlstateOf(error) });
    }
  }

  /** The call for the database, and the side effects before it. */
  #plan(call: Call, form?: FormImages): { call: Call; work: SideEffects | null } {
    const { images, video, links, job, webhook } = call.operation;
    if (job === 'create') return this.#jobs.plan(call);
    if (images) {
      const { input, work } = this.#images.plan(call, form);
      return { call: { ...call, input }, work };
    }
    if (webhook) return this.#webhooks.plan(call);
    if (video) return { call, work: this.#videos.workOf(call) };
    return { call, work: links ? this.#linkWork(call, links) : null };
  }

  /** Refuses at once a link that a worker would not open, if this is known already. */
  #linkWork(call: Call, fields: string[]): SideEffects | null {
    const input = JSON.parse(call.input) as Record<string, unknown>;
    const given = fields.filter((field) => typeof input[field] === 'string');
    if (given.length === 0) return null;
    return {
      run: async ({ operate }) => {
        for (const field of given) {
          const problem = await linkProblem(input[field] as string, this.#outboundAllow);
          if (problem)
            return { sqlstate: 'HT008', message: `${field} ${problem}.`, fields: { [field]: [problem.text] } };
        }
        return operate(input);
      },
    };
  }
}

const inFlight: Refusal = {
  sqlstate: 'HT007',
  message: 'The answer of this Idempotency-Key is being removed; retry with the same key.',
};

/** How many calls a call counts as, where its lines decide it. */
function costOf({ cost, operation, input }: Call): number | undefined {
  const { costByLine } = operation;
  // A tool that was counted before it ran comes with its cost.
  if (!costByLine || cost !== undefined) return cost;
  const { list, linesPerWrite, atMost } = costByLine;
  const lines = JSON.parse(input)[list] as unknown[];
  return Math.min(atMost, Math.ceil(lines.length / linesPerWrite));
}

/** Whether store_id is required depends on the type of the key, which is known after admission. */
const toldTo = (problem: unknown, { key }: Outcome) =>
  problem instanceof InvalidInput ? problem.toldTo(key?.type) : problem;
