-- What the tables of db/schema/import_export.sql and their columns mean.

comment on table app.image_links is
  'Pictures that an import named by link, fetched one by one within the company''s links of a day. One that was '
  'fetched stays, so that the same import takes it once.';
comment on column app.image_links.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.image_links.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.image_links.store_id is 'The store. The fence compares it.';
comment on column app.image_links.product_id is 'The product that is to show it.';
comment on column app.image_links.source_url is 'Where it is fetched from.';
comment on column app.image_links.alt_text is 'What it shows, in words.';
comment on column app.image_links.position is 'Order in the file, from 0: earlier ones are fetched first.';
comment on column app.image_links.skus is 'The variants of the product that show it, by SKU.';
comment on column app.image_links.status is 'waiting; fetched; or refused: it cannot be had.';
comment on column app.image_links.image_id is 'The image it became; null again when staff removed that.';
comment on column app.image_links.problem is 'Why it could not be fetched, the last time.';
comment on column app.image_links.meaning is
  'What the problem means: {reason, values}; null when that is not known.';
comment on column app.image_links.attempts is 'How often it was fetched or tried.';
comment on column app.image_links.due_at is 'Not before then: after a claim, and after a failure.';
comment on column app.image_links.created_at is 'When the row was written, by internal.now().';

comment on table app.imported_orders is
  'Which order of the shop a store moved from became which order here: it comes in once.';
comment on column app.imported_orders.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.imported_orders.store_id is 'The store. The fence compares it.';
comment on column app.imported_orders.reference is 'Its number in the old shop.';
comment on column app.imported_orders.order_id is 'What it became.';
comment on column app.imported_orders.created_at is 'When it came in, by internal.now().';

comment on table app.imports is
  'Jobs that take in a file of another shop: which file, and which line of it each line of the job is.';
comment on column app.imports.job_id is 'The job, and so when it came.';
comment on column app.imports.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.imports.store_id is 'The store. The fence compares it.';
comment on column app.imports.kind is 'What the file holds: products, customers or orders.';
comment on column app.imports.source is 'Whose columns it has: shopify, woocommerce, haat, other.';
comment on column app.imports.file_name is 'What the file was called.';
comment on column app.imports.waiting_skus is
  'Variants that did not come in, because their SKU stood above in the file or their options in the product.';
comment on column app.imports.made_skus is
  'Variants that got a SKU of their own, because theirs stood above in the file.';
comment on column app.imports.columns is
  'Of other columns, by field the heading of its column; null where they are known.';
comment on column app.imports.file_lines is
  'For each line of the job in order, the line of the file that it begins with.';
