// The first 16 digits of the SHA-256 of every committed migration. A new one adds a line; a line never changes: what has
// run in a database somewhere is not edited, but followed by another migration.
export const committedMigrations: Record<string, string> = {
  '000101-schemas.sql': '12f053a9a39877f7',
  '000102-companies-and-stores.sql': '7902b55ff495d94b',
  '000103-staff-and-keys.sql': '328caf6dfee7af63',
  '000104-catalog.sql': '3077c8c981e7cd8e',
  '000105-customers.sql': '1ebc7ae6f60bb34e',
  '000106-orders-parcels-and-coupons.sql': '0cd76916cd474684',
  '000107-payments.sql': 'a92577ee27dd21b6',
  '000108-inventory.sql': '56c9d80294f1ac7c',
  '000109-events-and-webhooks.sql': '5562598ae014795d',
  '000110-videos.sql': 'ed42201815c42eaf',
  '000111-reports.sql': 'e78d664133bae00d',
  '000112-jobs.sql': 'ce979ebf91790458',
  '000113-imports-from-other-shops.sql': '09fd40882aee52a0',
  '000114-exports.sql': 'afca61bc4a9ecd3e',
  '000115-gate.sql': 'be85a044a1ee86c8',
  '000116-books-of-the-service.sql': 'be8eaf0ee8455c9f',
  '000117-types-of-the-staff-api.sql': '3a28af989a8ed7e6',
  '000118-statistics-of-tenants.sql': '3c50819df8a1a035',
  '000119-drop-two-dead-columns-of-staff.sql': 'b61e85835e3014bd',
  '000120-what-a-refusal-means-kept-beside-its-sentence.sql': '21960d532349f9ce',
};
