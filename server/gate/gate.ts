// Runs operations: the only code that sends SQL for REST and the tool server. A request is one CALL; the answer of the
// operation comes back as JSON text and is passed on without being read.
import { hash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { CompletedUpload } from '../media/videos/files.ts';
import type { Bucket, Scope } from '../operations/types.ts';
import { bucketOf } from '../operations/types.ts';
import { fail, inSpan, sqlSpan } from '../process/tracing.ts';
import { CallStatement } from './call-statement.ts';
import { isUnexpected, unauthorized } from './errors.ts';
import { sqlstateOf } from './infrastructure-errors.ts';
import { type Limits, LoadShedder, rowsOf, Shed, type ShedReason } from './load-shedding.ts';
import { type Answer, answered, type Call, type Outcome, type Refusal } from './outcome.ts';
import { countShown, type Reads } from './personal-data-reads.ts';
import type { Replica } from './replica.ts';
import { requestHash } from './request-hash.ts';

type VideoCall = Pick<Call, 'keyHash' | 'input' | 'requestId' | 'operation'>;

/** Options that change how admission counts a call. */
export type AdmissionOptions = Pick<Call, 'outOfScopeBucket'>;

type ImageCall = Pick<Call, 'keyHash' | 'operation' | 'requestId' | 'idempotencyKey'>;

/** What is needed of an upload to call the storage; the precheck of get_video returns it. */
export type StoredVideo = {
  id: string;
  storage_key: string;
  /** The id of the upload in the storage; null before the first part is signed. */
  storage_upload_id: string | null;
  status: string;
  size_bytes: number | null;
};

/** An upload that only this call may complete now. */
export type VideoCompletion = StoredVideo & CompletedUpload & { lease: string };

/** Which events a call waits for: what gate.event_wait gives and gate.awaited_events takes. */
export type EventWait = { store_ids: string[]; types: string[]; after: number; since: string };

const keyPrefixes = ['service_sk_', 'shop_sk_'];

/** The SHA-256 of the key in an Authorization header. A token without the form of a key is refused before any look-up. */
export function presentedKey(authorization: string): Buffer {
  const [, token] = /^bearer +(\S+)$/i.exec(authorization) ?? [];
  if (!token) throw unauthorized('Send the API key as "Authorization: Bearer <key>".');
  if (!keyPrefixes.some((prefix) => token.startsWith(prefix)))
    throw unauthorized('The bearer token is not an API key. A key begins with service_sk_.');
  return sha256(token);
}

const callText = 'call gate.call($1, $2, $3, $4, $5, $6, $7, $8, $9, null, null, $10)';
const precheckText = 'call gate.precheck($1, $2, $3, $4, $5, $6, $7, $8, $9, null, null, $10)';
const admitReadText = 'select gate.admit_read($1, $2, $3, $4) as outcome';
const admitText = 'select gate.admit_only($1, $2, $3, $4, $5) as outcome';
const knownKeysText = 'select gate.known_keys($1) as known';
const validKeysText = 'select gate.valid_keys($1) as valid';
const replayText = 'select outcome, result from gate.replay($1, $2, $3, $4)';
const startImagesText = 'select gate.start_image_call($1, $2, $3) as found';
const endImagesText = 'select gate.end_image_call($1)';
const countLinksText = 'select gate.count_image_links($1, $2) as found';
const eventWaitText = 'select gate.event_wait($1, $2, $3) as found';
const awaitedText = 'select horizons, awake from gate.awaited_events($1, $2)';
const keepUploadText = 'select gate.keep_storage_upload($1, $2, $3, $4) as found';
const startCompletionText = 'select gate.start_video_completion($1, $2, $3, $4, $5) as found';
const addJobLinesText = 'select gate.add_job_lines($1, $2, $3, $4) as found';
const endCompletionText = 'select gate.end_video_completion($1)';

/** `answer` is null when the primary must answer; `admission` is null when the call is not counted yet. */
type Read = { admission: Outcome | null; answer: Answer | null };

const nothingRead: Read = { admission: null, answer: null };

export type OnShed = (bucket: Bucket, reason: ShedReason) => void;

export type GateOptions = {
  replica?: Replica | undefined;
  /** Notes who was shown personal data. */
  reads?: Reads | undefined;
  /** Told of each call that is refused without asking the database. */
  onShed?: OnShed;
  /** How long calls may wait for their turn; for tests, which take no busy machine for too many calls. */
  waits?: Partial<Limits> | undefined;
};

/** A call takes its turn among the others of its bucket; see load-shedding.ts. */
type Turn = { bucket: Bucket; lockedRows: string[]; goesOn: boolean };

const firstTurn: Turn = { bucket: 'read', lockedRows: [], goesOn: false };
const nextTurn: Turn = { ...firstTurn, goesOn: true };

/** Reads leave a quarter of the connections to writes, and writes to reads. */
const placesOf = (connections: number) => Math.max(1, connections - Math.ceil(connections / 4));

// A deadlock or serialization failure rolls the whole operation back, so it can safely run again.
const attempts = 4;
const isConflict = (sqlstate: string | null) => sqlstate === '40001' || sqlstate === '40P01';

/** The hash that the Idempotency-Key of a call is bound to. */
const boundTo = ({ operation, sent, idempotencyKey }: Call): Buffer | null =>
  idempotencyKey === null ? null : requestHash(operation.name, sent);

/** What a door needs: the gate of one database, or of several cells (cells.ts). */
export type Gates = Omit<{ [Name in keyof Gate]: Gate[Name] }, 'knownKeys'>;

export class Gate {
  readonly #pool: pg.Pool;
  readonly #log: Logger;
  readonly #replica: Replica | undefined;
  readonly #onShed: OnShed;
  readonly #reads: Reads | undefined;
  readonly #shedders: Record<Bucket, LoadShedder>;

  constructor(pool: pg.Pool, log: Logger, { replica, reads, onShed = () => {}, waits }: GateOptions = {}) {
    this.#pool = pool;
    this.#log = log;
    this.#replica = replica;
    this.#reads = reads;
    this.#onShed = onShed;
    const places = placesOf(pool.options?.max ?? 10);
    this.#shedders = { read: new LoadShedder(places, waits), write: new LoadShedder(places, waits) };
  }

  /** Admits the call, counts it once, and runs the operation. Errors become an outcome and are never thrown. */
  async callOperation(call: Call): Promise<Answer> {
    const answer = await this.#operate(call);
    const { shows } = call.operation;
    if (shows && answer.result !== null) this.#reads?.note(call.keyHash, shows, countShown(shows, answer.result));
    return answer;
  }

  async #operate(call: Call): Promise<Answer> {
    const { operation } = call;
    const isForReplica = this.#replica && operation.method === 'GET' && !operation.waits;
    const { admission, answer: read } = isForReplica ? await this.#read(call, this.#replica!) : nothingRead;
    if (read) return read;
    for (let attempt = 1; ; attempt++) {
      const isCounted = admission !== null || attempt > 1;
      const answer = await this.#call('gate.call', callText, call, isCounted ? 0 : (call.cost ?? operation.cost));
      const { sqlstate } = answer.outcome;
      if (isConflict(sqlstate) && attempt < attempts) {
        await wait(Math.random() * 20 * attempt);
        continue;
      }
      this.#report(answer.outcome, operation.name, call.requestId);
      return answer;
    }
  }

  /**
   * The first half of a call with work outside the database: admits and counts it, replays it, or refuses what the
   * operation would refuse in any case; see db/code/gate/calls/precheck.sql. The second half is callOperation with cost 0.
   * Before a file is read, the stored answer of its Idempotency-Key may be that of another file.
   */
  async precheck(call: Call): Promise<Answer> {
    const hash = call.file ? null : boundTo(call);
    const answer = await this.#call('gate.precheck', precheckText, call, call.cost ?? call.operation.cost, hash);
    this.#report(answer.outcome, call.operation.name, call.requestId);
    return answer;
  }

  /** Admits and counts a call that ends before any operation: refused input, discovery. */
  async admitOnly(
    keyHash: Buffer,
    scopes: Scope[],
    bucket: Bucket,
    cost: number,
    options: AdmissionOptions = {},
  ): Promise<Outcome> {
    try {
      return await this.#admit(keyHash, scopes, bucket, cost, options);
    } catch (error) {
      const outcome = failedOutcome(error);
      this.#report(outcome, 'admission', null);
      return outcome;
    }
  }

  /** Those of the hashes that belong to a key that is good now. Nothing is counted. */
  async validKeys(keyHashes: Buffer[]): Promise<Buffer[]> {
    const rows = await this.#query<{ valid: Buffer[] }>('gate.valid_keys', validKeysText, [keyHashes]);
    return rows[0]!.valid;
  }

  /** Those of the hashes that belong to a key of a live company here, good or not. Nothing is counted. */
  async knownKeys(keyHashes: Buffer[]): Promise<Buffer[]> {
    const rows = await this.#query<{ known: Buffer[] }>('gate.known_keys', knownKeysText, [keyHashes]);
    return rows[0]!.known;
  }

  /** The stored answer or refusal of this Idempotency-Key; null when the call must run. */
  async replay(call: Pick<Call, 'keyHash' | 'operation' | 'sent' | 'requestId'>, key: string): Promise<Answer | null> {
    const { keyHash, operation, sent, requestId } = call;
    const values = [keyHash, key, requestHash(operation.name, sent), requestId];
    try {
      const rows = await this.#query<{ outcome: Outcome | null; result: string | null }>(
        'gate.replay',
        replayText,
        values,
        nextTurn,
      );
      const { outcome, result } = rows[0]!;
      return outcome && { outcome, result };
    } catch (error) {
      const outcome = failedOutcome(error);
      this.#report(outcome, operation.name, requestId);
      return { outcome, result: null };
    }
  }

  /** What a call waits for whose page of events was empty. */
  startEventWait(call: Pick<Call, 'keyHash' | 'input' | 'requestId' | 'operation'>): Promise<EventWait | Refusal> {
    return this.#find('gate.event_wait', eventWaitText, call, [call.keyHash, call.input, call.requestId]);
  }

  /** Which of those who wait have an event to read, and how far the events are complete; see gate.awaited_events. */
  async awaitedEvents(waits: EventWait[], seen: object | null): Promise<{ horizons: object; awake: number[] }> {
    const values = [JSON.stringify(waits), seen];
    const rows = await this.#query<{ horizons: object; awake: number[] }>(
      'gate.awaited_events',
      awaitedText,
      values,
      nextTurn,
    );
    return rows[0]!;
  }

  /** Takes one of the two slots of the key for calls with images, for at most this many seconds. */
  startImageCall(call: ImageCall, seconds: number): Promise<{ lease: string } | Refusal> {
    return this.#find('gate.start_image_call', startImagesText, call, [call.keyHash, seconds, call.idempotencyKey]);
  }

  endImageCall(call: ImageCall, lease: string): Promise<unknown> {
    return this.#find('gate.end_image_call', endImagesText, call, [lease]);
  }

  /** Counts image links against the daily limit of the company; returns the refusal when the limit is exceeded. */
  async countImageLinks(call: ImageCall, links: number): Promise<Refusal | null> {
    const found = await this.#find<{ counted: number }>('gate.count_image_links', countLinksText, call, [
      call.keyHash,
      links,
    ]);
    return 'counted' in found ? null : found;
  }

  /** Saves the storage's id of an upload. Returns the saved one, which another call may have written first. */
  keepStorageUpload(
    call: VideoCall,
    videoId: string,
    uploadId: string,
  ): Promise<{ storage_upload_id: string } | Refusal> {
    const { keyHash, requestId } = call;
    return this.#find('gate.keep_storage_upload', keepUploadText, call, [keyHash, videoId, uploadId, requestId]);
  }

  /** Reserves the upload for completion by this call, for at most this many seconds. */
  startVideoCompletion(
    call: VideoCall & Pick<Call, 'idempotencyKey'>,
    seconds: number,
  ): Promise<VideoCompletion | Refusal> {
    const { keyHash, input, requestId, idempotencyKey } = call;
    const values = [keyHash, input, requestId, seconds, idempotencyKey];
    return this.#find('gate.start_video_completion', startCompletionText, call, values);
  }

  endVideoCompletion(call: VideoCall, lease: string): Promise<unknown> {
    return this.#find('gate.end_video_completion', endCompletionText, call, [lease]);
  }

  /** Stores the next lines of the job that this call has opened; see db/code/internal/jobs/add_job_lines.sql. */
  async addJobLines(call: VideoCall, jobId: string, lines: string): Promise<Refusal | null> {
    const { keyHash, requestId } = call;
    const values = [keyHash, jobId, lines, requestId];
    return this.#find<Refusal | null>('gate.add_job_lines', addJobLinesText, call, values);
  }

  /** The result of a function that a call needs after it was admitted, or its refusal. A database error becomes a refusal too and is logged. */
  async #find<Found>(
    name: string,
    text: string,
    { operation, requestId }: Pick<Call, 'operation' | 'requestId'>,
    values: unknown[],
  ): Promise<Found | Refusal> {
    try {
      const rows = await this.#query<{ found: Found | Outcome }>(name, text, values, nextTurn);
      const { found } = rows[0]!;
      if (found && typeof found === 'object' && 'sqlstate' in found) this.#report(found, operation.name, requestId);
      return found;
    } catch (error) {
      const outcome = failedOutcome(error);
      this.#report(outcome, operation.name, requestId);
      return { sqlstate: outcome.sqlstate, message: outcome.message };
    }
  }

  /** Admits a read. The replica answers it when the key is sure to see its own writes there. */
  async #read(call: Call, replica: Replica): Promise<Read> {
    const { keyHash, operation, cost = operation.cost, outOfScopeBucket } = call;
    try {
      const rows = await this.#query<{ outcome: Outcome & { wrote_lately: boolean } }>(
        'gate.admit_read',
        admitReadText,
        [keyHash, operation.scopes, cost, outOfScopeBucket],
      );
      const { wrote_lately, ...admission } = rows[0]!.outcome;
      if (admission.sqlstate !== null) return { admission, answer: { outcome: admission, result: null } };
      const answer = wrote_lately ? null : await replica.read(call);
      return { admission, answer: answer && answered(admission, answer.outcome, answer.result) };
    } catch (error) {
      const outcome = failedOutcome(error);
      this.#report(outcome, 'admission', call.requestId);
      return { admission: null, answer: { outcome, result: null } };
    }
  }

  async #call(name: string, text: string, call: Call, cost: number, hash = boundTo(call)): Promise<Answer> {
    const { operation, idempotencyKey } = call;
    const bucket = bucketOf(operation.method);
    try {
      const rows = await this.#query<Answer>(
        name,
        text,
        [
          call.keyHash,
          operation.name,
          call.input,
          operation.scopes,
          bucket,
          cost,
          idempotencyKey,
          hash,
          call.requestId,
          call.outOfScopeBucket,
        ],
        {
          bucket,
          lockedRows: bucket === 'write' ? rowsOf(call.keyHash, call.input) : [],
          // It was counted when it came.
          goesOn: cost === 0,
        },
      );
      return rows[0]!;
    } catch (error) {
      const outcome = failedOutcome(error);
      // The call was counted before it failed. If the database still answers, the rate headers can show it.
      if (!outcome.isShed && !/^(08|25006|53|57P|58)/.test(outcome.sqlstate!)) {
        const window = await this.#admit(call.keyHash, [], bucket, 0).catch(() => null);
        outcome.rate = window?.rate ?? null;
        outcome.key = window?.key ?? null;
      }
      return { outcome, result: null };
    }
  }

  async #admit(
    keyHash: Buffer,
    scopes: Scope[],
    bucket: Bucket,
    cost: number,
    { outOfScopeBucket }: AdmissionOptions = {},
  ): Promise<Outcome> {
    const rows = await this.#query<{ outcome: Outcome }>('gate.admit_only', admitText, [
      keyHash,
      scopes,
      bucket,
      cost,
      outOfScopeBucket,
    ]);
    return rows[0]!.outcome;
  }

  /** Each function of the gate has a prepared statement and a span with its name. */
  #query<Row extends pg.QueryResultRow>(
    name: string,
    text: string,
    values: unknown[],
    turn: Turn = firstTurn,
  ): Promise<Row[]> {
    const statement = statementOf(name, text, values);
    return inSpan(name, sqlSpan, async (span) => {
      const { rows } = await this.#inTurn(turn, () => this.#pool.query<Row>(statement));
      const sqlstate = span && (rows[0] as Partial<Answer> | undefined)?.outcome?.sqlstate;
      if (span && sqlstate) {
        span.setAttribute('db.response.status_code', sqlstate);
        if (isUnexpected(sqlstate)) fail(span, sqlstate);
      }
      return rows;
    });
  }

  async #inTurn<Result>({ bucket, lockedRows, goesOn }: Turn, work: () => Promise<Result>): Promise<Result> {
    try {
      return await this.#shedders[bucket].run(lockedRows, work, { goesOn });
    } catch (error) {
      if (error instanceof Shed) this.#onShed(bucket, error.reason);
      throw error;
    }
  }

  /** Logs an unexpected outcome. Calls that are refused before the database is asked can be many: a metric counts them. */
  #report(outcome: Outcome, operation: string, requestId: string | null): void {
    const { sqlstate, message, context, constraint, key, isShed } = outcome;
    if (sqlstate === null || isShed || !isUnexpected(sqlstate)) return;
    this.#log.error(
      { operation, request_id: requestId, key_id: key?.id, sqlstate, constraint, reason: message, context },
      'operation failed',
    );
  }
}

/** pg answers a submittable as it answers any statement; its types know only those that stream. */
function statementOf(name: string, text: string, values: unknown[]): pg.QueryConfig {
  const isCall = text === callText || text === precheckText;
  return isCall ? new CallStatement(name, text, values as CallStatement['values']) : { name, text, values };
}

/** The outcome of a call that the database could not finish. */
export function failedOutcome(error: unknown): Outcome {
  const { message, stack, where } = error as { message?: string; stack?: string; where?: string };
  return {
    rate: null,
    retry_after: null,
    key: null,
    sqlstate: error instanceof Shed ? '53300' : sqlstateOf(error),
    isShed: error instanceof Shed,
    message: message ?? String(error),
    context: where ?? stack ?? null,
    replayed: false,
    request_id: null,
  };
}

function sha256(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}
