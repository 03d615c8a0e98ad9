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
  /** After so long a job goes back into the queue, behind those of other companies. */
  sliceMs: number;
  /** The pause when the database is in trouble. */
  errorPauseMs: number;
}

const defaultPace: Pace = { workMs: 25, rest: 1, shortRest: 0.1, sliceMs: 2_000, errorPauseMs: 1_000 };

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
    const { rows } = await this.#pool.query('select internal.take_job($1) as id', [companyId]);
    const jobId = rows[0].id as string | null;
    if (jobId === null) return;
    const until = performance.now() + this.#pace.sliceMs;
    let isRunning = true;
    while (isRunning && performance.now() < until && !this.#stopping.signal.aborted) {
      isRunning = await this.#runSome(jobId);
    }
    await this.#pool.query('select internal.wake_jobs($1)', [companyId]);
  }

  /** Whether the job goes on. */
  async #runSome(jobId: string): Promise<boolean> {
    try {
      const answer = await this.#inTurn('call internal.run_job_lines($1, $2, null, null)', [jobId, this.#pace.workMs]);
      if (answer.state === 'images') await this.#runWithImages(jobId, answer);
      return answer.state !== 'ended';
    } catch (error) {
      if (!isPassing(sqlstateOf(error))) throw error;
      this.#log.warn({ job_id: jobId, reason: String(error) }, 'a line of a job waits for the database');
      await this.#pause(this.#pace.errorPauseMs);
      return true;
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
        rested = this.#pause(this.#throttle.after(performance.now() - began));
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
