-- Finds the variants that the lines of a stock document name, each once.
-- Takes: [{variant_id | sku, ...}].
-- Gives: the lines in the order of their variants, in which every function locks stock: place in the list, variant,
-- line.
-- Raises: HT008 (no lines; a SKU of several stores; a variant named twice), HT100.
--
-- What is wrong is told of the first line that is wrong.
create or replace function internal.find_stock_lines(lines jsonb)
  returns table (line integer, variant_id uuid, store_id uuid, sku text, item jsonb)
language plpgsql stable rows 25
set search_path = ''
as $$
declare
  v_found record;
begin
  if coalesce(jsonb_array_length(lines), 0) = 0 then
    perform internal.field_error('HT008', 'lines', 'required');
  end if;
  for v_found in
    select f.*, f.n::integer - 1 as place
    from (
      select w.n, w.item, v.id, v.store_id, v.sku,
        count(*) over (partition by w.n) as matches, count(*) over (partition by v.id) as times
      from jsonb_array_elements(lines) with ordinality as w (item, n)
      left join lateral internal.find_variants_in_reach(w.item) v on true
    ) f
    order by f.id is not null and f.matches = 1 and f.times = 1,
      case when f.id is null or f.matches > 1 or f.times > 1 then f.n end, f.id
  loop
    if v_found.id is null then
      perform internal.field_error('HT100', format('lines.%s', v_found.place), 'gone.companyVariant');
    elsif v_found.matches > 1 then
      perform internal.field_error('HT008', format('lines.%s.sku', v_found.place), 'skuSeveral');
    elsif v_found.times > 1 then
      perform internal.field_error('HT008', format('lines.%s', v_found.place), 'badLine.variantTwice');
    end if;
    line := v_found.place;
    variant_id := v_found.id;
    store_id := v_found.store_id;
    sku := v_found.sku;
    item := v_found.item;
    return next;
  end loop;
end
$$;
