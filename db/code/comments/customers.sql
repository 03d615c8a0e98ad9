-- What the tables of db/schema/customers.sql and their columns mean.

comment on table app.customers is 'People who buy. phone is canonical (01XXXXXXXXX).';
comment on column app.customers.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.customers.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.customers.store_id is 'The store. The fence compares it.';
comment on column app.customers.full_name is 'Name as given at the first order, or as edited.';
comment on column app.customers.email is 'In lower case; unique in the store.';
comment on column app.customers.phone is 'Bangladeshi mobile, canonical: 01XXXXXXXXX; unique in the store.';
comment on column app.customers.status is 'active, inactive or blocked.';
comment on column app.customers.type is 'manual, registered or guest.';
comment on column app.customers.gender is 'male or female, where known.';
comment on column app.customers.created_at is 'When the row was written, by internal.now().';
comment on column app.customers.updated_at is 'When anything shown in the resource last changed; clients sync by it.';
comment on column app.customers.erased_at is 'When the personal data was erased; null for everybody else.';

comment on table app.customer_addresses is 'Saved addresses of a customer; at most one is the default.';
comment on column app.customer_addresses.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.customer_addresses.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.customer_addresses.store_id is 'The store. The fence compares it.';
comment on column app.customer_addresses.customer_id is 'Whose address it is.';
comment on column app.customer_addresses.label is 'Name of the address, such as Home.';
comment on column app.customer_addresses.recipient_name is 'Name of the person who receives parcels there.';
comment on column app.customer_addresses.recipient_phone is 'Phone of that person, as written.';
comment on column app.customer_addresses.address_line is 'Street and house.';
comment on column app.customer_addresses.city is 'City or district.';
comment on column app.customer_addresses.area is 'Area within it.';
comment on column app.customer_addresses.postal_code is 'Postal code, as written.';
comment on column app.customer_addresses.is_default is 'The address that is used unless another is chosen.';
comment on column app.customer_addresses.created_at is 'When the row was written, by internal.now().';
comment on column app.customer_addresses.updated_at is
  'When anything shown in the resource last changed; clients sync by it.';

comment on table app.erased_rows is
  'Rows of the history from which personal data was erased, so that their seals hold. Append only. Checked by '
  'ledger.check_erasures.';
comment on column app.erased_rows.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.erased_rows.erasure_id is
  'The erasure: its entry in the activity log, customer.erased, has this id, and a digest of these rows.';
comment on column app.erased_rows.log is 'The table of the row.';
comment on column app.erased_rows.row_id is 'The row.';
comment on column app.erased_rows.sealed_digest is 'SHA-256 of the row as it was written: what its seal covers.';
comment on column app.erased_rows.erased_digest is 'SHA-256 of the row as it is since.';

-- The same for what staff may read: internal.readable_customers.
call internal.install_readable('app.customers');
