--! owner: haat_gatekeeper
-- Admits an upload by staff, before its bytes are read, and takes a slot for it.
-- Takes: the SHA-256 of the session token, how many links will be fetched, how long (seconds) the upload may take, and
-- what it is for: image (of the catalog) or attachment.
-- Gives: {lease, company_id}, or a refusal {sqlstate, message, retry_after?}: HT015 (session), HT014 (none of the
-- permissions with which a mutation takes it), HT005 (too many uploads that nothing took, both slots taken, the
-- day's links), HT018 (nothing is written at the moment), HT019 (the company has gone to another database).
create or replace function internal.admit_upload(token_hash bytea, links integer, lease_seconds integer,
  purpose text default 'image') returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_most_unused constant integer := 500;
  v_needed constant text[] := case purpose when 'attachment'
    then '{orders.manage,payments.manage,inventory.manage}' else '{catalog.manage}' end;
  v_session record;
  v_slot json;
  v_counted json;
begin
  select * into v_session from internal.find_session(admit_upload.token_hash);
  if not found then
    return json_build_object('sqlstate', 'HT015', 'message', internal.sentence('signedOut.upload'));
  elsif internal.has_moved(v_session.company_id) then
    return (internal.refusal('companyMoved', '{}', null, null, 0) || '{"sqlstate": "HT019"}')::json;
  elsif internal.cell_state() = 'read-only' then
    return (internal.refusal('cellReadOnly', '{}', null, null, 0)
      || '{"sqlstate": "HT018", "retry_after": 30}')::json;
  elsif not v_needed && v_session.permissions then
    return (internal.refusal('permissionNeeded', jsonb_build_object('permission', v_needed[1]), null, null, 0)
      || '{"sqlstate": "HT014"}')::json;
  elsif (
    select count(*) >= v_most_unused from internal.media_deletions d
    where d.company_id = v_session.company_id and d.picture is not null)
  then
    return (internal.refusal('uploadsUnused', jsonb_build_object('most', v_most_unused), null, null, 0)
      || '{"sqlstate": "HT005", "retry_after": 3600}')::json;
  end if;
  v_slot := internal.take_image_slot('member of staff', v_session.staff_id, v_session.staff_id, lease_seconds);
  if v_slot ->> 'lease' is null then
    return v_slot;
  end if;
  v_counted := internal.count_links(v_session.company_id, admit_upload.links);
  if v_counted ->> 'sqlstate' is not null then
    perform gate.end_image_call((v_slot ->> 'lease')::uuid);
    return v_counted;
  end if;
  return json_build_object('lease', v_slot ->> 'lease', 'company_id', v_session.company_id);
end
$$;
grant execute on function internal.admit_upload(bytea, integer, integer, text) to haat_staff_gateway;
