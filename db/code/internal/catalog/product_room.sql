-- Gives how many products more a store may have: see internal.product_limit.
-- Takes: the store.
-- Gives: the number (null: no limit), and what is said when there is none left.
create or replace function internal.product_room(store_id uuid, out room bigint, out problem jsonb)
language plpgsql stable
set search_path = ''
as $$
declare
  v_limit constant record := internal.product_limit(store_id);
begin
  if v_limit.most is null then
    return;
  end if;
  problem := v_limit.problem;
  room := v_limit.most
    - internal.count_products(internal.current_company_id(), case when v_limit.is_test then store_id end);
end
$$;
