// Corruptions of documents of the stock, and of the ledger rows that they booked.
import type { Corruption } from './index.ts';

export const documentsCorruptions: Corruption[] = [
  {
    check: 'check_document_movements',
    what: 'a receipt that says more than was booked',
    statements: [
      'update app.goods_receipt_lines set quantity = quantity + 1 where receipt_id = :receipt',
      'update app.purchase_lines set received_quantity = received_quantity + 1 where variant_id = :received_variant',
    ],
    object: /^goods_receipt GRN-1: RECEIVED at location/,
  },
  {
    check: 'check_document_movements',
    what: 'a count that says another difference than was booked',
    statements: ['update app.stock_count_lines set counted_quantity = counted_quantity + 2 where count_id = :count'],
    object: /^stock_count CNT-1: RECEIVED at location/,
  },
  {
    check: 'check_document_movements',
    what: 'a transfer that brought in what it did not take out',
    statements: [
      'update app.stock_movements set quantity_change = 3 where reference_id = :transfer and quantity_change > 0',
    ],
    object: /^stock_transfer TRF-1: RECEIVED at location/,
  },
  {
    check: 'check_document_movements',
    what: 'a transfer that brought the goods in at another cost',
    statements: ['update app.stock_movements set unit_cost = 1 where reference_id = :transfer and quantity_change > 0'],
    object: /^stock_transfer TRF-1: RECEIVED$/,
  },
  {
    check: 'check_document_movements',
    what: 'a movement that bears the number of a document without being on it',
    statements: [`update app.stock_movements set reference_number = 'GRN-1' where variant_id = :found_variant`],
    object: /^movement .*: FOUND, sequence 1$/,
  },
  {
    check: 'check_document_movements',
    what: 'a document removed from over its movements',
    statements: ['delete from app.stock_transfer_lines', 'delete from app.stock_transfers'],
    object: /^movement .*: RECEIVED, sequence/,
  },
  {
    check: 'check_purchases',
    what: 'a purchase that got more than its receipts brought',
    statements: [
      'update app.purchase_lines set received_quantity = received_quantity + 1 where variant_id = :received_variant',
    ],
    object: /^purchase PUR-1: RECEIVED$/,
  },
  {
    check: 'check_purchases',
    what: 'a purchase with a status that does not follow',
    statements: [`update app.purchases set status = 'received' where id = :purchase`],
    object: /^purchase PUR-1$/,
  },
  {
    check: 'check_purchases',
    what: 'a correction that takes back more than came',
    statements: ['update app.goods_receipt_lines set quantity = -99 where receipt_id = :correction'],
    object: /^goods_receipt GRN-2: RECEIVED$/,
  },
];
