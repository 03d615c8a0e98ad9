// Runs the lines of jobs: a company's jobs take turns, companies go on side by side, and the house stays responsive. The
// lines run in the database (internal.run_job_lines); only images are fetched here.
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { isPassing, sqlstateOf } from '../../server/gate/infrastructure-errors.ts';
import type { ImageStore } from '../../server/media/images/store.ts';
import type { Problem } from '../../server/problems/problem.ts';
import type { Logger } from '../../server/process/log.ts';
import { Throttle, type ThrottleOptions } from '../throttle.ts';

/** Places of jobs in a process. One that fetches images keeps its place, so there are some; only one works at a time. */
export const jobsAtOnce = 4;

export interface Pace extends ThrottleOptions {
  /** How long lines of one job are begun before the next job has its turn. */
  workMs: number;
  /** After so long the next job of the company has its turn; the company goes back into the queue, behind others that wait. */
  turnMs: number;
  /** After so long it goes back in any case: what holds its entry of the queue for longer looks stuck. */
  stayMs: number;
  /** The pause when the database is in trouble, twice as long each time, up to the second figure. */
  errorPauseMs: [number, number];
}

const defaultPace: Pace = {
  workMs: 25,
  rest: 0.5,
  shortRest: 0,
  turnMs: 2_000,
  stayMs: 300_000,
  errorPauseMs: [10, 1_000],
};

/** So many lines run alone after an error, which was perhaps that of a slice: internal.run_job_lines. */
const linesAlone = 10;

type WantedImage = { stored: string; link: string; name: string; max_bytes: number };

type Answer = {
  state: 'next' | 'ended' | 'images';
  /** Whether the line succeeded. */
  done?: boolean;
  /** The operation failed unexpectedly. */
  failure?: { line: number; operation: string; sqlstate: string; context: string } | null;
  company_id?: string;
  line?: number;
  images?: WantedImage[];
};

type Options = { pool: pg.Pool; images: ImageStore; log: Logger; pace?: Partial<Pace> | undefined };

export class JobRunner {
  readonly #pool: pg.Pool;
  readonly #images: ImageStore;
  readonly #log: Logger;
  readonly #pace: Pace;
  readonly #stopping = new AbortController();
  readonly #serving = new Set<Promise<void>>();
  readonly #throttle: Throttle;
  #turn: Promise<unknown> = Promise.resolve();

  constructor({ pool, images, log, pace }: Options) {
    this.#pool = pool;
    this.#images = images;
    this.#log = log;
    this.#pace = { ...defaultPace, ...pace };
    this.#throttle = new Throttle(this.#pace);
  }

  /** Runs the company's next job for some time. The last line leaves a job that asks for the next turn of the company. */
  serve(companyId: string): Promise<void> {
    const serving = this.#serve(companyId).finally(() => this.#serving.delete(serving));
    this.#serving.add(serving);
    return serving;
  }

  /** Begins no more lines. Resolves when those that run have ended. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.allSettled(this.#serving);
  }

  async #serve(companyId: string): Promise<void> {
    const take = async (name: string): Promise<string | null> =>
      (await this.#pool.query(`select internal.${name}($1) as id`, [companyId])).rows[0].id;
    const { stayMs } = this.#pace;
    const until = performance.now() + stayMs;
    let jobId = await take('take_job');
    if (jobId === null) return;
    while (jobId !== null && performance.now() < until && !this.#stopping.signal.aborted) {
      await this.#runTurn(jobId);
      jobId = await take('take_next_job');
    }
    await this.#pool.query('select internal.wake_jobs($1)', [companyId]);
  }

  async #runTurn(jobId: string): Promise<void> {
    const { workMs, turnMs, errorPauseMs } = this.#pace;
    const [firstPauseMs, longestPauseMs] = errorPauseMs;
    const until = performance.now() + turnMs;
    let alone = 0;
    let pauseMs = firstPauseMs;
    while (performance.now() < until && !this.#stopping.signal.aborted) {
      try {
        const values = [jobId, alone-- > 0 ? 0 : workMs];
        const answer = await this.#inTurn('call internal.run_job_lines($1, $2, null, null)', values);
        if (answer.state === 'images') await this.#runWithImages(jobId, answer);
        if (answer.state === 'ended') return;
        pauseMs = firstPauseMs;
      } catch (error) {
        if (!isPassing(sqlstateOf(error))) throw error;
        this.#log.warn({ job_id: jobId, reason: String(error) }, 'a line of a job waits for the database');
        alone = linesAlone;
        await this.#pause(pauseMs);
        pauseMs = Math.min(longestPauseMs, pauseMs * 2);
      }
    }
  }

  async #runWithImages(jobId: string, { company_id, line, images }: Answer): Promise<void> {
    const keys: string[] = [];
    let isKept = false;
    try {
      const entries = images!.map(() => ({}) as Record<string, unknown>);
      const wanted = images!.map(({ stored, link, name, max_bytes }, n) => ({
        entry: entries[n]!,
        stored,
        link,
        name,
        file: undefined,
        maxBytes: max_bytes,
      }));
      const problems = await this.#images.bringIn(wanted, company_id!, keys);
      const fetched = problems ? refusalOf(problems) : images!.map(({ stored }, n) => entries[n]![stored]);
      const values = [jobId, line, JSON.stringify(fetched)];
      const answer = await this.#inTurn('select internal.run_job_line($1, $2, $3) as answer', values);
      isKept = answer.done === true;
    } finally {
      if (!isKept) await this.#images.remove(keys);
    }
  }

  /** One statement at a time, and a rest after it: jobs together never take more than their share of the database. */
  #inTurn(text: string, values: unknown[]): Promise<Answer> {
    const run = async () => {
      const began = performance.now();
      try {
        const { rows } = await this.#pool.query<{ answer: Answer; others?: number }>({ name: text, text, values });
        const { answer, others } = rows[0]!;
        if (others !== undefined) this.#throttle.note(others);
        if (answer.failure) this.#log.error({ ...answer.failure }, 'a line of a job failed unexpectedly');
        return answer;
      } finally {
        const restMs = this.#throttle.after(performance.now() - began);
        if (restMs > 0) rested = this.#pause(restMs);
      }
    };
    let rested: Promise<void> | undefined;
    const answered = this.#turn.then(run);
    this.#turn = answered.catch(() => {}).then(() => rested);
    return answered;
  }

  #pause = (ms: number): Promise<void> => sleep(ms, undefined, { signal: this.#stopping.signal }).catch(() => {});
}

/** Of several pictures it is the first whose problem is told. */
function refusalOf(problems: Record<string, Problem[]>): object {
  const told = Object.entries(problems).flatMap(([field, list]) => list.map((problem) => problem.of(field)));
  return { sqlstate: 'HT008', message: told.join('; '), meaning: told[0]!.meaning, fields: problems };
}
