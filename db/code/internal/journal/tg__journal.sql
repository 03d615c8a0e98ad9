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
--
-- Each value is computed by an assignment, whose plan a transaction keeps: what stands in the insert is prepared anew
-- for every row, and so is each CHECK of app.changes (npm run bench -- journal).
create or replace function internal.tg__journal() returns trigger
language plpgsql volatile security definer
set search_path = ''
set timezone = 'UTC'
set bytea_output = 'hex'
as $$
declare
  v_uncounted constant text[] := string_to_array('updated_at ' || tg_argv[3], ' ');
  v_old constant jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - v_uncounted end;
  v_new constant jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - v_uncounted end;
  v_record constant jsonb := coalesce(v_new, v_old);
  v_change app.changes;
begin
  v_change.before := v_old;
  v_change.after := v_new;
  if tg_op = 'UPDATE' then
    -- As text, like the hash: 1.0 and 1.00 are equal in JSON.
    if v_old = v_new and v_old::text = v_new::text then
      return null;
    end if;
    select jsonb_object_agg(n.key, v_old -> n.key), jsonb_object_agg(n.key, v_new -> n.key)
      into v_change.before, v_change.after
      from jsonb_each_text(v_new) n where n.value is distinct from v_old ->> n.key;
  end if;
  if tg_argv[4] <> '' then
    v_change.before := internal.without_secrets(v_change.before, string_to_array(tg_argv[4], ' '), tg_op = 'UPDATE');
    v_change.after := internal.without_secrets(v_change.after, string_to_array(tg_argv[4], ' '), tg_op = 'UPDATE');
  end if;
  v_change.actor_type := internal.context_setting('haat.actor_type');
  if v_change.actor_type is not null then
    v_change.actor_id := nullif(current_setting('haat.actor_id'), '');
    v_change.actor_name := current_setting('haat.actor_name');
  elsif session_user in ('haat_gateway', 'haat_staff_gateway', 'haat_worker') then
    v_change.actor_type := 'system';
    v_change.actor_name := 'System';
  else
    v_change.actor_type := 'operator';
    v_change.actor_name := session_user;
  end if;
  v_change.company_id := v_record ->> case tg_argv[0] when 'company' then 'id' else 'company_id' end;
  v_change.store_id := v_record ->> case tg_argv[0] when 'store' then 'id' else 'store_id' end;
  v_change.operation := nullif(current_setting('haat.operation', true), '');
  v_change.request_id := internal.current_request_id();
  v_change.record_id := v_record ->> split_part(tg_argv[1], ' ', 1);
  v_change.part := coalesce(v_record ->> split_part(tg_argv[1], ' ', 2), '');
  v_change.parent_id := v_record ->> tg_argv[2];
  v_change.action := lower(tg_op);
  v_change.record_digest := internal.record_digest(v_new);
  v_change.created_at := internal.now();
  insert into app.changes (company_id, store_id, actor_type, actor_id, actor_name, operation, request_id, record_type,
    record_id, part, parent_id, action, before, after, record_digest, created_at)
  values (v_change.company_id, v_change.store_id, v_change.actor_type, v_change.actor_id, v_change.actor_name,
    v_change.operation, v_change.request_id, tg_argv[0], v_change.record_id, v_change.part, v_change.parent_id,
    v_change.action, v_change.before, v_change.after, v_change.record_digest, v_change.created_at);
  return null;
end
$$;
grant execute on function internal.tg__journal() to haat_owner;
