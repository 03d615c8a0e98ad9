-- What stood there before and after is shown to those who may see it where it stands.
call internal.install_fence('app.changes', 'company_or_store', $$
  (select internal.is_permitted('activity.read'))
  and ((select internal.is_permitted('customers.read'))
    or record_type not in ('customer', 'customer_address') and not (coalesce(before, '{}') || coalesce(after, '{}'))
      ?| '{shipping_address,note,custom_fields}')
  and ((select internal.is_permitted('costs.read'))
    or record_type <> 'variant_cost' and not (coalesce(before, '{}') || coalesce(after, '{}')) ? 'unit_cost')
  and ((select internal.is_permitted('staff.manage'))
    or record_type not in ('staff', 'staff_authenticator', 'staff_role', 'staff_session'))
  and ((select internal.is_permitted('developer.manage')) or record_type not in ('api_key', 'webhook_endpoint'))
$$);
grant select on app.changes to haat_dba;
-- Rows are written by internal.tg__journal alone.
grant select, insert on app.changes to haat_gatekeeper;
