--! owner: haat_gatekeeper
-- Adds the next seal to a company's chain, while the caller holds the lock on sealing the company.
-- Takes: a company, how many ledger rows at most, and the time that the seal shall bear.
-- Gives: the seal, or null when nothing is to be sealed.
create or replace function internal.seal_company_ledger(company_id uuid, max_rows integer, sealed_at timestamptz)
  returns app.ledger_seals
language plpgsql volatile
set search_path = ''
as $$
declare
  v_previous app.ledger_seals;
  v_seal app.ledger_seals;
begin
  -- A statement of its own: it sees what other runs have committed before the lock was given.
  select * into v_previous
    from app.ledger_seals s
    where s.company_id = seal_company_ledger.company_id
    order by s.number desc
    limit 1;
  v_seal.company_id := seal_company_ledger.company_id;
  v_seal.number := coalesce(v_previous.number, 0) + 1;
  v_seal.previous_hash := coalesce(v_previous.hash, sha256(''));
  select a.row_count, a.upto into v_seal.row_count, v_seal.upto
    from internal.add_seal_segments(v_seal.company_id, v_seal.number, max_rows) a;
  if v_seal.row_count is null then
    return null;
  end if;
  v_seal.hash := internal.seal_hash(
    v_seal.company_id, v_seal.number, v_seal.row_count, v_seal.upto, v_seal.previous_hash);
  insert into app.ledger_seals (company_id, number, row_count, upto, previous_hash, hash, sealed_at)
  values (v_seal.company_id, v_seal.number, v_seal.row_count, v_seal.upto, v_seal.previous_hash, v_seal.hash,
    seal_company_ledger.sealed_at);
  perform internal.keep_seal_head(v_seal.company_id::text, v_seal.number, v_seal.hash);
  return v_seal;
end
$$;
