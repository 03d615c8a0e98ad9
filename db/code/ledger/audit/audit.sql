-- Takes: the name of one check, or nothing for all of them (ledger.checks); and whether to look only at the orders and
-- variants that changed since the newest seal (ledger.changed_orders, ledger.changed_variants): seconds, not minutes.
-- Gives: a row for each broken invariant: which check, whose, what is wrong, what stands there, what should; no row
-- when all is sound. A notice tells of each check as it ends, and the last one what was left out and cannot be seen.
--
-- One statement, one snapshot: beside a running service nothing half done is ever seen. On a large ledger that
-- snapshot lives for minutes and keeps old row versions from being cleaned away; "npm run audit" runs the checks one
-- by one. With since_last_seal a check that always reads everything is left out, unless it reads the catalog only.
create or replace function ledger.audit(only_check text default null, since_last_seal boolean default false)
  returns table (check_name text, company text, store text, object text, found text, expected text)
language plpgsql stable
set search_path = ''
as $$
declare
  v_start constant timestamptz := clock_timestamp();
  v_checks constant text[] := array(select c.name from ledger.checks c
    where audit.only_check is null or c.name = audit.only_check order by c.name);
  v_asked constant text[] := array(select c.name from ledger.checks c
    where c.name = any (v_checks) and (not audit.since_last_seal or c.key is not null
      or c.name in ('check_guards', 'check_schema', 'check_jobs')) order by c.name);
  v_changed jsonb := '{}';
  v_check_start timestamptz;
  v_rows bigint;
  v_name text;
begin
  if since_last_seal then
    v_changed := jsonb_build_object('order_id', (select jsonb_agg(o.order_id) from ledger.changed_orders o),
      'variant_id', (select jsonb_agg(v.variant_id) from ledger.changed_variants v));
    raise notice 'since the last seal: % orders and % variants changed', jsonb_array_length(
      coalesce(nullif(v_changed -> 'order_id', 'null'), '[]')), jsonb_array_length(
      coalesce(nullif(v_changed -> 'variant_id', 'null'), '[]'));
  end if;
  foreach v_name in array v_asked loop
    v_check_start := clock_timestamp();
    return query execute internal.audit_query(v_name, since_last_seal) using v_changed;
    get diagnostics v_rows = row_count;
    raise notice '% of %: %, % s, %', array_position(v_asked, v_name), cardinality(v_asked), v_name,
      round(extract(epoch from clock_timestamp() - v_check_start)::numeric, 2),
      case v_rows when 0 then 'sound' else format('%s BROKEN', v_rows) end;
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
grant execute on function ledger.audit(text, boolean) to haat_dba;
