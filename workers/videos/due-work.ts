// Does one kind of work on videos: claims a piece of work that is due, does it, and claims the next, until nothing is left.
// It runs inside jobs of graphile-worker. The queue limits how many run at the same time, and retries a job that fails.
import { inSpan } from '../../server/process/tracing.ts';

export interface Work<Piece> {
  name: string;
  /** Null when nothing is due. */
  claim(): Promise<Piece | null>;
  do(piece: Piece): Promise<void>;
}

export class DueWork<Piece> {
  readonly #work: Work<Piece>;
  readonly #running = new Set<Promise<void>>();
  #stopping = false;

  constructor(work: Work<Piece>) {
    this.#work = work;
  }

  /** Does all due work. Rejects when a piece fails; then that piece is due again already. */
  run(): Promise<void> {
    const running = this.#run().finally(() => this.#running.delete(running));
    this.#running.add(running);
    return running;
  }

  /** Claims nothing more. Resolves when the running pieces have ended. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await Promise.allSettled(this.#running);
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      const piece = await this.#work.claim();
      if (piece === null) return;
      const { name } = this.#work;
      const facts = { kind: 'consumer', root: true, attributes: { 'haat.job': name } } as const;
      await inSpan(name, facts, () => this.#work.do(piece));
    }
  }
}
