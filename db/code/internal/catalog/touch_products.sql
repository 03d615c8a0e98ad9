-- Notes that something shown with products has changed: moves their updated_at, writes search_text and
-- has_image again.
-- Takes: the products.
--
-- A counter makes each touch a change of the row, whatever the clock says: two within one millisecond are two, and a
-- caller that compares the row before and after sees it. A product that is held (internal.hold_touches) is touched
-- once, when all of its statements have run: its row is locked already.
create or replace function internal.touch_products(ids uuid[]) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_held constant text := current_setting('haat.held_product', true);
begin
  if v_held = any (ids::text[]) then
    perform set_config('haat.touched_product', v_held, true);
    ids := array_remove(ids, v_held::uuid);
  end if;
  if ids = '{}' then
    return;
  end if;
  -- In one order for all callers, so that two touches of the same products queue and never deadlock.
  perform from app.products p
    where p.id = any (ids)
    order by p.id
    for no key update;
  update app.products p
    set child_changes = p.child_changes + 1, search_text = internal.product_search_text(p.id, p.name),
      has_image = exists (select from app.product_images i where i.product_id = p.id)
    where p.id = any (ids);
end
$$;
