// Tells clients what the sentences of an answer mean: a reason that stays, and the values in it, so that they can say
// it in their own language. Each is told by its own text, beside it.
import { ApiError } from '../../gate/errors.ts';
import type { Meanings } from '../../problems/meaning.ts';

/** `meanings`, where there are some. */
export const withMeanings = (meanings: Meanings): { meanings?: Meanings } =>
  Object.keys(meanings).length > 0 ? { meanings } : {};

/** The same refusal; the error object says what it means. */
export function telling(error: unknown): unknown {
  if (error instanceof ApiError) error.extra = withMeanings(error.meanings);
  return error;
}
