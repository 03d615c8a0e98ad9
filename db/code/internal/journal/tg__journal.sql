--! owner: haat_gatekeeper
-- Row trigger of journaled tables, after each insert, update and delete: writes a row of the journal (app.changes).
-- Takes, as arguments of the trigger: the type of the record; the columns of its key, of which the first is the id;
-- the column that names what it belongs to, or nothing; columns that do not count, such as counters, beside
-- updated_at; and secret columns, whose changes are told and not their values.
--
-- What does not count is neither told nor part of the hash. As the gatekeeper, so that no role of ours needs to write
-- the journal. The settings stand for the text that is hashed. It is the first of the triggers after a change, so that
-- a record that they change once more is told of in the right order. Who acts is asked once, since the proof of one
-- setting is that of all (internal.proven_setting); where none of our functions has set an actor, it is the
-- login.
create or replace function internal.tg__journal() returns trigger
language plpgsql volatile security definer
set search_path = ''
set timezone = 'UTC'
set bytea_output = 'hex'
as $$
declare
  v_old jsonb;
  v_new jsonb;
  v_record jsonb;
  v_before jsonb;
  v_after jsonb;
  v_actor_type constant text := internal.context_setting('haat.actor_type');
begin
  if tg_op = 'INSERT' then
    v_new := to_jsonb(new) - string_to_array('updated_at ' || tg_argv[3], ' ');
    v_record := v_new;
    v_after := v_new;
  elsif tg_op = 'DELETE' then
    v_record := to_jsonb(old) - string_to_array('updated_at ' || tg_argv[3], ' ');
    v_before := v_record;
  else
    v_old := to_jsonb(old) - string_to_array('updated_at ' || tg_argv[3], ' ');
    v_new := to_jsonb(new) - string_to_array('updated_at ' || tg_argv[3], ' ');
    -- As text, like the hash: 1.0 and 1.00 are equal in JSON.
    if v_old::text = v_new::text then
      return null;
    end if;
    v_record := v_new;
    select jsonb_object_agg(n.key, v_old -> n.key), jsonb_object_agg(n.key, n.value) into v_before, v_after
      from jsonb_each(v_new) n where n.value::text <> (v_old -> n.key)::text;
  end if;
  if tg_argv[4] <> '' then
    v_before := internal.without_secrets(v_before, string_to_array(tg_argv[4], ' '), tg_op = 'UPDATE');
    v_after := internal.without_secrets(v_after, string_to_array(tg_argv[4], ' '), tg_op = 'UPDATE');
  end if;
  insert into app.changes (company_id, store_id, actor_type, actor_id, actor_name, operation, request_id, record_type,
    record_id, part, parent_id, action, before, after, record_digest, created_at)
  values (
    case tg_argv[0] when 'company' then v_record ->> 'id' else v_record ->> 'company_id' end::uuid,
    case tg_argv[0] when 'store' then v_record ->> 'id' else v_record ->> 'store_id' end::uuid,
    coalesce(v_actor_type, case when session_user in ('haat_gateway', 'haat_staff_gateway', 'haat_worker')
      then 'system' else 'operator' end),
    case when v_actor_type is not null then nullif(current_setting('haat.actor_id'), '')::uuid end,
    case when v_actor_type is not null then current_setting('haat.actor_name')
      when session_user in ('haat_gateway', 'haat_staff_gateway', 'haat_worker') then 'System' else session_user end,
    nullif(current_setting('haat.operation', true), ''), internal.current_request_id(), tg_argv[0],
    (v_record ->> split_part(tg_argv[1], ' ', 1))::uuid, coalesce(v_record ->> split_part(tg_argv[1], ' ', 2), ''),
    (v_record ->> tg_argv[2])::uuid, lower(tg_op), v_before, v_after,
    internal.record_digest(v_new), internal.now());
  return null;
end
$$;
grant execute on function internal.tg__journal() to haat_owner;
