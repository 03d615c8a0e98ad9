// How far long work has come, on standard error: on a terminal one line that moves, elsewhere a line every few seconds.
// Work that is over before the first such line says nothing.

export interface Progress {
  /** What is being done now, and how much of it is done. */
  at(what: string, done?: number, total?: number): void;
  /** Takes the moving line away, for something else to be printed. */
  clear(): void;
  end(): void;
}

export const noProgress: Progress = { at() {}, clear() {}, end() {} };

const paintedEveryMs = 100;
const printedEveryMs = 3_000;

interface Stream {
  isTTY?: boolean;
  columns?: number;
  write(text: string): unknown;
}

export function showProgress(stream: Stream = process.stderr, printedMs = printedEveryMs): Progress {
  let timer: NodeJS.Timeout | undefined;
  let started = 0;
  let line = '';

  const say = () => {
    if (!line) return;
    const text = `${line}, ${Math.round((performance.now() - started) / 1000)} s`;
    // What is longer than a row cannot be painted over.
    if (stream.isTTY) stream.write(`\r\x1b[K${text.slice(0, (stream.columns ?? 80) - 1)}`);
    else stream.write(`haat: ${text}\n`);
  };
  const clear = () => {
    if (stream.isTTY && timer) stream.write('\r\x1b[K');
  };
  return {
    at(what, done, total) {
      line = total ? `${what}: ${done} of ${total} (${Math.floor((100 * done!) / total)} %)` : what;
      if (timer) return;
      started = performance.now();
      timer = setInterval(say, stream.isTTY ? paintedEveryMs : printedMs);
      timer.unref();
    },
    clear,
    end() {
      clear();
      clearInterval(timer);
      timer = undefined;
      line = '';
    },
  };
}
