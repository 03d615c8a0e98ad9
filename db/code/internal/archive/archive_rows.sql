--! owner: haat_gatekeeper
-- Takes: a log that can be archived, two ids, and how many rows at most; and whether their file is written already.
-- Gives: rows above the first id and up to the second, with the SHA-256 that their seal covers, in the order of ids;
-- and, of those that may leave the database, what they say: each column as the digest reads it, and the time as UTC.
--
-- What may leave say internal.archivable_changes, archivable_timeline and archivable_movements: nothing that names a
-- customer, so that no file ever holds what an erasure must reach, and every row of a file has the digest that was
-- sealed. Of events, which the clean-up removes, all are given, without what names a customer.
create or replace function internal.archive_rows(log text, after_id uuid, upto_id uuid, max_rows integer,
  is_written boolean default false)
  returns table (id uuid, digest bytea, "row" json)
language plpgsql stable security definer rows 1000
set search_path = ''
as $$
declare
  v_keys constant text[] := internal.personal_keys();
  v_upto_id uuid;
begin
  execute format('select t.id from app.%I t where t.id > $1 and t.id <= $2
        and case when t.company_id = any ($4) then not internal.has_arrived(t.company_id, $5, t.id) else true end
      order by t.id offset $3 limit 1', archive_rows.log)
    into v_upto_id using archive_rows.after_id, archive_rows.upto_id, max_rows - 1,
      array(select internal.arrived_companies(archive_rows.log)), archive_rows.log;
  v_upto_id := coalesce(v_upto_id, archive_rows.upto_id);
  case archive_rows.log
    when 'changes' then
      return query
      select h.id, h.digest, r."row"
      from internal.history_rows('changes', archive_rows.after_id, v_upto_id) h
      left join internal.archivable_changes(archive_rows.after_id, v_upto_id) r on r.id = h.id
      order by h.id;
    when 'order_timeline' then
      return query
      select h.id, h.digest, t."row"
      from internal.history_rows('order_timeline', archive_rows.after_id, v_upto_id) h
      left join internal.archivable_timeline(archive_rows.after_id, v_upto_id, is_written) t on t.id = h.id
      order by h.id;
    when 'stock_movements' then
      return query
      select h.id, h.digest, m."row"
      from internal.history_rows('stock_movements', archive_rows.after_id, v_upto_id) h
      left join internal.archivable_movements(archive_rows.after_id, v_upto_id) m on m.id = h.id
      order by h.id;
    when 'events' then
      return query
      select h.id, h.digest, json_build_object(
        'id', e.id, 'company_id', e.company_id, 'store_id', e.store_id, 'sequence', e.sequence::text, 'type', e.type,
        'object_id', e.object_id, 'object', internal.redact(e.object, k.names)::text,
        'previous', internal.redact(e.previous::json, k.names)::text, 'request_id', e.request_id,
        'created_at', to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))
      from internal.history_rows('events', archive_rows.after_id, v_upto_id) h
      join app.events e on e.id = h.id and e.id > archive_rows.after_id and e.id <= v_upto_id
      -- Tags of products name no customer.
      cross join lateral (
        select case when e.type like 'product.%' then array_remove(v_keys, 'tags') else v_keys end as names
      ) k
      order by h.id;
  end case;
end
$$;
grant execute on function internal.archive_rows(text, uuid, uuid, integer, boolean) to haat_owner;
