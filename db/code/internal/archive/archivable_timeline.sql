--! owner: haat_gatekeeper
-- Gives the entries of timelines that may leave the database, above an id and up to another, as archives write them.
-- Takes: the ids, and whether their file is written already: an order that is worked on again since keeps nothing
-- back.
--
-- Orders that are not over (internal.is_over) keep all. Of the others stays what names a customer or may: notes, edits
-- of the customer or the address, what an erasure has changed. Calls and asked returns stay too, which other records
-- are compared with, failed deliveries, whose reasons are counted (staff.return_figures), and "archived",
-- which sums up what has left (internal.sum_up_timelines).
create or replace function internal.archivable_timeline(after_id uuid, upto_id uuid, is_written boolean)
  returns table (id uuid, "row" json)
language plpgsql stable security definer rows 1000
set search_path = ''
as $$
declare
  -- JSON as Postgres writes it. A null and an empty list are no personal data.
  v_personal constant text := '"(' || array_to_string(internal.personal_keys(), '|') || ')": (?!null|\[\])';
begin
  return query
  select t.id, json_build_object(
    'id', t.id, 'company_id', t.company_id, 'store_id', t.store_id, 'order_id', t.order_id, 'action', t.action,
    'from_status', t.from_status, 'to_status', t.to_status, 'note', t.note, 'detail', t.detail::text,
    'actor_type', t.actor_type, 'actor_id', t.actor_id, 'actor_name', t.actor_name, 'request_id', t.request_id,
    'created_at', to_char(t.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    'prints', encode(t.prints, 'hex'))
  from app.order_timeline t
  join app.orders o on o.id = t.order_id
  where t.id > archivable_timeline.after_id and t.id <= archivable_timeline.upto_id
    and t.note is null and t.to_status is distinct from 'failed_delivery'
    and t.action not in ('called', 'return_created', 'archived')
    and not (t.action = 'edited' and coalesce(t.detail ? 'customer_id', false))
    and coalesce(t.detail::text, '') !~ v_personal
    and not exists (select from app.erased_rows e where e.company_id = t.company_id and e.row_id = t.id)
    and (is_written or internal.is_over(o));
end
$$;
