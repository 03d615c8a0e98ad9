// The part of the library about what goes wrong with orders, parcels and payments.
import { changes, type Operation } from './changes.ts';

const id = '00000000-0000-0000-0000-000000000000';
const needs = 'orders.manage';
const change = changes('Parcels', needs);
const parcel = 'id status order { number status dueAmount }';

export const parcels: Operation[] = [
  changes('Orders', needs)(
    'cancel-order',
    'Cancel an order',
    'Before it is sent. Its stock is free again; money that came is refunded apart.',
    'order',
    'id number status dueAmount',
    { orderId: id, reason: '', note: null },
  ),
  change('cancel-parcel', 'Cancel a parcel', 'Before the courier has it.', 'parcel', parcel, {
    parcelId: id,
    reason: '',
  }),
  change(
    'record-partial-delivery',
    'Record a delivery in part',
    'What the customer kept. The rest comes back; without an amount, the courier collected what the kept goods cost.',
    'parcel',
    `${parcel} collectedAmount`,
    { parcelId: id, kept: [{ orderItemId: id, quantity: 1 }], collectedAmount: null },
  ),
  change('record-delivery-failure', 'Record a failed delivery', 'The courier may try again.', 'parcel', parcel, {
    parcelId: id,
    reason: '',
  }),
  change('request-parcel-return', 'Call a parcel back', 'The courier is to bring it back.', 'parcel', parcel, {
    parcelId: id,
    reason: '',
  }),
  change('undo-parcel-step', 'Take back a step of a parcel', 'What was last said of it by mistake.', 'parcel', parcel, {
    parcelId: id,
    reason: '',
  }),
  change('restate-collected', 'Correct what was collected', 'Until it is paid out.', 'parcel', `${parcel} heldAmount`, {
    parcelId: id,
    reason: '',
    collectedAmount: null,
  }),
  change('cancel-return', 'Cancel a return', 'Its goods stay with the customer.', 'return', 'id status', {
    returnId: id,
    reason: '',
  }),
  changes('Orders', needs)(
    'send-again',
    'Send an order again',
    'One that came back undelivered, whole and undamaged.',
    'order',
    'id number status dueAmount',
    { orderId: id, note: null },
  ),
  changes('Parcels', 'inventory.manage')(
    'undo-return-receipt',
    'Take back the receipt of a return',
    'While its goods are still in stock and were not refunded.',
    'return',
    'id status',
    { returnId: id, reason: '' },
  ),
  changes('Money', 'payments.manage')(
    'write-off-parcel-cash',
    'Write off cash of a parcel',
    'In all; without an amount, all that is held. 0 takes it back.',
    'parcel',
    `${parcel} heldAmount writtenOffAmount`,
    { parcelId: id, reason: '', amount: null },
  ),
  changes('Money', 'payments.manage')(
    'void-payment',
    'Void a payment',
    'One that was recorded by mistake. It stays in the list, as voided.',
    'payment',
    'id status amount order { number paidAmount dueAmount }',
    { paymentId: id, reason: '' },
  ),
  {
    id: 'sales-summary',
    group: 'Money',
    title: 'Sales of a month',
    about: 'Of any days of a store, at most 366; without from and to, of this month until today.',
    query: `query SalesSummary($storeId: UUID!, $from: Date, $to: Date) {
  store(id: $storeId) {
    name
    timezone
    salesSummary(from: $from, to: $to) { from to orders grossSales netSales netRevenue averageOrderValue moneyReceived }
  }
}`,
    variables: { storeId: id, from: null, to: null },
  },
  {
    id: 'store-report',
    group: 'Money',
    title: 'Best products, and what the stock is worth',
    about:
      'Of a store: what earned most in a window of days, and the stock at its average cost by location (costs.read).',
    query: `query StoreReport($storeId: UUID!, $from: Date, $to: Date) {
  store(id: $storeId) {
    previousSales(from: $from, to: $to) { from to orders netSales }
    salesDays(from: $from, to: $to) { day orders netSales }
    topProducts(from: $from, to: $to, limit: 20) { nodes { rank productName variantName sku unitsSold unitsReturned revenue } }
    stockValue { nodes { location variants units value } }
  }
}`,
    variables: { storeId: id, from: null, to: null },
  },
];
