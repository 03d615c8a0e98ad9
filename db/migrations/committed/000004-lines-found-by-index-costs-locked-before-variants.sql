--! Previous: sha1:b9bf79464ef745f7f7f7b74fa54174d618f3f754
--! Hash: sha1:e1da756791c97f418ce8624b8df3b46d270f14f6
--! Message: Lines found by index, costs locked before variants

--! split: 1-current.sql
drop function internal.find_line_variants(uuid[], jsonb);
--! Included internal/find_line_variants.sql
-- One index look-up a line, by id or by SKU: a join on "id when given, else SKU" would read the whole catalog.
create or replace function internal.find_line_variants(store_ids uuid[], line jsonb) returns setof app.variants
language sql stable
begin atomic
  select v.* from app.variants v
    where line ->> 'variant_id' is not null
      and v.store_id = any (store_ids) and v.id = (line ->> 'variant_id')::uuid
  union all
  select v.* from app.variants v
    where line ->> 'variant_id' is null
      and v.store_id = any (store_ids) and v.sku = line ->> 'sku';
end;
comment on function internal.find_line_variants(uuid[], jsonb) is 'Takes stores and a line {variant_id | sku}, variant_id first when both are given; gives the variants that it names: none, one, or one a store for a SKU that several stores have. spec: POST /orders, POST /inventory/adjustments';
--! EndIncluded internal/find_line_variants.sql
--! Included internal/price_lines.sql
-- What is sold at what price: snapshots for the order's lines, read in one statement, so that whoever keeps the result
-- has one truth for totals and lines. A discount price counts only when above 0 and below the unit price, else it is as
-- if not given; without any price of its own a line sells at the catalog's.
create or replace function internal.price_lines(store_id uuid, items jsonb) returns internal.priced_line[]
language plpgsql stable
set search_path = ''
as $$
declare
  v_lines internal.priced_line[];
  l internal.priced_line;
begin
  select array_agg(row(w.line, p.id, v.id, v.status = 'active' and p.status <> 'archived', v.sku, v.barcode, p.name, v.name,
      coalesce(o.list, '[]'::jsonb), coalesce(vi.media_key, pi.media_key), w.quantity, x.unit_price, x.discount_price,
      w.quantity * coalesce(x.discount_price, x.unit_price))::internal.priced_line order by w.line)
    into v_lines
    from (
      select (t.n - 1)::integer as line, (t.item ->> 'quantity')::integer as quantity,
        (t.item ->> 'unit_price')::numeric as unit_price, (t.item ->> 'discount_price')::numeric as discount_price, t.item
      from jsonb_array_elements(items) with ordinality as t (item, n)
    ) w
    left join lateral internal.find_line_variants(array[price_lines.store_id], w.item) v on true
    left join app.products p on p.id = v.product_id
    left join lateral (select coalesce(w.unit_price, v.price)::numeric(14, 2) as unit_price) u on true
    left join lateral (
      select u.unit_price, case
        when w.discount_price > 0 and w.discount_price < u.unit_price then w.discount_price
        when w.unit_price is null and v.discount_price > 0 and v.discount_price < u.unit_price then v.discount_price
        end as discount_price
    ) x on true
    left join app.product_images vi on vi.id = v.image_id
    left join lateral (
      select i.media_key from app.product_images i where i.product_id = p.id order by i.is_thumbnail desc, i.position limit 1
    ) pi on true
    left join lateral (
      select jsonb_agg(jsonb_build_object('attribute', a.name, 'value', av.value) order by vo.position, a.name) as list
      from app.variant_options vo
      join app.attributes a on a.id = vo.attribute_id
      join app.attribute_values av on av.id = vo.value_id
      where vo.variant_id = v.id
    ) o on true;
  foreach l in array v_lines loop
    if l.is_for_sale is not true then
      perform internal.field_error('HT101',
        format('items.%s.%s', l.line, case when items -> l.line ->> 'variant_id' is null then 'sku' else 'variant_id' end),
        case when l.variant_id is null then 'names no variant of this store' else 'names a variant that is not for sale' end);
    end if;
  end loop;
  return v_lines;
