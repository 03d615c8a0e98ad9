-- Gives what people did to their company, to staff, keys or webhooks; null for other changes.
-- Takes: what internal.activity_action takes.
create or replace function internal.act_on_house(record_type text, action text, after jsonb) returns text
language sql immutable parallel safe
return case
  when record_type = 'company' then case
    when action = 'insert' then 'company.created'
    when after ? 'plan_id' then 'company.plan_set'
    when after ? 'status' then 'company.status_set'
    when after ? 'requires_two_factor' then 'company.two_factor_required' end
  when record_type = 'staff' then case
    when action = 'insert' then 'staff.invited'
    when after ? 'staff_role_id' then 'staff.role_set'
    when after ? 'permissions' or after ? 'role' then 'staff.permissions_set'
    when after ? 'status' then 'staff.status_set' end
  when record_type = 'api_key' then case
    when after ->> 'revoked_at' is not null then 'api_key.revoked'
    when after ->> 'grace_ends_at' is not null then 'api_key.rotated'
    when action = 'insert' and after ->> 'replaces_key_id' is null then 'api_key.created' end
  when record_type = 'webhook_endpoint' then case
    when action = 'insert' then 'webhook_endpoint.created'
    when action = 'delete' then null
    when after ->> 'removed_at' is not null then 'webhook_endpoint.removed'
    when after ->> 'disabled_reason' = 'key_gone' then 'webhook_endpoint.disabled'
    when after ?& '{secret,previous_secret_expires_at}' then 'webhook_endpoint.secret_rotated'
    when after ?| '{url,event_types,description,status}' then 'webhook_endpoint.updated' end
end;
grant execute on function internal.act_on_house(text, text, jsonb) to haat_staff, haat_dba;
