// A model reads all of an answer: a page of a list ends before it is too long, and `next_cursor` gives the rest.
import { textsIn } from '../gate/free-form.ts';

/** Of the document, in bytes; a record alone may be longer. */
export const longestPage = 100_000;

const roomForMeta = 200;

type Row = { id?: string | null; variant_id?: string };
type Page = { data?: Row[]; meta?: { has_more: boolean; next_cursor: string | null } };

/** The document of a list, or the rows of it that are nearest to where the page begins. */
export function shortPage(document: string, isBackward: boolean): string {
  if (Buffer.byteLength(document) <= longestPage) return document;
  const page = JSON.parse(document) as Page;
  const { data, meta } = page;
  if (!data || !meta || Object.keys(page).length > 2) return document;
  // The rows as they came: what parsing loses, such as the digits of numbers, stays.
  const texts = textsIn(document, page);
  const rows = isBackward ? data.toReversed() : data;
  const kept: Row[] = [];
  let length = roomForMeta;
  for (const row of rows) {
    length += Buffer.byteLength(texts.get(row)!) + 1;
    if (length > longestPage && kept.length > 0) break;
    kept.push(row);
  }
  if (kept.length === rows.length) return document;
  // Backwards, it goes on before the first row; what comes after the last one is as it was.
  const next = isBackward ? meta.next_cursor : cursorOf(kept.at(-1)!);
  const shown = (isBackward ? kept.toReversed() : kept).map((row) => texts.get(row));
  return `{"data":[${shown.join(',')}],"meta":${JSON.stringify({ ...meta, has_more: true, next_cursor: next })}}`;
}

/** Variants without a level have no id of their own. */
const cursorOf = (row: Row): string => row.id ?? row.variant_id!;
