-- Saves lines of a stock count, each with what the ledger says at this moment. A line that was there is replaced.
-- Takes: the locked count and [{variant_id | sku, counted}] in units.
-- Raises: HT008 (lines), HT100 (a variant).
--
-- The balance is read under the lock of its level, in the order of variants: it is that of one moment, and in a count
-- that is booked at once (staff.recount) nothing moves between the two.
create or replace function internal.save_count_lines(stock_count app.stock_counts, lines jsonb) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_first_line constant integer := (
    select coalesce(max(l.line) + 1, 0) from app.stock_count_lines l where l.count_id = stock_count.id);
  v_found record;
  v_variant app.variants;
  v_level app.inventory_levels;
begin
  for v_found in select * from internal.find_stock_lines(lines) loop
    select * into v_variant from app.variants v where v.id = v_found.variant_id;
    perform from app.variant_costs c where c.variant_id = v_variant.id for update;
    v_level := internal.lock_level(v_variant, stock_count.location_id);
    insert into app.stock_count_lines as l (count_id, company_id, store_id, variant_id, line, sku,
      expected_quantity, counted_quantity, counted_at, actor_id, actor_name)
    select stock_count.id, stock_count.company_id, v_variant.store_id, v_variant.id, v_first_line + v_found.line,
      v_variant.sku, v_level.on_hand, (v_found.item ->> 'counted')::integer, internal.now(),
      a.actor_id, a.actor_name
    from internal.current_actor() a
    on conflict (count_id, variant_id) do update set
      sku = excluded.sku,
      expected_quantity = excluded.expected_quantity,
      counted_quantity = excluded.counted_quantity,
      counted_at = excluded.counted_at,
      actor_id = excluded.actor_id,
      actor_name = excluded.actor_name;
  end loop;
end
$$;