end
$$;
comment on function internal.price_lines(uuid, jsonb) is 'Takes a store and order lines [{variant_id | sku, quantity, unit_price?, discount_price?}]; gives each as it will be kept, in their order, amount = quantity x selling price. Raises HT101 naming the first line whose variant is absent or not for sale. spec: POST /orders';
--! EndIncluded internal/price_lines.sql
--! Included staff/recount.sql
-- A stock count: what was counted stands against what the ledger says, and only the difference is booked, as new rows
-- of type adjustment (a shortage is a loss at the current average cost). All rows of one count share one adjustment id.
-- Levels are taken in variant order, as everyone does. Refusals in order: permission (HT014), lines (HT008),
-- location (HT100), variant (HT100; HT008 when a SKU stands in several stores), below reserved (HT008).
create or replace function staff.recount(location_id uuid, lines jsonb, reason text) returns setof app.inventory_levels
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_count_id constant uuid := uuidv7();
  v_line record;
  v_level_ids uuid[] := '{}';
begin
  perform internal.require_permission('inventory.manage');
  if jsonb_typeof(lines) is distinct from 'array' or jsonb_array_length(lines) not between 1 and 1000 then
    perform internal.field_error('HT008', 'lines', 'must be a list of 1 to 1000 lines');
  elsif coalesce(btrim(reason), '') = '' or length(reason) > 1000 then
    perform internal.field_error('HT008', 'reason', 'is required, with at most 1000 characters');
  end if;
  for v_line in
    select w.n - 1 as n,
      case when w.item ->> 'variant_id' is not null then not pg_input_is_valid(w.item ->> 'variant_id', 'uuid') else w.item ->> 'sku' is null end as is_nameless,
      coalesce(jsonb_typeof(w.item -> 'counted') <> 'number' or (w.item ->> 'counted')::numeric not between 0 and 1000000000
        or (w.item ->> 'counted')::numeric <> trunc((w.item ->> 'counted')::numeric), true) as is_miscounted
    from jsonb_array_elements(lines) with ordinality as w (item, n)
    order by w.n
  loop
    if v_line.is_nameless then
      perform internal.field_error('HT008', format('lines.%s.variant_id', v_line.n), 'one of variant_id and sku is required');
    elsif v_line.is_miscounted then
      perform internal.field_error('HT008', format('lines.%s.counted', v_line.n), 'must be a whole number from 0 to 1000000000');
    end if;
  end loop;
  if not exists (select from app.locations t where t.id = recount.location_id) then
    perform internal.field_error('HT100', 'location_id', 'names no location of this company');
  end if;
  for v_line in
    select w.n - 1 as n, v.id as variant_id, (w.item ->> 'counted')::numeric::integer as counted,
      count(*) over (partition by w.n) as matches, count(*) over (partition by v.id) as times
    from jsonb_array_elements(lines) with ordinality as w (item, n)
    left join lateral internal.find_line_variants(internal.current_store_ids(), w.item) v on true
    order by v.id nulls first
  loop
    if v_line.variant_id is null then
      perform internal.field_error('HT100', format('lines.%s', v_line.n), 'names no variant of this company');
    elsif v_line.matches > 1 then
      perform internal.field_error('HT008', format('lines.%s.sku', v_line.n), 'stands in several stores: give variant_id');
    elsif v_line.times > 1 then
      perform internal.field_error('HT008', format('lines.%s', v_line.n), 'counts a variant that another line counts too');
    end if;
    v_level_ids := v_level_ids || internal.adjust_stock(v_line.variant_id, recount.location_id, 'adjustment', null, v_line.counted, null,
      btrim(recount.reason), null, null, v_count_id, format('lines.%s.counted', v_line.n));
  end loop;
  return query select l.* from app.inventory_levels l where l.id = any (v_level_ids) order by l.variant_id;
