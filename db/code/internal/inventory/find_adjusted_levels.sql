-- Finds what the lines of a batch of adjustments name: a variant of the store and a location each, no level twice.
-- Takes: the store and the lines.
-- Gives: the variants and the locations, in the order of the lines.
-- Raises: HT100, HT008 (a level that another line names too), of all lines at once.
create or replace function internal.find_adjusted_levels(store_id uuid, lines jsonb,
  out variant_ids uuid[], out location_ids uuid[])
language plpgsql stable
set search_path = ''
as $$
declare
  v_problems jsonb;
begin
  with found as materialized (
    select w.n - 1 as place, v.id as variant_id, (w.line ->> 'location_id')::uuid as location_id,
      case when w.line ->> 'variant_id' is null then 'sku' else 'variant_id' end as named_by
    from jsonb_array_elements(lines) with ordinality as w (line, n)
    left join lateral internal.find_line_variants(array[find_adjusted_levels.store_id], w.line) v on true
  ), known as (
    select t.id from app.locations t where t.id = any (array(select distinct f.location_id from found f))
  ), checked as (
    select f.*, case when f.variant_id is not null then
        first_value(f.place) over (partition by f.variant_id, f.location_id order by f.place) end as first_place
    from found f
  ), problems as (
    select c.place, 'location_id' as field, 'HT100' as code, internal.problem('gone.location') as problem
    from checked c
    where c.location_id not in (select k.id from known k)
    union all
    select c.place, c.named_by, 'HT100', internal.problem('gone.storeVariant')
    from checked c
    where c.variant_id is null
    union all
    select c.place, c.named_by, 'HT008',
      internal.problem('badLine.stockTwice', jsonb_build_object('line', c.first_place))
    from checked c
    where c.place <> c.first_place
  )
  select array_agg(c.variant_id order by c.place), array_agg(c.location_id order by c.place),
      (select coalesce(jsonb_agg(jsonb_build_object('code', p.code, 'fields', jsonb_build_object(
            format('lines.%s.%s', p.place, p.field), jsonb_build_array(p.problem))) order by p.place, p.field), '[]')
        from problems p)
    into variant_ids, location_ids, v_problems
    from checked c;
  perform internal.refuse_lines(v_problems);
end
$$;
