-- Gives which rows of the seals of the histories are a company's, as they are here.
-- Takes: the company.
-- Gives: the seal; a bit for each of its rows, in the order of ids: 1 for one of the company; and how many those are.
-- Raises: an error where the seal of a row does not know it: it is not as it was sealed.
create or replace function internal.sealed_positions(company_id uuid)
  returns table (seal bigint, positions bit varying, row_count bigint)
language plpgsql stable rows 100
set search_path = ''
as $$
declare
  v_seal internal.history_seals;
  v_prints bytea[];
  v_sealed bytea;
  v_company constant uuid := sealed_positions.company_id;
begin
  for v_seal in
    select s.* from internal.history_seals s
    where s.company_id = v_company or s.company_id is null and s.upto_id >= (
      -- By the clock of the database that made it.
      select internal.id_floor(c.created_at - interval '1 day') from app.companies c where c.id = v_company)
    order by s.number
  loop
    v_prints := array(
      select substr(r.digest, 1, 8)
      from internal.history_rows(v_seal.log, v_seal.after_id, v_seal.upto_id, v_company) r
      -- What came from another database after this seal is under one of its own.
      where v_seal.company_id is not null or not internal.has_arrived(v_company, v_seal.log, r.id)
        or position(substr(r.digest, 1, 8) in v_seal.row_prints) > 0);
    continue when cardinality(v_prints) = 0;
    v_sealed := v_seal.row_prints || ''::bytea;
    select string_agg(case when p.print is null then '0' else '1' end, '' order by n)::bit varying
      into sealed_positions.positions
      from generate_series(0, v_seal.row_count - 1) n
      left join unnest(v_prints) as p (print) on p.print = substr(v_sealed, 8 * n + 1, 8);
    sealed_positions.seal := v_seal.number;
    sealed_positions.row_count := bit_count(sealed_positions.positions);
    if sealed_positions.row_count <> cardinality(v_prints) then
      raise exception 'rows of seal % are not as they were sealed: npm run audit', v_seal.number;
    end if;
    return next;
  end loop;
end
$$;