end
$$;
comment on function staff.recount(uuid, jsonb, text) is 'Takes a location, what was counted there [{variant_id | sku, counted}] in units, and why; books each difference as a new ledger row; gives the levels. Needs inventory.manage. Raises HT014, HT008, HT100. decisions: 6';
grant execute on function staff.recount(uuid, jsonb, text) to haat_staff;
--! EndIncluded staff/recount.sql
--! Included api/create_inventory_adjustment.sql
create or replace function api.create_inventory_adjustment(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.writing_store_id(input);
  v_type constant text := coalesce(input ->> 'type', 'adjustment');
  v_location_id uuid;
  v_variant_id uuid;
  v_level_id uuid;
begin
  if (input ->> 'quantity_change' is null) = (input ->> 'set_on_hand' is null) then
    perform internal.field_error('HT008', 'quantity_change', 'give either quantity_change or set_on_hand');
  elsif (input ->> 'quantity_change')::integer = 0 then
    perform internal.field_error('HT008', 'quantity_change', 'must not be zero');
  elsif coalesce(btrim(input ->> 'reason'), '') = '' then
    perform internal.field_error('HT008', 'reason', 'is required');
  elsif v_type = 'purchase' and input ->> 'unit_cost' is null then
    perform internal.field_error('HT008', 'unit_cost', 'is required for a purchase');
  elsif v_type <> 'purchase' and input ->> 'unit_cost' is not null then
    perform internal.field_error('HT008', 'unit_cost', 'is allowed for a purchase only');
  end if;
  select t.id into v_location_id from app.locations t where t.id = (input ->> 'location_id')::uuid;
  if v_location_id is null then
    perform internal.field_error('HT100', 'location_id', 'names no location of this company');
  end if;
  select f.id into v_variant_id from internal.find_line_variants(array[v_store_id], input) f;
  if v_variant_id is null then
    perform internal.field_error('HT100', case when input ->> 'variant_id' is not null then 'variant_id' else 'sku' end, 'names no variant of this store');
  end if;
  v_level_id := internal.adjust_stock(v_variant_id, v_location_id, v_type, (input ->> 'quantity_change')::integer, (input ->> 'set_on_hand')::integer,
    (input ->> 'expected_on_hand')::integer, input ->> 'reason', (input ->> 'unit_cost')::numeric, (input ->> 'low_stock_threshold')::integer);
  return (select d.document from internal.inventory_level_documents(array[v_level_id]) d);
end
$$;
comment on function api.create_inventory_adjustment(jsonb) is 'POST /inventory/adjustments: takes one adjustment; gives the adjusted level. Raises HT008 and HT100 for store_id, HT008 (form), HT100 (location, variant), HT101 (expected_on_hand), HT008 (limits). spec: POST /inventory/adjustments';
grant execute on function api.create_inventory_adjustment(jsonb) to haat_api;
--! EndIncluded api/create_inventory_adjustment.sql
--! Included internal/change_variant.sql
-- Absent fields stay as they are, null clears. Options are fixed when a variant is created: the same ones may be sent
-- again (so that a client can send back what it keeps), others are refused. Lock order: product, variant cost, variant.
-- Whoever holds the cost and writes the ledger names the variant in it, and would wait for a variant whose key changes:
-- so the cost is taken first, and the SKU, which is a key, is only written when it is another.
create or replace function internal.change_variant(variant_id uuid, input jsonb, image_ids uuid[] default '{}', field_prefix text default '') returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v app.variants;
  v_price numeric;
  v_discount_price numeric;
  v_cost numeric;
begin
  if input ->> 'cost_price' is not null or input ->> 'sku' is not null then
    select k.average_cost into v_cost from app.variant_costs k where k.variant_id = change_variant.variant_id for update;
  end if;
  select * into v from app.variants t where t.id = change_variant.variant_id for no key update;
  v_price := coalesce((input ->> 'price')::numeric, v.price);
  v_discount_price := case when input ? 'discount_price' then (input ->> 'discount_price')::numeric else v.discount_price end;
  if v_discount_price >= v_price then
    perform internal.field_error('HT008', field_prefix || case when input ->> 'discount_price' is null then 'price' else 'discount_price' end,
      case when input ->> 'discount_price' is null then format('must be above the discount price %s', v.discount_price) else 'must be below price' end);
  end if;
  if input -> 'options' <> 'null' and internal.option_key(v.store_id, input -> 'options', field_prefix) <> v.option_key then
    perform internal.field_error('HT008', field_prefix || 'options', 'are set when the variant is created and cannot change');
  end if;
  if input ->> 'sku' <> v.sku then
    update app.variants t set sku = input ->> 'sku' where t.id = v.id;
  end if;
  update app.variants t set
    barcode = case when input ? 'barcode' then input ->> 'barcode' else t.barcode end,
    name = coalesce(input ->> 'name', t.name),
    price = v_price,
    discount_price = v_discount_price,
    weight = case when input ? 'weight' then (input ->> 'weight')::numeric else t.weight end,
    dimensions = case when input ? 'dimensions' then nullif(input -> 'dimensions', 'null') else t.dimensions end,
    low_stock_threshold = coalesce((input ->> 'low_stock_threshold')::integer, t.low_stock_threshold),
    status = coalesce(input ->> 'status', t.status),
    image_id = internal.variant_image_id(t.product_id, input, image_ids, t.image_id, field_prefix)
    where t.id = v.id;
  if v_cost <> (input ->> 'cost_price')::numeric then
    update app.variant_costs k set average_cost = (input ->> 'cost_price')::numeric, updated_at = internal.now() where k.variant_id = v.id;
    -- No document shows a cost, so the activity log is the only place where its change can be found again.
    perform internal.log_activity(v.store_id, 'variant.cost_changed', 'variant', v.id,
      jsonb_build_object('average_cost', v_cost), jsonb_build_object('average_cost', (input ->> 'cost_price')::numeric));
  end if;
end
$$;
comment on function internal.change_variant(uuid, jsonb, uuid[], text) is 'Takes a variant of a locked product, the fields to change, the request''s images and a prefix for field names; changes it. Raises HT008, HT101; a taken SKU is a unique violation. spec: POST /products, variants[]; PATCH /variants/{identifier}';
--! EndIncluded internal/change_variant.sql
--! Included internal/lock_product.sql
-- Changes of one product queue here, so that places in its gallery and among its variants never clash.
-- "no key": an order that names the product in a line does not wait for whoever edits it.
create or replace function internal.lock_product(id uuid, store_id uuid) returns app.products
language plpgsql volatile
set search_path = ''
as $$
declare
  p app.products;
begin
  select * into p from app.products t where t.id = lock_product.id and t.store_id = lock_product.store_id for no key update;
  if p.id is null then
    perform internal.fail('HT100', 'No such product in the data this key sees.');
  end if;
  return p;
end
$$;
comment on function internal.lock_product(uuid, uuid) is 'Takes a product and its store; locks the product for this transaction and gives it. Raises HT100.';
--! EndIncluded internal/lock_product.sql
--! Included api/update_product.sql
create or replace function api.update_product(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.writing_store_id(input);
  p constant app.products := internal.lock_product((input ->> 'id')::uuid, v_store_id);
  v_status constant text := coalesce(input ->> 'status', p.status);
  v_image_ids uuid[];
begin
  if p.status = 'archived' and v_status <> 'archived' then
    perform internal.check_product_limit(p.company_id);
  end if;
  perform internal.check_brand((input ->> 'brand_id')::uuid, v_store_id);
  -- A slug is a key: written only when it is another, so that orders which name the product do not wait for this.
  if input ->> 'slug' <> p.slug then
    update app.products t set slug = input ->> 'slug' where t.id = p.id;
  end if;
  update app.products t set
    name = coalesce(input ->> 'name', t.name),
    brand_id = case when input ? 'brand_id' then (input ->> 'brand_id')::uuid else t.brand_id end,
    short_description = case when input ? 'short_description' then input ->> 'short_description' else t.short_description end,
    description = case when input ? 'description' then input ->> 'description' else t.description end,
    status = v_status,
    delivery_charge = case when input ? 'delivery_charge' then (input ->> 'delivery_charge')::numeric else t.delivery_charge end
    where t.id = p.id;
  if input ? 'categories' then
    perform internal.set_product_categories(p.id, coalesce(nullif(input -> 'categories', 'null'), '[]'));
  end if;
  v_image_ids := internal.add_images(p.id, coalesce(nullif(input -> 'images', 'null'), '[]'));
  perform internal.save_variants(p.id, coalesce(nullif(input -> 'variants', 'null'), '[]'), v_image_ids);
  return internal.product_changed(p.id, case when v_status = 'archived' and p.status <> 'archived' then 'product.archived' else 'product.updated' end);
end
$$;
comment on function api.update_product(jsonb) is 'PATCH /products/{id}: takes the fields to change (absent: kept, null: cleared; images are added, variants matched by id); gives the product. Raises HT008 and HT100 for store_id, HT100, HT004 (plan''s product limit, when it comes back from the archive), HT101 (brand, categories, variants, options, SKU, slug), HT008. spec: POST /products';
grant execute on function api.update_product(jsonb) to haat_api;
--! EndIncluded api/update_product.sql
--! Included internal/save_variants.sql
-- SKUs are compared when all lines are written, so that two variants may swap theirs in one request.
create or replace function internal.save_variants(product_id uuid, variants jsonb, image_ids uuid[]) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_variant record;
  v_prefix text;
  v_place integer;
  v_id uuid;
  v_ids uuid[] := '{}';
begin
  set constraints app.variants_sku_key deferred;
  -- Costs in variant order, as everyone takes them who needs several.
  perform from app.variant_costs k
    where k.variant_id in (select (w.item ->> 'id')::uuid from jsonb_array_elements(variants) as w (item)
      where w.item ->> 'cost_price' is not null or w.item ->> 'sku' is not null)
    order by k.variant_id for update;
  select coalesce(max(v.position) + 1, 0) into v_place from app.variants v where v.product_id = save_variants.product_id;
  for v_variant in select w.item, w.n - 1 as n from jsonb_array_elements(variants) with ordinality as w (item, n) order by w.n loop
    v_prefix := format('variants.%s.', v_variant.n);
    v_id := (v_variant.item ->> 'id')::uuid;
    if v_id is null then
      v_id := internal.add_variant(save_variants.product_id, v_place, v_variant.item, image_ids, v_prefix);
      v_place := v_place + 1;
    elsif exists (select from app.variants v where v.product_id = save_variants.product_id and v.id = v_id) then
      perform internal.change_variant(v_id, v_variant.item, image_ids, v_prefix);
    else
      perform internal.field_error('HT101', v_prefix || 'id', 'names no variant of this product');
    end if;
    v_ids := v_ids || v_id;
  end loop;
  begin
    set constraints app.variants_sku_key immediate;
  exception when unique_violation then
    perform internal.refuse_taken_skus(variants, v_ids);
  end;
  if (select count(*) from app.variants v where v.product_id = save_variants.product_id) > 250 then
    perform internal.field_error('HT008', 'variants', 'a product has at most 250 variants');
  end if;
end
$$;
comment on function internal.save_variants(uuid, jsonb, uuid[]) is 'Takes a locked product, variants (with id: changed, without: added after those there; those not named stay) and the request''s images. Raises HT008, HT101, naming the line. spec: POST /products, variants[]';
--! EndIncluded internal/save_variants.sql
