// The first 16 digits of the SHA-256 of every committed migration. A new one adds a line; a line never changes: what has
// run in a database somewhere is not edited, but followed by another migration.
export const committedMigrations: Record<string, string> = {
  '000001-schemas.sql': '1a773438529e7723',
  '000002-companies-and-stores.sql': '94beb0f9518d57d4',
  '000003-staff-and-keys.sql': '7abf6e41d0a4f7a3',
  '000004-catalog.sql': '6db15972e5eb3f25',
  '000005-customers-and-coupons.sql': '9509fca5d76ed128',
  '000006-orders.sql': '893497cb2d32ab8a',
  '000007-parcels-and-payments.sql': '0d8f5b8b8543c089',
  '000008-inventory.sql': '83907c39557b182b',
  '000009-videos.sql': '644a642d96a25820',
  '000010-events-and-webhooks.sql': '5addde5326e58ade',
  '000011-reports.sql': '831ce0de2a3431a1',
  '000012-gate.sql': 'f57fd5697ff693ab',
  '000013-staff-answers.sql': 'a6d4caa7ab1be8b5',
  '000014-order-statuses.sql': 'd3bf50772f98c8de',
  '000015-books-jobs-and-context.sql': 'd8b64dab465084b9',
  '000016-gaps-secrets-sign-in-erasure-and-flat-lists.sql': 'cd3550d01cd93595',
  '000017-stock-documents-stored-products-staff-roles-stages.sql': '67cf955008f5949f',
  '000018-pages-of-staff-quotes-payout-sheets-product-images-figures.sql': '97e2c2bae9749c80',
  '000019-test-stores-exports-jobs-moving-in-statistics-of-tenants.sql': '86e277266b7d12ab',
  '000020-order-counts-work-of-parcels-short-searches-cancelled-export.sql': '8c3a736550a6ad23',
};
