// Shows the progress of long work on standard error: on a terminal in one line that is updated, elsewhere as a line every
// few seconds. Work that ends before the first line shows nothing.

export interface Progress {
  /** Says what is being done, and how much of it is done. */
  at(what: string, done?: number, total?: number): void;
  /** Removes the line, so that something else can be printed. */
  clear(): void;
  end(): void;
}

export const noProgress: Progress = { at() {}, clear() {}, end() {} };

const terminalIntervalMs = 100;
const printIntervalMs = 3_000;

interface Stream {
  isTTY?: boolean;
  columns?: number;
  write(text: string): unknown;
}

export function showProgress(stream: Stream = process.stderr, printedMs = printIntervalMs): Progress {
  let timer: NodeJS.Timeout | undefined;
  let started = 0;
  let line = '';

  const say = () => {
    if (!line) return;
    const text = `${line}, ${Math.round((performance.now() - started) / 1000)} s`;
    // A line that wraps cannot be overwritten.
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
      timer = setInterval(say, stream.isTTY ? terminalIntervalMs : printedMs);
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
