// Tells clients what the sentences of an answer mean: a stable key, and the values in it, so that they can say it in
// their own language. The sentences are English and may change, the keys stay. Each is told by its own text, beside
// it.
import { ApiError } from '../gate/errors.ts';
import { finder, type Meanings, refusals, type Told } from '../gate/refusals.ts';

const find = finder(refusals);
const known = new Map<string, Told | undefined>();
const mostKnown = 2000;

/** Of what a sentence is: "order_id: is …" of an input, "The order is …" of a record. */
const subject = /^(?:([\w.]+): |The (?:order|parcel|return) )/;

function meaningOf(text: string): Told | undefined {
  if (known.has(text)) return known.get(text);
  const [start = '', field] = subject.exec(text) ?? [];
  const rest = find(text.slice(start.length).replace(/ \(and \d+ more\)$/, ''));
  const told = find(text) ?? (rest ? { ...rest, ...(field && { field }) } : undefined);
  if (known.size >= mostKnown) known.clear();
  known.set(text, told);
  return told;
}

/** `meanings` of those that are known; nothing when none is. */
export function withMeanings(texts: Iterable<unknown>): { meanings?: Meanings } {
  const told = [...new Set(texts)].flatMap((text) => {
    const meaning = typeof text === 'string' && meaningOf(text);
    return meaning ? [[text, meaning]] : [];
  });
  return told.length > 0 ? { meanings: Object.fromEntries(told) } : {};
}

/** What a refusal says: as a whole, and of its fields. */
export const saidBy = ({ message, fields }: { message: string; fields?: object | null | undefined }): unknown[] => [
  message,
  ...Object.values(fields ?? {}).flat(),
];

/** The same refusal; the error object says what it means. */
export function telling(error: unknown): unknown {
  if (error instanceof ApiError) error.extra = withMeanings(saidBy(error));
  return error;
}
