-- Writes the events of the parcels of an order that this transaction wrote since they were told last: parcel.created
-- or parcel.updated.
-- Takes: the order.
-- see: guides/webhooks
--
-- internal.recompute_order calls it, which ends every change of a parcel, by whatever way it came about. Which parcels
-- were written, a trigger notes (internal.tg_parcels__note_change) in a setting that goes with the transaction.
create or replace function internal.publish_parcels(told app.orders) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_noted constant text[] := string_to_array(nullif(current_setting('haat.changed_parcels', true), ''), ' ');
  v_changed record;
begin
  if v_noted is null then
    return;
  end if;
  for v_changed in
    select p.id, '+' || p.id = any (v_noted) as is_new, d.document
    from app.parcels p
    cross join internal.parcel_documents(array[p.id]) d
    where p.store_id = told.store_id and p.order_id = told.id and array[p.id::text, '+' || p.id] && v_noted
    order by p.created_at, p.id
  loop
    perform internal.emit_event(told.store_id,
      case when v_changed.is_new then 'parcel.created' else 'parcel.updated' end, v_changed.id, v_changed.document);
  end loop;
  perform set_config('haat.changed_parcels', array_to_string(array(
    select n.note from unnest(v_noted) as n (note)
    where not exists (select from app.parcels p where p.store_id = told.store_id and p.order_id = told.id
      and p.id::text = ltrim(n.note, '+'))), ' '), true);
end
$$;
