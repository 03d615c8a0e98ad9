-- Gives the next ids of a list in one scope of internal.page_ids, in order: by its ordered scan alone, or by that and
-- the filter scans in turn.
-- Takes: what internal.page_ids knows, the ends of the scope, and how many ids are wanted.
--
-- What the ordered scan has passed is found; the filter scans look for what is left.
create or replace function internal.scan_scope(relation text, paths jsonb, fence text, filters text,
  descending boolean, input jsonb, company_id uuid, store_id uuid, store_ids uuid[], low_at timestamptz, low_id uuid,
  high_at timestamptz, high_id uuid, wanted integer) returns uuid[]
language plpgsql stable
set search_path = ''
as $$
declare
  v_order constant text := case when descending
    then 'order by t.created_at desc, t.id desc' else 'order by t.created_at, t.id' end;
  v_back constant text := case when descending
    then 'order by t.created_at, t.id' else 'order by t.created_at desc, t.id desc' end;
  v_filter_scans constant text[] := array(select jsonb_array_elements_text(paths -> 'filter_scans'));
  v_filter_scan text;
  -- A budget without filter scans is one for the table alone.
  v_budget integer := coalesce((paths ->> 'budget')::integer, case when v_filter_scans <> '{}' then 400 end);
  v_groups jsonb := case when paths ? 'budget' then null else paths -> 'groups' end;
  v_filters_first boolean := coalesce((paths ->> 'filters_first')::boolean, false);
  v_ends text := concat(case when isfinite(low_at) then ' and (t.created_at, t.id) > ($4, $5)' end,
    case when isfinite(high_at) then ' and (t.created_at, t.id) < ($6, $7)' end);
  v_ids uuid[] := '{}';
  v_found uuid[];
  v_is_whole boolean;
  v_at timestamptz;
  v_id uuid;
begin
  loop
    if v_budget is null then
      execute format('select array_agg(t.id %s) from (%s) t', v_order,
        internal.ordered_scan(relation, v_groups, fence || filters, v_ends, v_order, '$9', false))
        into v_found
        using input, company_id, store_id, low_at, low_id, high_at, high_id, store_ids, wanted - cardinality(v_ids);
      return v_ids || v_found;
    end if;
    if not v_filters_first then
      execute format(
        'with next as materialized (%1$s),
           last as (select t.created_at, t.id from next t %4$s limit 1)
         select array(select t.id from next t where true%2$s %3$s limit $9), (select count(*) < $10 from next),
           (select t.created_at from last t), (select t.id from last t)',
        internal.ordered_scan(relation, v_groups, fence, v_ends, v_order, '$10', true), filters, v_order, v_back)
        into v_found, v_is_whole, v_at, v_id
        using input, company_id, store_id, low_at, low_id, high_at, high_id, store_ids, wanted, v_budget;
      v_ids := v_ids || v_found;
      if v_is_whole or cardinality(v_ids) >= wanted then
        return v_ids;
      end if;
      low_at := case when descending then low_at else v_at end;
      low_id := case when descending then low_id else v_id end;
      high_at := case when descending then v_at else high_at end;
      high_id := case when descending then v_id else high_id end;
      v_ends := ' and (t.created_at, t.id) > ($4, $5) and (t.created_at, t.id) < ($6, $7)';
    end if;
    foreach v_filter_scan in array v_filter_scans loop
      execute format(
        'with found as materialized (%s), few as materialized (select t.* from found t limit $10 + 1)
         select (select count(*) <= $10 and count(*) = count(t.id) from few t),
           array(select t.id from few t where (select count(*) from few) <= $10%s %s limit $9)',
        replace(v_filter_scan, '{scope}', fence || v_ends), filters, v_order)
        into v_is_whole, v_found
        using input, company_id, store_id, low_at, low_id, high_at, high_id, store_ids, wanted, v_budget;
      if v_is_whole then
        return v_ids || v_found;
      end if;
    end loop;
    v_filters_first := false;
    v_groups := paths -> 'groups';
    v_budget := case when v_filter_scans <> '{}' then greatest(300, v_budget * 4) end;
  end loop;
end
$$;
grant execute on function internal.scan_scope(text, jsonb, text, text, boolean, jsonb, uuid, uuid, uuid[], timestamptz,
  uuid, timestamptz, uuid, integer) to haat_api, haat_gatekeeper;
