--! owner: haat_gatekeeper
-- Takes: a log that can be archived, two ids, and how many rows at most; and whether their file is written already.
-- Gives: rows above the first id and up to the second, with the SHA-256 that their seal covers, in the order of ids;
-- and, of those that may leave the database, what they say: each column as the digest reads it, and the time as UTC.
--
-- Of the journal stays the newest change of each record, by which ledger.check_records knows it; and every row that
-- names a customer (internal.personal_keys) or did until an erasure. So no file ever holds what an erasure must reach,
-- and every row of a file has the digest that was sealed. Of events, which the clean-up removes, all are given,
-- without what names a customer. Of timelines see internal.archivable_timeline.
create or replace function internal.archive_rows(log text, after_id uuid, upto_id uuid, max_rows integer,
  is_written boolean default false)
  returns table (id uuid, digest bytea, "row" json)
language plpgsql stable security definer rows 1000
set search_path = ''
as $$
declare
  v_keys constant text[] := internal.personal_keys();
  -- JSON as Postgres writes it. A null is no personal data.
  v_personal constant text := '"(' || array_to_string(v_keys, '|') || ')": (?!null)';
  v_upto_id uuid;
begin
  case archive_rows.log
    when 'changes' then
      select c.id into v_upto_id from app.changes c
        where c.id > archive_rows.after_id and c.id <= archive_rows.upto_id order by c.id offset max_rows - 1 limit 1;
      v_upto_id := coalesce(v_upto_id, archive_rows.upto_id);
      return query
      select h.id, h.digest, r."row"
      from internal.history_rows('changes', archive_rows.after_id, v_upto_id) h
      left join (
        select c.id, json_build_object(
          'id', c.id, 'company_id', c.company_id, 'store_id', c.store_id, 'actor_type', c.actor_type,
          'actor_id', c.actor_id, 'actor_name', c.actor_name, 'operation', c.operation, 'request_id', c.request_id,
          'record_type', c.record_type, 'record_id', c.record_id, 'part', c.part, 'parent_id', c.parent_id,
          'action', c.action, 'before', c.before::text, 'after', c.after::text,
          'record_digest', encode(c.record_digest, 'hex'),
          'created_at', to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')) as "row"
        from app.changes c
        where c.id > archive_rows.after_id and c.id <= v_upto_id
          and coalesce(c.before::text, '') || coalesce(c.after::text, '') !~ v_personal
          and not exists (select from app.erased_rows e where e.company_id = c.company_id and e.row_id = c.id)
          -- Asked of each row, by the index of its record.
          and coalesce((
            select true from app.changes n
            where n.record_type = c.record_type and n.record_id = c.record_id and n.part = c.part
              and (n.action <> 'baseline', n.id) > (c.action <> 'baseline', c.id) limit 1), false)
      ) r on r.id = h.id
      order by h.id;
    when 'order_timeline' then
      select t.id into v_upto_id from app.order_timeline t
        where t.id > archive_rows.after_id and t.id <= archive_rows.upto_id order by t.id offset max_rows - 1 limit 1;
      v_upto_id := coalesce(v_upto_id, archive_rows.upto_id);
      return query
      select h.id, h.digest, t."row"
      from internal.history_rows('order_timeline', archive_rows.after_id, v_upto_id) h
      left join internal.archivable_timeline(archive_rows.after_id, v_upto_id, is_written) t on t.id = h.id
      order by h.id;
    when 'events' then
      select e.id into v_upto_id from app.events e
        where e.id > archive_rows.after_id and e.id <= archive_rows.upto_id order by e.id offset max_rows - 1 limit 1;
      v_upto_id := coalesce(v_upto_id, archive_rows.upto_id);
      return query
      select h.id, h.digest, json_build_object(
        'id', e.id, 'company_id', e.company_id, 'store_id', e.store_id, 'sequence', e.sequence::text, 'type', e.type,
        'object_id', e.object_id, 'object', internal.redact(e.object, v_keys)::text,
        'previous', internal.redact(e.previous::json, v_keys)::text, 'request_id', e.request_id,
        'created_at', to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))
      from internal.history_rows('events', archive_rows.after_id, v_upto_id) h
      join app.events e on e.id = h.id and e.id > archive_rows.after_id and e.id <= v_upto_id
      order by h.id;
  end case;
end
$$;
grant execute on function internal.archive_rows(text, uuid, uuid, integer, boolean) to haat_owner;
