// What an Idempotency-Key is bound to: a hash of the request, however its JSON was written.
import { hash } from 'node:crypto';

/** JSON with sorted keys in every object, so that equal requests have equal text. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value)
    .filter(([, child]) => child !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, child]) => `${JSON.stringify(key)}:${canonicalJson(child)}`);
  return `{${entries.join(',')}}`;
}

/** The hash that an Idempotency-Key is bound to. It is the same over REST and tools, so each replays answers of the other. */
export function requestHash(operation: string, sent: unknown): Buffer {
  return hash('sha256', canonicalJson({ operation, input: sent }), 'buffer');
}
