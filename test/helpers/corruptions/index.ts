// Every kind of damage that we could think of, each with the check that sees it or the refusal it meets. Where two checks
// see the same, the one that says most is named.
import { booksCorruptions } from './books.ts';
import { derivedCorruptions } from './derived.ts';
import { documentsCorruptions } from './documents.ts';
import { erasureCorruptions } from './erasures.ts';
import { foundationsCorruptions } from './foundations.ts';
import { historyCorruptions } from './history.ts';
import { houseCorruptions } from './house.ts';
import { ordersCorruptions } from './orders.ts';
import { recordsCorruptions } from './records.ts';
import { schemaCorruptions } from './schema.ts';
import { stockCorruptions } from './stock.ts';
import { videosCorruptions } from './videos.ts';

export type Corruption = {
  check: string;
  what: string;
  /** Run in order by a superuser who has switched triggers off; :order, :variant and the like stand for ids in quotes. */
  statements: string[];
  object: RegExp;
};

/** What even a superuser is refused, as long as the guards stand. */
export type Refusal = { what: string; statement: string; sqlstate: string };

export const corruptions: Corruption[] = [
  ...derivedCorruptions,
  ...videosCorruptions,
  ...stockCorruptions,
  ...documentsCorruptions,
  ...ordersCorruptions,
  ...booksCorruptions,
  ...historyCorruptions,
  ...erasureCorruptions,
  ...recordsCorruptions,
  ...houseCorruptions,
  ...foundationsCorruptions,
  ...schemaCorruptions,
];

export const refusals: Refusal[] = [
  ...[
    'stock_movements',
    'order_timeline',
    'order_calls',
    'activity_log',
    'changes',
    'erased_rows',
    'ledger_seals',
    'ledger_seal_segments',
    'goods_receipts',
    'goods_receipt_lines',
    'stock_transfers',
    'stock_transfer_lines',
  ].flatMap((table) => [
    {
      what: `app.${table} rewritten`,
      statement: `update app.${table} set company_id = company_id`,
      sqlstate: '23001',
    },
    { what: `app.${table} thinned out`, statement: `delete from app.${table}`, sqlstate: '23001' },
    { what: `app.${table} emptied`, statement: `truncate app.${table} cascade`, sqlstate: '23001' },
  ]),
  { what: 'departures forgotten', statement: 'delete from internal.departures', sqlstate: '23001' },
  { what: 'seals of the history rewritten', statement: 'delete from internal.history_seals', sqlstate: '23001' },
  {
    what: 'less than nothing on the shelf',
    statement: 'update app.inventory_levels set on_hand = -1',
    sqlstate: '23514',
  },
  {
    what: 'more reserved than there is',
    statement: 'update app.inventory_levels set reserved = on_hand + 1',
    sqlstate: '23514',
  },
  {
    what: 'a note taken out of a timeline together with something else',
    statement: `update app.order_timeline set note = null, detail = null, actor_name = 'Nobody'`,
    sqlstate: '23001',
  },
  {
    what: 'a name given to an erased customer',
    statement: `update app.customers set full_name = 'Salma' where id = :erased`,
    sqlstate: '23514',
  },
  { what: 'a negative payment', statement: 'update app.payments set amount = -1', sqlstate: '23514' },
  { what: 'a total that does not add up', statement: 'update app.orders set total_amount = 1', sqlstate: '23514' },
  {
    what: 'an order without a customer',
    statement: 'update app.orders set customer_id = uuidv7() where id = :order',
    sqlstate: '23503',
  },
  {
    what: 'a line of an order of another company',
    statement: 'update app.order_items set order_id = :rival_order, line = 9 where order_id = :order',
    sqlstate: '23503',
  },
  {
    what: 'more returned than was delivered',
    statement: 'update app.order_items set returned_quantity = quantity + 1 where order_id = :order',
    sqlstate: '23514',
  },
  {
    what: 'an unknown status',
    statement: `update app.orders set status = 'lost' where id = :order`,
    sqlstate: '23503',
  },
];
