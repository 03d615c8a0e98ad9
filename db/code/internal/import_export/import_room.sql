-- Gives how many records more an import may make in a store, by its plan.
-- Takes: the store, and products, customers or orders.
-- Gives: the number (null: no limit that could be foretold), and what is said of those beyond it.
-- Raises: HT014 (permission), HT100 (store_id), HT008 (kind).
create or replace function internal.import_room(store_id uuid, kind text, out room bigint, out problem jsonb)
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform internal.require_import(import_room.store_id, import_room.kind);
  if import_room.kind = 'products' then
    select r.room, r.problem into room, problem from internal.product_room(import_room.store_id) r;
  end if;
end
$$;
grant execute on function internal.import_room(uuid, text) to haat_staff;
