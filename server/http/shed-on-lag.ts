// When a process gets more requests than its processor can answer, all of them become late, also the probes. The event loop
// shows it: its timers fire late, again and again. Then requests are refused before anything is read of them.
import type { Context, Middleware } from 'koa';
import { unavailable } from '../gate/errors.ts';

export type IsLagging = () => boolean;

const everyMs = 50;
/** Later than that is late; probes wait as long. */
const lateMs = 150;
/** A process that is late for a moment only does one long thing, or had to wait for the processor. */
const standsAfterMs = 1_000;

export class EventLoopLag {
  #since: number | undefined;
  #last: number;

  constructor(now: number) {
    this.#last = now;
  }

  /** Called every 50 ms, or later. */
  tick(now: number): void {
    const isLate = now - this.#last > everyMs + lateMs;
    this.#since = isLate ? (this.#since ?? this.#last) : undefined;
    this.#last = now;
  }

  /** Every tick of the last second was late. */
  stands = (): boolean => this.#since !== undefined && this.#last - this.#since > standsAfterMs;
}

/** Watches the event loop of this process. */
export function watchEventLoopLag(): IsLagging {
  const lag = new EventLoopLag(performance.now());
  setInterval(() => lag.tick(performance.now()), everyMs).unref();
  return lag.stands;
}

/** With so few requests open it is not they that make the process late: it starts, or others use the processor. */
const fewOpen = 16;

export function shedOnLag(isLate: IsLagging): Middleware {
  let open = 0;
  return async (ctx: Context, next) => {
    if (open >= fewOpen && isLate()) {
      ctx.app.emit('shed', 'all', 'late');
      throw unavailable();
    }
    open++;
    try {
      await next();
    } finally {
      open--;
    }
  };
}
