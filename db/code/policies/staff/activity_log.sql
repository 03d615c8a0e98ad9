-- What stood there before and after is shown to those who may see it where it stands.
call internal.install_fence('app.activity_log', 'company_or_store', $$
  (select internal.is_permitted('activity.read'))
  and ((select internal.is_permitted('customers.read')) or object_type not in ('customer', 'customer_address'))
  and ((select internal.is_permitted('costs.read')) or (before, after)::text !~ '_cost"|"cost"')
  and ((select internal.is_permitted('staff.manage')) or object_type not in ('staff', 'staff_role'))
$$);
grant select on app.activity_log to haat_staff, haat_dba;
grant select on app.activity_log to haat_gatekeeper;
