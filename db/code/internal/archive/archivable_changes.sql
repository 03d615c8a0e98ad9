--! owner: haat_gatekeeper
-- Gives the rows of the journal that may leave the database, above an id and up to another, as archives write them.
--
-- The newest change of each record stays, by which ledger.check_records knows it; and every row that names a customer
-- (internal.personal_keys) or did until an erasure.
create or replace function internal.archivable_changes(after_id uuid, upto_id uuid)
  returns table (id uuid, "row" json)
language plpgsql stable security definer rows 1000
set search_path = ''
as $$
declare
  -- JSON as Postgres writes it. A null and an empty list are no personal data; nor are tags of products.
  v_named constant text := '"(%s)": (?!null|\[\])';
  v_of_orders constant text := format(v_named, array_to_string(internal.personal_keys(), '|'));
  v_of_others constant text := format(v_named, array_to_string(array_remove(internal.personal_keys(), 'tags'), '|'));
begin
  return query
  select c.id, json_build_object(
    'id', c.id, 'company_id', c.company_id, 'store_id', c.store_id, 'actor_type', c.actor_type,
    'actor_id', c.actor_id, 'actor_name', c.actor_name, 'operation', c.operation, 'request_id', c.request_id,
    'record_type', c.record_type, 'record_id', c.record_id, 'part', c.part, 'parent_id', c.parent_id,
    'action', c.action, 'before', c.before::text, 'after', c.after::text,
    'record_digest', encode(c.record_digest, 'hex'),
    'created_at', to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')) as "row"
  from app.changes c
  where c.id > archivable_changes.after_id and c.id <= archivable_changes.upto_id
    and coalesce(c.before::text, '') || coalesce(c.after::text, '')
      !~ case c.record_type when 'order' then v_of_orders else v_of_others end
    and not exists (select from app.erased_rows e where e.company_id = c.company_id and e.row_id = c.id)
    -- Asked of each row, by the index of its record.
    and coalesce((
      select true from app.changes n
      where n.record_type = c.record_type and n.record_id = c.record_id and n.part = c.part
        and (n.action <> 'baseline', n.id) > (c.action <> 'baseline', c.id) limit 1), false);
end
$$;
