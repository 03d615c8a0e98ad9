// The hashes of the history, computed as Postgres does (internal.change_digest, internal.history_hash): over the text of a
// row, as Postgres writes it.
import { createHash } from 'node:crypto';

/** A row of a file: each column as text, and the time as UTC to the microsecond. */
export type ArchivedRow = Record<string, string | null>;

/** What a seal says beside the prints of its rows. */
export type Seal = {
  number: string;
  after_id: string;
  first_id: string;
  upto_id: string;
  row_count: number;
  digest: string;
  previous_hash: string;
  hash: string;
  sealed_at: string;
};

/** The columns of each log that can be archived, in the order of its digest. */
export const columns = {
  changes: [
    'id',
    'company_id',
    'store_id',
    'actor_type',
    'actor_id',
    'actor_name',
    'operation',
    'request_id',
    'record_type',
    'record_id',
    'part',
    'parent_id',
    'action',
    'before',
    'after',
    'record_digest',
    'created_at',
  ],
  // The last of them is hashed only where it is there: it came later.
  order_timeline: [
    'id',
    'company_id',
    'store_id',
    'order_id',
    'action',
    'from_status',
    'to_status',
    'note',
    'detail',
    'actor_type',
    'actor_id',
    'actor_name',
    'request_id',
    'created_at',
    'prints',
  ],
  stock_movements: [
    'id',
    'company_id',
    'store_id',
    'location_id',
    'variant_id',
    'sku',
    'sequence',
    'type',
    'quantity_change',
    'reserved_change',
    'on_hand_after',
    'reserved_after',
    'reason',
    'reference_type',
    'reference_id',
    'reference_number',
    'unit_cost',
    'average_cost_after',
    'actor_type',
    'actor_id',
    'actor_name',
    'request_id',
    'created_at',
  ],
  events: [
    'id',
    'company_id',
    'store_id',
    'sequence',
    'type',
    'object_id',
    'object',
    'previous',
    'request_id',
    'created_at',
  ],
} as const satisfies Record<string, string[]>;

export type Log = keyof typeof columns;

export const isLog = (text: unknown): text is Log => Object.hasOwn(columns, String(text));

export const sha256 = (...parts: (string | Buffer)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** The hash that the seal of the row covers. */
export function digestOf(log: Log, row: ArchivedRow): Buffer {
  const isTimeline = log === 'order_timeline';
  const cells = columns[log]
    .filter((column) => !(isTimeline && column === 'prints'))
    .map((column) => (column === 'created_at' ? secondsOf(row[column]!) : row[column]!));
  return sha256(rowText(cells) + (isTimeline ? (row.prints ?? '') : ''));
}

/** `digests` are those of all its rows, in the order of their ids. */
export function hashOfSeal(log: Log, seal: Seal, digests: Buffer[]): string {
  const said = [seal.number, log, seal.after_id, seal.first_id, seal.upto_id, String(seal.row_count)];
  const prints = digests.map((digest) => digest.subarray(0, 8));
  return sha256(
    Buffer.from(seal.previous_hash, 'hex'),
    rowText(said),
    Buffer.from(seal.digest, 'hex'),
    Buffer.concat(prints),
  ).toString('hex');
}

/** A row as Postgres writes it. */
const rowText = (cells: (string | null)[]) => `(${cells.map(cellText).join(',')})`;

function cellText(cell: string | null): string {
  if (cell === null) return '';
  return cell === '' || /["\\(),\t\n\v\f\r ]/.test(cell) ? `"${cell.replaceAll(/["\\]/g, '$&$&')}"` : cell;
}

/** Seconds since 1970, as extract(epoch from …) gives them. */
const secondsOf = (time: string) => `${Date.parse(`${time.slice(0, 19)}Z`) / 1000}.${time.slice(20, 26)}`;
