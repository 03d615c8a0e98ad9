-- Says what speaks against the variants of a line of an import, by the rules of internal.save_variants. Writes and
-- locks nothing.
-- Takes: the store, the product (null: it is new) and the line.
-- Gives: by field what speaks against it; null: nothing.
create or replace function internal.plan_variants(store_id uuid, product_id uuid, input jsonb) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  v_line record;
  v_variant app.variants;
  v_option_keys text[];
  v_count integer;
  v_detail text;
  v_problems jsonb;
begin
  select array_agg(v.option_key), count(*) into v_option_keys, v_count
    from app.variants v where v.product_id = plan_variants.product_id;
  for v_line in
    select w.item, format('variants.%s.', w.n - 1) as prefix
    from jsonb_array_elements(internal.imported_variants(plan_variants.product_id, input -> 'variants'))
      with ordinality as w (item, n)
    order by w.n
  loop
    begin
      if v_line.item ? 'id' then
        select * into v_variant from app.variants v where v.id = (v_line.item ->> 'id')::uuid;
        perform internal.check_variant_change(v_variant, v_line.item, v_line.prefix, is_plan => true);
      else
        v_count := v_count + 1;
        v_option_keys := v_option_keys
          || internal.check_new_variant(plan_variants.store_id, v_line.item, v_option_keys, v_line.prefix, true);
        perform internal.check_variant_count(v_count);
      end if;
    exception when sqlstate 'HT008' or sqlstate 'HT101' then
      get stacked diagnostics v_detail = pg_exception_detail;
      v_problems := coalesce(v_problems, '{}') || (v_detail::jsonb -> 'problems');
    end;
  end loop;
  return v_problems;
end
$$;
