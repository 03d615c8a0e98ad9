// Every act of every door on one order, as data: a name, the move by which pages offer it, when it is to be tried, and its SQL.
// The SQL reads what the driver has looked up beforehand (driver.ts): o the order, p its latest parcel, q the one before, r the
// return that would be received, v the one that was received last, money its settled payments and refunds, items its lines, and
// payable and refundable, the most that may be paid and given back.

import { orderStatusNames } from '../../../server/operations/order-statuses.ts';

export interface Act {
  name: string;
  /** The move of `possibleMoves` that offers it; none: it is offered nowhere. */
  move?: string;
  /** The status that the move names. */
  to?: string;
  /** The arguments that it gives, as `possibleMoves` names those that are required. */
  gives?: string[];
  /** Where its move is offered, and it gives what is required, it is accepted. */
  isSure?: boolean;
  /** It is always refused. */
  isTooMuch?: boolean;
  /** A condition on what the driver looked up: without it the act would be the same as another, or has nothing to work on. */
  when?: string;
  sql: string;
  /** Another act of which this is a second door: it must end the same. */
  sameAs?: string;
  /** It takes back what an act of these names did last. */
  takesBack?: RegExp;
  /** Tried for the answer only. */
  isProbe?: boolean;
}

/** Fixed, so that few sums appear: half of what the order costs. */
const half = '300';
const reason = `'Typing error'`;

const input = (more: string) => `jsonb_build_object('id', o.id, 'store_id', o.store_id, ${more})`;
const line = (quantity: string, more = '', n = 1) =>
  `jsonb_build_object('order_item_id', items[${n}].id, 'quantity', ${quantity}${more})`;
/** Of every line of which there is something. */
const lines = (quantity: string, more = '') => `(
  select jsonb_agg(jsonb_build_object('order_item_id', i.id, 'quantity', ${quantity}${more}))
  from unnest(items) i where ${quantity} > 0)`;
const outstanding = 'i.quantity - i.delivered_quantity - i.released_quantity';
const damaged = `, 'condition', 'damaged'`;

const statusActs = orderStatusNames.flatMap((status): Act[] => [
  {
    ...{ name: `status ${status}`, move: 'changeOrderStatus', to: status, isSure: true },
    sql: `api.update_order_status(${input(`'status', '${status}'`)})`,
  },
  {
    ...{ name: `staff's status ${status}`, sameAs: `status ${status}` },
    sql: `staff.change_order_status(o.id, '${status}')`,
  },
]);

const paid = (amount: string) =>
  `jsonb_build_object('order_id', o.id, 'payment_method_id', shop.card_id, 'amount', ${amount})`;
const payment = (amount: string) =>
  `api.record_order_payment(${input(`'payment_method_id', shop.card_id, 'amount', ${amount}`)})`;

/** The amount that is stated as collected: nothing said, nothing collected, a part, all. */
const sums: Record<string, string> = { nothing: 'null', none: '0', half, all: 'p.cod_amount' };
const isOne = { nothing: 'true', none: 'true', half: `p.cod_amount > ${half}`, all: 'p.cod_amount > 0' };
const stated = (gives: string[], names: (keyof typeof isOne)[] = ['nothing', 'none', 'half', 'all']) =>
  names.map((name) => ({
    name,
    when: isOne[name],
    amount: sums[name]!,
    gives: name === 'nothing' ? gives : [...gives, 'collectedAmount'],
  }));

