--! owner: haat_gatekeeper
-- Records where rows of a seal went and removes them, in one transaction. The caller has written the file and has read
-- it back (npm run haat -- archive).
-- Takes: the seal; which of its rows are in the file, a bit a row in the order of ids; the file's key in the storage,
-- and its SHA-256.
-- Gives: how many rows the file holds.
--
-- Refused where the seal is not sound, where it is archived already, and where one of these rows must stay
-- (internal.archive_rows).
create or replace function internal.archive_seal(seal bigint, positions bit varying, storage_key text,
  file_digest bytea) returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_seal internal.history_seals;
  v_archive internal.archives;
  v_digest bytea;
  v_ids uuid[];
begin
  -- One after the other: the records are a chain.
  perform pg_advisory_xact_lock(hashtextextended('archive history', 0));
  select * into strict v_seal from internal.history_seals s where s.number = archive_seal.seal;
  select sha256(coalesce(string_agg(r.digest, ''::bytea order by r.id), '')),
      array_agg(r.id) filter (where r."row" is not null and get_bit(positions, r.place) = 1)
    into v_digest, v_ids
    from (
      select a.*, row_number() over (order by a.id)::integer - 1 as place
      from internal.archive_rows(v_seal.log, v_seal.after_id, v_seal.upto_id, v_seal.row_count + 1,
        is_written => true) a
    ) r
    where r.place < length(positions);
  if v_digest <> v_seal.digest or length(positions) <> v_seal.row_count then
    raise exception 'the rows of seal % are not as they were sealed, or some are archived: npm run audit',
      archive_seal.seal;
  end if;
  if coalesce(cardinality(v_ids), 0) <> bit_count(positions) then
    raise exception 'rows of seal % may not leave', archive_seal.seal;
  end if;
  select coalesce(max(a.number), 0) + 1 into v_archive.number from internal.archives a;
  v_archive.previous_hash := coalesce(
    (select a.hash from internal.archives a where a.number = v_archive.number - 1), sha256(''));
  v_archive.seal := archive_seal.seal;
  v_archive.log := v_seal.log;
  v_archive.month := date_trunc('month', uuid_extract_timestamp(v_seal.first_id) at time zone 'UTC');
  v_archive.positions := positions;
  v_archive.row_count := bit_count(positions);
  v_archive.storage_key := archive_seal.storage_key;
  v_archive.file_digest := archive_seal.file_digest;
  v_archive.archived_at := internal.now();
  v_archive.hash := internal.archive_hash(v_archive);
  insert into internal.archives values (v_archive.*);
  perform internal.keep_seal_head('archives', v_archive.number, v_archive.hash);
  case v_seal.log
    when 'changes' then delete from app.changes c where c.id = any (v_ids);
    when 'order_timeline' then
      perform internal.sum_up_timelines(v_ids);
      delete from app.order_timeline t where t.id = any (v_ids);
    when 'stock_movements' then
      perform internal.mark_archived_movements(v_ids);
      delete from app.stock_movements m where m.id = any (v_ids);
    -- Events go by internal.clean_up_webhooks.
    when 'events' then null;
  end case;
  return v_archive.row_count;
end
$$;
grant execute on function internal.archive_seal(bigint, bit varying, text, bytea) to haat_owner;
