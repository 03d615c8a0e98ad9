-- Finds the way to pay that the customer of a new order chose.
-- Takes: a store and the method (null: none was chosen).
-- Gives: the method; all null without one.
-- Raises: HT101 when the store has no such active method.
create or replace function internal.find_chosen_method(store_id uuid, method_id uuid) returns app.payment_methods
language plpgsql stable
set search_path = ''
as $$
declare
  v_method app.payment_methods;
begin
  if method_id is not null then
    select * into v_method from app.payment_methods m
      where m.store_id = find_chosen_method.store_id and m.id = find_chosen_method.method_id and m.status = 'active';
    if v_method.id is null then
      perform internal.field_error('HT101', 'payment_method_id', 'methodGone');
    end if;
  end if;
  return v_method;
end
$$;