const parcelActs: Act[] = [
  { name: 'pickup', move: 'recordParcelPickup', isSure: true, sql: 'staff.record_parcel_pickup(p.id)' },
  ...stated([]).map(({ name, when, amount, gives }) => ({
    ...{ name: `deliver, ${name} stated`, move: 'recordParcelDelivered', when, gives, isSure: true },
    sql: `staff.record_parcel_delivered(p.id, ${amount})`,
  })),
  {
    ...{ name: 'deliver, too much stated', when: 'p.cod_amount > 0', isTooMuch: true },
    sql: 'staff.record_parcel_delivered(p.id, p.cod_amount + 0.01)',
  },
  ...Object.entries({ unit: '1', line: 'items[1].quantity' }).flatMap(([what, kept]) =>
    stated(['kept'], ['nothing', 'none', 'half']).map(({ name, when, amount, gives }) => ({
      ...{ name: `one ${what} kept, ${name} stated`, move: 'recordPartialDelivery', when, gives, isSure: true },
      sql: `staff.record_partial_delivery(p.id, jsonb_build_array(${line(kept)}), ${amount})`,
    })),
  ),
  { name: 'fail', move: 'recordDeliveryFailure', isSure: true, sql: 'staff.record_delivery_failure(p.id)' },
  { name: 'call back', move: 'requestParcelReturn', isSure: true, sql: 'staff.request_parcel_return(p.id)' },
  { name: 'cancel parcel', move: 'cancelParcel', isSure: true, sql: 'staff.cancel_parcel(p.id)' },
  { name: 'receive all', move: 'receiveParcel', isSure: true, sql: 'staff.receive_parcel(p.id)' },
  {
    ...{ name: 'receive one unit', move: 'receiveParcel', gives: ['lines'] },
    sql: `staff.receive_parcel(p.id, jsonb_build_array(${line('1')}))`,
  },
  {
    ...{ name: 'receive all damaged', move: 'receiveParcel', gives: ['lines'], isSure: true },
    when: `exists (select from unnest(items) i where ${outstanding} > 0)`,
    sql: `staff.receive_parcel(p.id, ${lines(outstanding, damaged)})`,
  },
  { name: 'pay out all', move: 'recordParcelPayout', isSure: true, sql: 'staff.record_parcel_payout(p.id)' },
  {
    ...{ name: 'pay out half', move: 'recordParcelPayout', gives: ['amount'], isSure: true },
    ...{ when: `p.held_amount > ${half}`, sql: `staff.record_parcel_payout(p.id, ${half})` },
  },
  {
    ...{ name: 'pay out all, less a charge', move: 'recordParcelPayout', gives: ['chargedAmount'] },
    ...{ when: 'p.held_amount > 100', sql: 'staff.record_parcel_payout(p.id, charged_amount => 100)' },
  },
  {
    ...{ name: 'pay out too much', when: 'p.held_amount > 0', isTooMuch: true },
    sql: 'staff.record_parcel_payout(p.id, p.held_amount + 0.01)',
  },
  ...stated(['reason']).map(({ name, when, amount, gives }) => ({
    ...{ name: `restate, ${name} stated`, move: 'restateCollected', when, gives, isSure: true },
    sql: `staff.restate_collected(p.id, ${reason}, ${amount})`,
  })),
  {
    ...{ name: 'write off all', move: 'writeOffParcelCash', gives: ['reason'], isSure: true },
    sql: `staff.write_off_parcel_cash(p.id, ${reason})`,
  },
  {
    ...{ name: 'write off half', move: 'writeOffParcelCash', gives: ['reason', 'amount'], isSure: true },
    ...{ when: `p.held_amount > ${half}`, sql: `staff.write_off_parcel_cash(p.id, ${reason}, ${half})` },
  },
  {
    ...{ name: 'write off nothing', move: 'writeOffParcelCash', gives: ['reason', 'amount'], isSure: true },
    ...{ sql: `staff.write_off_parcel_cash(p.id, ${reason}, 0)` },
  },
  {
    ...{ name: 'take back the step', move: 'undoParcelStep', gives: ['reason'], isSure: true },
    sql: `staff.undo_parcel_step(p.id, ${reason})`,
  },
].map((act) => ({ ...act, when: ['p.id is not null', ...('when' in act ? [act.when] : [])].join(' and ') }));

const parcelBeforeActs: Act[] = [
  { name: 'receive all of the parcel before', sql: 'staff.receive_parcel(q.id)' },
  { name: 'pay out all of the parcel before', sql: 'staff.record_parcel_payout(q.id)' },
].map((act) => ({ ...act, when: 'q.id is not null' }));

const returnActs: Act[] = [
  {
    ...{ name: 'return one unit', move: 'createReturn', gives: ['lines'] },
    sql: `staff.create_return(o.id, jsonb_build_array(${line('1')}))`,
  },
  {
    ...{ name: 'return all', move: 'createReturn', gives: ['lines'], isSure: true },
    when: 'exists (select from unnest(items) i where internal.returnable_quantity(i) > 0)',
    sql: `staff.create_return(o.id, ${lines('internal.returnable_quantity(i)')})`,
  },
  {
    ...{ name: 'return all, by a key', sameAs: 'return all' },
    when: 'exists (select from unnest(items) i where internal.returnable_quantity(i) > 0)',
    sql: `api.create_return(${input(`'lines', ${lines('internal.returnable_quantity(i)')}`)})`,
  },
  {
    ...{ name: 'receive return, by a key', sameAs: 'receive return', when: 'r.id is not null' },
    sql: `api.receive_return(jsonb_build_object('id', r.id, 'store_id', r.store_id))`,
  },
  {
    ...{ name: 'receive return', move: 'receiveReturn', isSure: true, when: 'r.id is not null' },
    sql: 'staff.receive_return(r.id)',
  },
  {
    ...{
      name: 'receive one damaged unit of return',
      move: 'receiveReturn',
      gives: ['lines'],
      when: 'r.id is not null',
    },
    sql: `staff.receive_return(r.id, jsonb_build_array(${line('1', damaged)}))`,
  },
  {
    ...{ name: 'cancel return', move: 'cancelReturn', gives: ['reason'], isSure: true, when: 'r.id is not null' },
    ...{ sql: `staff.cancel_return(r.id, ${reason})`, takesBack: /^return / },
  },
  {
    ...{ name: 'take back the receipt', move: 'undoReturnReceipt', gives: ['reason'], isSure: true },
    ...{ when: 'v.id is not null', sql: `staff.undo_return_receipt(v.id, ${reason})`, takesBack: /^receive .*return/ },
  },
];

