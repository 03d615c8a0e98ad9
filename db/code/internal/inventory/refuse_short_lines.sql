-- Refuses lines for which a location has not enough stock available, and says of which line how much is missing.
-- Takes: the location; of each line its number, variant, SKU and units; and what orders that are only planned take
-- (internal.plan_order).
-- Raises: HT102; fields.items lists every shortage [{line, variant_id, sku, requested, available}].
-- see: guides/orders#where-the-goods-are
--
-- A variant on several lines is compared with the sum of them.
create or replace function internal.refuse_short_lines(location_id uuid, lines integer[], variant_ids uuid[],
  skus text[], quantities integer[], taken jsonb default '{}') returns void
language plpgsql stable
set search_path = ''
as $$
declare
  v_short jsonb;
begin
  select jsonb_agg(
      jsonb_build_object(
        'line', t.line,
        'variant_id', t.variant_id,
        'sku', t.sku,
        'requested', t.requested,
        'available', t.available)
      order by t.line)
    into v_short
    from (
      select w.*, coalesce(l.on_hand - l.reserved, 0)
        - coalesce((taken ->> internal.taken_units(refuse_short_lines.location_id, w.variant_id))::integer, 0)
        as available
      from (
        select min(u.line) as line, u.variant_id, min(u.sku) as sku, sum(u.quantity) as requested
        from unnest(lines, variant_ids, skus, quantities) as u (line, variant_id, sku, quantity)
        group by u.variant_id
      ) w
      left join app.inventory_levels l
        on l.variant_id = w.variant_id and l.location_id = refuse_short_lines.location_id
    ) t
    where t.available < t.requested;
  if v_short is not null then
    perform internal.fail('HT102', 'stockShort', fields => jsonb_build_object('items', v_short));
  end if;
end
$$;
