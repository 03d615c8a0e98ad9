-- Writes down what a staff member noted about an order, a customer or a product.
-- Takes: the store and its record, order, customer or product by the kind.
-- Raises: HT101 (the same a moment ago).
create or replace function internal.add_staff_note(store_id uuid, kind text, object_id uuid, note text)
  returns app.staff_notes
language plpgsql volatile
set search_path = ''
as $$
declare
  v_text constant text := nullif(btrim(note), '');
  v_note app.staff_notes;
begin
  perform internal.refuse_duplicate('add_' || kind || '_note', jsonb_build_array(object_id, v_text));
  insert into app.staff_notes (company_id, store_id, order_id, customer_id, product_id, note, actor_id, actor_name)
  select internal.current_company_id(), add_staff_note.store_id,
    case kind when 'order' then object_id end,
    case kind when 'customer' then object_id end,
    case kind when 'product' then object_id end,
    v_text, a.actor_id, a.actor_name
  from internal.current_actor() a
  returning * into v_note;
  return v_note;
end
$$;
