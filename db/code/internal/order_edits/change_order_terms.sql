-- Gives an order with the address, location, channel, custom fields, tags and note that an edit gives it.
-- Takes: the locked order and the edit as POST /orders/{id}/edit describes it, its shipping_address as JSON text.
-- Raises: HT101 (channel, location_id).
-- see: guides/edit-an-order#the-customer-the-address-and-the-rest
create or replace function internal.change_order_terms(edited app.orders, input jsonb) returns app.orders
language plpgsql stable
set search_path = ''
as $$
begin
  if input ? 'custom_fields' then
    edited.custom_fields := nullif(nullif(input -> 'custom_fields', 'null'), '{}');
  end if;
  edited.tags := internal.order_tags(input, edited.tags);
  if input ? 'note' then
    edited.note := input ->> 'note';
  end if;
  if input ->> 'channel' is not null then
    edited.channel_id := internal.find_order_channel(edited.store_id, input ->> 'channel');
  end if;
  if (input ->> 'location_id')::uuid <> edited.location_id then
    edited.location_id := internal.find_order_location(edited.company_id, (input ->> 'location_id')::uuid);
  end if;
  if input ? 'shipping_address' then
    edited.shipping_address := (input ->> 'shipping_address')::json;
  end if;
  return edited;
end
$$;
