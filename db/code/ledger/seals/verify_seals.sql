-- Takes: a company (null: all); which part of how many, by companies, to verify a large ledger bit by bit; and which
-- share of how many, by seals: then those that no audit has verified yet are too.
-- Gives: for each the first ledger row that was changed or removed after it was sealed, or the first seal that was.
-- No row when all is as sealed.
--
-- In the order of the chain: the first seal that does not follow from the one before it, or does not match its
-- segments; and in the seals before that one, the first segment whose rows are not what was sealed, down to the row.
-- Each company is planned for: a plan for any of them took thirty times as long (npm run bench -- audit).
create or replace function ledger.verify_seals(only_company_id uuid default null, part integer default 1,
  parts integer default 1, share integer default null, shares integer default null)
  returns table (company_id uuid, seal bigint, sealed_at timestamptz, variant_id uuid, location_id uuid,
    sequence bigint, problem text)
language plpgsql stable rows 1
set search_path = ''
set plan_cache_mode = force_custom_plan
as $$
declare
  v_broken bigint;
  v_problem text;
  v_segment record;
begin
  for verify_seals.company_id in
    select n.id from (select c.id, row_number() over (order by c.id) as number from app.companies c) n
    where (verify_seals.only_company_id is null or n.id = verify_seals.only_company_id)
      and n.number % verify_seals.parts = verify_seals.part - 1
    order by n.id
  loop
    select f.number, f.problem into v_broken, v_problem
      from internal.find_broken_seal(verify_seals.company_id, verify_seals.share, verify_seals.shares) f;
    select g.* into v_segment
      from internal.find_broken_segment(verify_seals.company_id, v_broken, verify_seals.share, verify_seals.shares) g;
    if v_segment.number is not null then
      seal := v_segment.number;
      variant_id := v_segment.variant_id;
      location_id := v_segment.location_id;
      sequence := v_segment.sequence;
      problem := v_segment.problem;
    elsif v_broken is not null then
      seal := v_broken;
      variant_id := null;
      location_id := null;
      sequence := null;
      problem := v_problem;
    else
      select null::bigint, l.variant_id, l.location_id, l.sequence into seal, verify_seals.variant_id,
          verify_seals.location_id, verify_seals.sequence
        from internal.late_movements(verify_seals.company_id) l;
      continue when verify_seals.sequence is null;
      problem := 'it is not sealed, and was made two hours before the last run of the timer';
    end if;
    sealed_at := (select s.sealed_at from app.ledger_seals s where s.company_id = verify_seals.company_id
      and s.number = verify_seals.seal);
    return next;
  end loop;
end
$$;
grant execute on function ledger.verify_seals(uuid, integer, integer, integer, integer) to haat_dba;
