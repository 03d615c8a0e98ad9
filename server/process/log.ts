// The log: one JSON line per event, on standard output.
import {
  type DestinationStream,
  destination,
  type Logger,
  type LoggerOptions,
  levels,
  pino,
  stdTimeFunctions,
  symbols,
} from 'pino';

export type { Logger };

/**
 * An error without its additional properties: in `detail` Postgres quotes whole rows, also password hashes and signing
 * secrets, and errors of HTTP clients contain the request.
 */
function described(error: unknown): unknown {
  if (typeof error !== 'object' || error === null) return error;
  const { name, code, message, stack, cause } = error as NodeJS.ErrnoException & { cause?: unknown };
  return { type: name, code, message, stack, ...(cause instanceof Error && { cause: described(cause) }) };
}

/** How long a line may wait for others: to write each by itself took a fifth of what a small request takes. */
const gatherMs = 20;
const gatherBytes = 1_048_576;

let output: DestinationStream | undefined;

/** Standard output, for all logs of the process: what is only told is written with what follows in a moment, trouble at once. */
function standardOutput(): DestinationStream {
  // When the process exits, pino writes what is left.
  const file = destination({ dest: 1, minLength: gatherBytes, maxWrite: 2 * gatherBytes, sync: false });
  let isGathering = false;
  let isWriting = false;
  let isAsked = false;
  const flush = () => {
    isGathering = false;
    isAsked = isWriting;
    if (isWriting) return;
    isWriting = true;
    file.flush();
  };
  file.on('drain', () => {
    isWriting = false;
    if (isAsked) flush();
  });
  return {
    [symbols.needsMetadataGsym]: true,
    lastLevel: 0,
    write(line: string) {
      file.write(line);
      if (this.lastLevel >= levels.values.warn!) return flush();
      if (isGathering) return;
      isGathering = true;
      setTimeout(flush, gatherMs).unref();
    },
  } as DestinationStream & { lastLevel: number };
}

export function createLog(level: string, stream?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: described },
    // API keys and sessions must be protected like passwords.
    redact: {
      paths: [
        'authorization',
        'cookie',
        'headers.authorization',
        'headers.cookie',
        '*.headers.authorization',
        '*.headers.cookie',
      ],
      censor: '[redacted]',
    },
  };
  output ??= stream ? undefined : standardOutput();
  return pino(options, stream ?? output!);
}

/** The same lines on standard error, each written before the next step: the process may end right after. */
export function errorLog(): Logger {
  return createLog('info', destination({ dest: 2, sync: true }));
}
