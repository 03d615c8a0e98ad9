-- Writes a note about a product for other staff: who and when is kept with it. It is not edited later.
-- Needs catalog.manage.
-- Raises: HT014 (permission), HT100 (product_id), HT101 (the same a moment ago).
create or replace function staff.add_product_note(product_id uuid, note text) returns app.staff_notes
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_product app.products;
begin
  perform internal.require_permission('catalog.manage');
  select * into v_product from app.products p where p.id = add_product_note.product_id;
  if v_product.id is null then
    perform internal.fail('HT100', 'gone', '{"thing": "product"}');
  end if;
  return internal.add_staff_note(v_product.store_id, 'product', v_product.id, add_product_note.note);
end
$$;
grant execute on function staff.add_product_note(uuid, text) to haat_staff;
