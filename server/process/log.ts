// The log: one JSON line per event, on standard output.
import { type DestinationStream, destination, type Logger, type LoggerOptions, pino, stdTimeFunctions } from 'pino';

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
  return stream ? pino(options, stream) : pino(options);
}

/** The same lines on standard error, each written before the next step: the process may end right after. */
export function errorLog(): Logger {
  return createLog('info', destination({ dest: 2, sync: true }));
}
