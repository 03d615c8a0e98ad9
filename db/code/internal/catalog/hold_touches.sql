-- Begins a change of a product by several statements, which is noted once, at its end: internal.release_touches.
-- Takes: a product whose row the caller has locked or made.
create or replace function internal.hold_touches(product_id uuid) returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  perform set_config('haat.held_product', hold_touches.product_id::text, true);
  perform set_config('haat.touched_product', '', true);
end
$$;
