-- Takes: the name of one check, or nothing for all of them (ledger.checks); and whether to look only at the orders and
-- variants that changed since the newest seal (ledger.changed_orders, ledger.changed_variants): seconds, not minutes.
-- Also takes which part of how many: of a check that can be divided, only that one (ledger.checks.parts). And which
-- share of how many: then histories, records, orders and variants are looked at where they are of the share, or were
-- made or touched since the audit before (internal.verified_upto); a check that does not know them (ledger.checks) is
-- asked whole. All shares together find what the whole finds.
-- Gives: a row for each broken invariant: which check, whose, what is wrong, the value that was found and the value
-- that was expected; no row when all is sound. What a check of leftovers finds is no damage (ledger.checks.finds). A
-- notice tells of each check as it ends, and the last one what was left out and cannot be seen.
--
-- One statement, one snapshot: beside a running service nothing half done is ever seen. On a large ledger that
-- snapshot lives for minutes and keeps old row versions from being cleaned away; "npm run audit" runs the checks one
-- by one, in parts, and rests between them. It takes one processor, and memory enough to write few temporary files.
-- Where very much changed, a check is asked whole all the same. With since_last_seal a check that always reads
-- everything is left out, unless it reads the catalog only.
create or replace function ledger.audit(only_check text default null, since_last_seal boolean default false,
  part integer default 1, parts integer default 1, share integer default null, shares integer default null)
  returns table (check_name text, company text, store text, object text, found text, expected text)
language plpgsql stable rows 1
set search_path = ''
set work_mem = '128MB'
set max_parallel_workers_per_gather = 0
set jit = off
as $$
declare
  v_start constant timestamptz := clock_timestamp();
  v_checks constant text[] := array(select c.name from ledger.checks c
    where audit.only_check is null or c.name = audit.only_check order by c.name);
  v_asked constant text[] := array(select c.name from ledger.checks c
    where c.name = any (v_checks) and (not audit.since_last_seal or c.key is not null
      or c.name in ('check_guards', 'check_logins', 'check_schema', 'check_jobs')) order by c.name);
  v_changed jsonb;
  v_check_start timestamptz;
  v_rows bigint;
  v_name text;
begin
  if since_last_seal then
    v_changed := jsonb_build_object(
      'order_id', (select coalesce(jsonb_agg(jsonb_build_object(
        'id', o.order_id, 'company_id', o.company_id, 'store_id', o.store_id)), '[]') from ledger.changed_orders o),
      'variant_id', (select coalesce(jsonb_agg(jsonb_build_object(
        'id', v.variant_id, 'company_id', v.company_id, 'store_id', v.store_id)), '[]')
        from ledger.changed_variants v));
    raise notice 'since the last seal: % orders and % variants changed',
      jsonb_array_length(v_changed -> 'order_id'), jsonb_array_length(v_changed -> 'variant_id');
  end if;
  foreach v_name in array v_asked loop
    v_check_start := clock_timestamp();
    return query execute internal.audit_query(v_name, v_changed, audit.part, audit.parts, audit.share, audit.shares)
      using v_changed;
    get diagnostics v_rows = row_count;
    raise notice '% of %: %, % s, %', array_position(v_asked, v_name), cardinality(v_asked), v_name,
      round(extract(epoch from clock_timestamp() - v_check_start)::numeric, 2),
      case when v_rows = 0 then 'sound'
        else format('%s %s', v_rows, case (select c.finds from ledger.checks c where c.name = v_name)
          when 'damage' then 'BROKEN' when 'leftovers' then 'LEFT OVER' end) end;
  end loop;
  raise notice '% took % s.%', case cardinality(v_asked) when 1 then '1 check'
      else format('%s checks', cardinality(v_asked)) end,
    round(extract(epoch from clock_timestamp() - v_start)::numeric, 2),
    concat(case when v_asked <> v_checks then format(' Left out, since they read everything: %s.',
        (select string_agg(c, ', ') from unnest(v_checks) c where c <> all (v_asked))) end,
      case when audit.only_check is null then ' They cannot see (select * from ledger.blind_spots):'
        || (select string_agg(E'\n- ' || b.what, '') from ledger.blind_spots b) end);
end
$$;
grant execute on function ledger.audit(text, boolean, integer, integer, integer, integer) to haat_dba;
