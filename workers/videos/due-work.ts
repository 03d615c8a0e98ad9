// One kind of work on videos: claims a piece that is due, does it, and claims again, until nothing is left. A job of
// graphile-worker runs it, so the queue says how many pieces are done at once and starts it again when it fails.
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

  /** Does what is due. Rejects with the error of a piece that failed; the piece is due again by then. */
  run(): Promise<void> {
    const running = this.#run().finally(() => this.#running.delete(running));
    this.#running.add(running);
    return running;
  }

  /** Claims no more; resolves when the pieces under way have ended. */
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
