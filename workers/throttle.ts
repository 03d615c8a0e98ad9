// How long work that can wait rests after each piece, so that those who sell have the database to themselves.

export type ThrottleOptions = {
  /** In times of what the piece took, while others use the database much … */
  rest: number;
  /** … and while none does. Between the two, five times as many as there are others at work on average. */
  shortRest: number;
};

export class Throttle {
  readonly #options: ThrottleOptions;
  /** How many others are at work, as an average over the last pieces: of jobs, over a second or two. */
  #others = 0;

  constructor(options: ThrottleOptions) {
    this.#options = options;
  }

  /** What internal.others_at_work gave after a piece. */
  note(others: number): void {
    this.#others += (others - this.#others) / 20;
  }

  after(tookMs: number): number {
    const { rest, shortRest } = this.#options;
    return tookMs * Math.min(rest, Math.max(shortRest, 5 * this.#others));
  }
}
