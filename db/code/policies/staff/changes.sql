-- What stood there before and after is shown to those who may see it where it stands. A type that is not named here is
-- hidden from all: test/architecture/journal.test.ts asks for it.
call internal.install_fence('app.changes', 'company_or_store', $$
  (select internal.is_permitted('activity.read')) and case
    when record_type in ('attribute', 'attribute_value', 'brand', 'category', 'channel', 'company', 'coupon',
      'courier', 'location', 'order_item', 'order_view', 'parcel', 'payment', 'payment_method', 'payout', 'plan',
      'product', 'product_category', 'product_image', 'return', 'return_line', 'stock_count', 'stock_count_line',
      'stock_transfer', 'stock_transfer_line', 'store', 'variant', 'variant_option', 'video', 'video_placement')
      then true
    when record_type in ('customer', 'customer_address', 'order', 'staff_note')
      then (select internal.is_permitted('customers.read'))
    -- Those of purchases are of no store.
    when record_type = 'attachment' then case when store_id is null
      then (select internal.is_permitted('costs.read')) else (select internal.is_permitted('customers.read')) end
    when record_type in ('goods_receipt', 'goods_receipt_line', 'purchase', 'purchase_line', 'variant_cost')
      then (select internal.is_permitted('costs.read'))
    when record_type = 'courier_rate' then (select internal.is_permitted('settings.manage'))
      or (select internal.is_permitted('payments.manage')) or (select internal.is_permitted('costs.read'))
    when record_type = 'courier_charge'
      then (select internal.is_permitted('payments.manage')) or (select internal.is_permitted('costs.read'))
    when record_type in ('staff', 'staff_authenticator', 'staff_passkey', 'staff_role', 'staff_session')
      then (select internal.is_permitted('staff.manage'))
    when record_type in ('api_key', 'webhook_endpoint') then (select internal.is_permitted('developer.manage'))
  end
$$);
-- A key sees changes of what its scopes read.
create policy readable_types on app.changes as restrictive for select to haat_api
  using (record_type = any ((select internal.readable_record_types())::text[]));
grant select on app.changes to haat_dba;
-- The hash is for the audit.
call internal.grant_all_but('app.changes', '{record_digest}', 'haat_api', 'haat_staff');
-- Rows are written by internal.tg__journal alone, and leave by internal.archive_seal.
grant select, insert, delete on app.changes to haat_gatekeeper;
