-- Notes that something shown with products has changed: moves their updated_at, writes search_text and
-- has_image again.
-- Takes: the products.
--
-- A counter makes each touch a change of the row, whatever the clock says: two within one millisecond are two, and a
-- caller that compares the row before and after sees it.
create or replace function internal.touch_products(ids uuid[]) returns void
language plpgsql volatile
set search_path = ''
as $$
begin
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
