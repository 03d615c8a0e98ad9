-- Says what an edit changed of an order: in its event, the old values; in its timeline, [before, after] of each.
-- Takes: the order before and after, as the API shows it with its lines.
-- Gives: both. items of previous are the lines that changed or went, as they were; those of detail tell what changed
-- of each line, with null before a line came and after it went.
-- see: guides/edit-an-order#what-is-told-of-it
--
-- When the order went to another customer, neither holds what was written about the one before: it would be told with
-- the new customer, and an erasure of the old one would not find it.
create or replace function internal.order_differences(before json, after json, out previous jsonb, out detail jsonb)
language plpgsql stable
set search_path = ''
as $$
declare
  v_is_moved constant boolean := before ->> 'customer_id' <> after ->> 'customer_id';
  v_before_items jsonb := before -> 'items';
  v_after_items jsonb := after -> 'items';
begin
  select coalesce(jsonb_object_agg(f.name, f.old) filter (where not f.is_hidden), '{}'),
      coalesce(jsonb_object_agg(f.name, jsonb_build_array(
        case when f.is_hidden then null when f.word is null then f.old else f.old -> f.word end,
        case when f.word is null then f.new else f.new -> f.word end)), '{}')
    into previous, detail
    from (
      select n.name, n.word, v_is_moved and n.is_personal as is_hidden,
        internal.stored_json(before -> n.name) as old, internal.stored_json(after -> n.name) as new
      from (values
        ('channel', 'slug', false), ('customer_id', null, false), ('location_id', null, false),
        ('subtotal', null, false), ('discount_amount', null, false), ('shipping_charge', null, false),
        ('delivery_zone', null, false),
        ('tax_amount', null, false), ('total_amount', null, false), ('to_refund_amount', null, false),
        ('coupon', 'code', false), ('custom_fields', null, true), ('tags', null, true),
        ('note', null, true), ('shipping_address', null, true)) as n (name, word, is_personal)
    ) f
    where f.old is distinct from f.new;
  select previous || coalesce(jsonb_build_object('items', jsonb_agg(c.old) filter (where c.old is not null)), '{}'),
      detail || coalesce(jsonb_build_object('items', jsonb_agg(c.told) filter (where c.told ? 'quantity'
        or c.told ? 'unit_price' or c.told ? 'discount_price')), '{}')
    into previous, detail
    from (
      select b.item as old, jsonb_build_object('order_item_id', x.item -> 'id', 'sku', x.item -> 'sku',
          'product_name', x.item -> 'product_name', 'variant_name', x.item -> 'variant_name') || (
        select coalesce(jsonb_object_agg(p.name, jsonb_build_array(b.item -> p.name, a.item -> p.name)), '{}')
        from (values ('quantity'), ('unit_price'), ('discount_price')) as p (name)
        where b.item -> p.name is distinct from a.item -> p.name) as told
      from jsonb_array_elements(v_before_items) as b (item)
      full join jsonb_array_elements(v_after_items) as a (item) on a.item ->> 'id' = b.item ->> 'id'
      cross join lateral (select coalesce(a.item, b.item) as item) x
      where a.item is distinct from b.item
    ) c;
end
$$;
