-- A slip or a photo may name the customer, and the bill of a supplier tells costs.
call internal.install_fence('app.attachments', 'company_or_store', $$
  case when purchase_id is not null then (select internal.is_permitted('costs.read'))
    else (select internal.is_permitted('orders.manage')) or (select internal.is_permitted('payments.manage'))
      or (select internal.is_permitted('customers.read')) end
$$);
grant select on app.attachments to haat_api, haat_staff, haat_dba;
-- The audit compares it with the journal (internal.damaged_records).
grant select on app.attachments to haat_gatekeeper;
