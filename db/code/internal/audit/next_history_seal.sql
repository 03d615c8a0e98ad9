-- Takes: a log, the id up to which it may be sealed, and how many rows at most; and a company, for a seal of the rows
-- that it brought (internal.seal_arrival).
-- Gives: the next seal of the log, to be written by the caller who holds the lock; null when there is nothing to seal.
create or replace function internal.next_history_seal(log text, upto_id uuid, max_rows integer,
  company_id uuid default null)
  returns internal.history_seals
language plpgsql volatile
set search_path = ''
as $$
declare
  v_seal internal.history_seals;
  v_last_id uuid;
begin
  v_seal.log := next_history_seal.log;
  v_seal.company_id := next_history_seal.company_id;
  v_seal.after_id := coalesce(
    (select s.upto_id from internal.history_seals s
      where s.log = next_history_seal.log and s.company_id is not distinct from next_history_seal.company_id
      order by s.upto_id desc limit 1),
    '00000000-0000-0000-0000-000000000000');
  select count(*), (array_agg(r.id order by r.id))[1], (array_agg(r.id order by r.id desc))[1],
      sha256(string_agg(r.digest, ''::bytea order by r.id)),
        string_agg(substr(r.digest, 1, 8), ''::bytea order by r.id)
    into v_seal.row_count, v_seal.first_id, v_last_id, v_seal.digest, v_seal.row_prints
    from (
      select h.id, h.digest
      from internal.history_rows(next_history_seal.log, v_seal.after_id, next_history_seal.upto_id,
        next_history_seal.company_id) h
      order by h.id limit max_rows
    ) r;
  if v_seal.row_count = 0 then
    return null;
  end if;
  v_seal.upto_id := case when v_seal.row_count = max_rows then v_last_id else next_history_seal.upto_id end;
  select coalesce(max(s.number), 0) + 1 into v_seal.number from internal.history_seals s;
  v_seal.previous_hash := coalesce(
    (select s.hash from internal.history_seals s where s.number = v_seal.number - 1), sha256(''));
  v_seal.sealed_at := internal.now();
  v_seal.hash := internal.history_hash(v_seal);
  return v_seal;
end
$$;
grant execute on function internal.next_history_seal(text, uuid, integer, uuid) to haat_gatekeeper;
