// Lanes do one kind of work, so many pieces of it at a time: each claims a piece, does it, claims again, and ends when
// nothing is left. They take no place in the queue of jobs, so however long a piece lasts, it holds up nothing else.
import type { Logger } from '../../server/process/log.ts';
import { inSpan } from '../../server/process/tracing.ts';

export interface Work<Piece> {
  name: string;
  /** Null when nothing is due. */
  claim(): Promise<Piece | null>;
  do(piece: Piece): Promise<void>;
}

export class Lanes<Piece> {
  readonly #work: Work<Piece>;
  readonly #most: number;
  readonly #log: Logger;
  readonly #running = new Set<Promise<void>>();
  #lanes = 0;
  #woken = false;
  #stopping = false;

  constructor(work: Work<Piece>, most: number, log: Logger) {
    this.#work = work;
    this.#most = most;
    this.#log = log;
  }

  /** Says that something may be due. */
  wake(): void {
    if (this.#stopping) return;
    this.#woken = true;
    if (this.#lanes === this.#most) return;
    this.#lanes++;
    const running = this.#run().finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Claims no more; resolves when the pieces under way have ended. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await Promise.all(this.#running);
  }

  async #run(): Promise<void> {
    // Nothing is awaited between the last look at #woken and the end of the lane, so no call of wake() is lost.
    for (let again = true; again && !this.#stopping; ) {
      this.#woken = false;
      try {
        const piece = await this.#work.claim();
        again = piece !== null || this.#woken;
        if (piece === null) continue;
        // Where one was due another may be; a free lane looks.
        this.wake();
        const { name } = this.#work;
        const facts = { kind: 'consumer', root: true, attributes: { 'haat.job': name } } as const;
        await inSpan(name, facts, () => this.#work.do(piece));
      } catch (error) {
        this.#log.error({ err: error, work: this.#work.name }, 'work on videos failed; it is taken up again');
        again = false;
      }
    }
    this.#lanes--;
  }
}
