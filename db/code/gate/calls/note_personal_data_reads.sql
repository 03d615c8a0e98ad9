--! owner: haat_gatekeeper
-- Notes which keys and sessions were shown personal data, after their answers; see app.personal_data_reads.
-- Takes: an array of {holder: the SHA-256 of the key or session token in hex, kind, record_count, read_count}.
-- Raises: HT018 (a company of theirs is moving: bring them later).
--
-- A read is a transaction that writes nothing, often of a replica, so the processes of the API count what they show
-- and bring the sums here every few seconds. Who read is found by the hash: a process notes in the name of those who
-- showed it their key or session, and of no others. One that was revoked meanwhile is still found.
-- In the order of the rows' key, because another process may bring the same.
create or replace function gate.note_personal_data_reads(reads jsonb) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  -- Of a company that has gone to another database, it is noted there.
  perform internal.require_company_here(f.company_id), internal.add_personal_data_read(
    f.company_id, f.actor_type, f.actor_id, f.actor_name, f.kind, f.record_count, f.read_count)
  from (
    select h.company_id, h.actor_type, h.actor_id, h.actor_name, r.kind, r.record_count, r.read_count
    from jsonb_to_recordset(reads) as r (holder text, kind text, record_count bigint, read_count integer)
    cross join lateral (
      select k.company_id, 'api_key', k.id, k.name
      from app.api_keys k where k.key_hash = decode(r.holder, 'hex')
      union all
      select t.company_id, 'staff', t.id, t.full_name
      from app.staff_sessions s join app.staff t on t.id = s.staff_id
      where s.token_hash = decode(r.holder, 'hex')
    ) h (company_id, actor_type, actor_id, actor_name)
    where not internal.has_moved(h.company_id)
    order by h.company_id, h.actor_type, h.actor_id, r.kind
  ) f;
end
$$;
grant execute on function gate.note_personal_data_reads(jsonb) to haat_gateway;