const moneyActs: Act[] = [
  {
    ...{ name: 'pay all', move: 'recordPayment', gives: ['paymentMethodId', 'amount'], isSure: true },
    ...{ when: 'payable > 0', sql: payment('payable') },
  },
  {
    ...{ name: `staff's pay all`, sameAs: 'pay all', when: 'payable > 0' },
    sql: `staff.record_payment(${paid('payable')})`,
  },
  {
    ...{ name: 'pay half', move: 'recordPayment', gives: ['paymentMethodId', 'amount'], isSure: true },
    ...{ when: `payable > ${half}`, sql: payment(half) },
  },
  { name: 'pay too much', isTooMuch: true, sql: payment('payable + 0.01') },
  {
    ...{ name: 'refund all', move: 'recordRefund', gives: ['paymentMethodId', 'amount'], isSure: true },
    ...{ when: 'refundable > 0', sql: 'staff.record_refund(o.id, refundable, shop.cash_id)' },
  },
  {
    ...{ name: 'refund all, by a key', sameAs: 'refund all', when: 'refundable > 0' },
    sql: `api.record_refund(${input(`'amount', refundable, 'payment_method_id', shop.cash_id`)})`,
  },
  {
    ...{ name: 'refund half', move: 'recordRefund', gives: ['paymentMethodId', 'amount'], isSure: true },
    ...{ when: `refundable > ${half}`, sql: `staff.record_refund(o.id, ${half}, shop.cash_id)` },
  },
  {
    ...{ name: 'refund too much', isTooMuch: true },
    sql: 'staff.record_refund(o.id, refundable + 0.01, shop.cash_id)',
  },
  ...[1, 2, 3, 4, 5, 6].map((n) => ({
    ...{ name: `void ${n}`, when: `money[${n}].id is not null`, takesBack: /^(pay|refund) / },
    sql: `staff.void_payment(money[${n}].id, ${reason})`,
  })),
];

const edited = (quantity: number) =>
  `api.edit_order(${input(`'changes', jsonb_build_array(jsonb_build_object('action', 'change_item',
    'order_item_id', items[1].id, 'quantity', ${quantity}))`)})`;
/** The first line has two units, and one of them goes. */
const editActs: Act[] = [
  { name: 'edit and back', when: 'items[1].quantity = 2', sql: `${edited(1)}, ${edited(2)}` },
  { name: 'edit one unit less', when: 'items[1].quantity = 2', sql: edited(1) },
];

export const acts: Act[] = [
  ...statusActs,
  { name: 'cancel', sql: `api.cancel_order(${input(`'reason', 'x'`)})`, sameAs: 'status cancelled' },
  { name: `staff's cancel`, sql: `staff.cancel_order(o.id)`, sameAs: 'status cancelled' },
  ...['reporting', 'silent', 'own'].map((courier) => ({
    ...{ name: `book ${courier}`, move: 'bookParcel', isSure: true },
    sql: `staff.book_parcel(o.id, shop.${courier}_id)`,
  })),
  {
    ...{ name: 'book reporting, by a key', sameAs: 'book reporting' },
    sql: `api.book_parcel(${input(`'courier_id', shop.reporting_id`)})`,
  },
  { name: 'book by hand', move: 'bookParcel', isSure: true, sql: 'staff.book_parcel(o.id)' },
  ...editActs,
  { name: 'send again', move: 'sendAgain', isSure: true, sql: 'staff.send_again(o.id)' },
  ...parcelActs,
  ...parcelBeforeActs,
  ...returnActs,
  ...moneyActs,
];
