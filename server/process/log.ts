// The log: one JSON line an event, on standard output.
import { type Logger, pino, stdTimeFunctions } from 'pino';

export type { Logger };

/**
 * An error without what its maker has hung on it: Postgres quotes whole rows in `detail`, password hashes and signing
 * secrets among them, and clients of other services keep the request.
 */
function described(error: unknown): unknown {
  if (typeof error !== 'object' || error === null) return error;
  const { name, code, message, stack, cause } = error as NodeJS.ErrnoException & { cause?: unknown };
  return { type: name, code, message, stack, ...(cause instanceof Error && { cause: described(cause) }) };
}

export function createLog(level: string): Logger {
  return pino({
    level,
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: described },
    // Keys and sessions are as good as passwords.
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
  });
}
