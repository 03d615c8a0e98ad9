-- What the staff GraphQL takes in place of JSON: composite types whose comments name the arguments that they shape, and
-- lists of words as domains. The functions go on taking jsonb, which servers of the version before send.
do $$
begin
  if to_regtype('staff.goods_condition') is null then
    create domain staff.goods_condition as text check (value in ('sellable', 'damaged'));
  end if;
  if to_regtype('staff.line_quantity') is null then
    create type staff.line_quantity as (order_item_id uuid, quantity integer);
  end if;
  if to_regtype('staff.received_line') is null then
    create type staff.received_line as (order_item_id uuid, quantity integer, condition staff.goods_condition);
  end if;
  if to_regtype('staff.counted_line') is null then
    create type staff.counted_line as (variant_id uuid, sku text, counted integer);
  end if;
  if to_regtype('staff.shipping_address') is null then
    create type staff.shipping_address as (
      recipient_name text, recipient_phone text, address_line text, area text, city text, postal_code text,
      landmark text, note text);
  end if;
end
$$;
comment on domain staff.goods_condition is 'In what condition goods came back: sellable ones go into stock again.';
comment on type staff.line_quantity is E'@shapes create_return.lines[]\n@shapes record_partial_delivery.kept[]\nUnits of a line of an order.';
comment on column staff.line_quantity.order_item_id is 'Which line of the order.';
comment on column staff.line_quantity.quantity is 'How many units of it.';
comment on type staff.received_line is E'@shapes receive_return.lines[]\n@shapes receive_parcel.lines[]\nUnits of a line of an order that came back.';
comment on column staff.received_line.order_item_id is 'Which line of the order.';
comment on column staff.received_line.quantity is 'How many units of it came back.';
comment on column staff.received_line.condition is 'Sellable, or damaged: those do not go back into stock.';
comment on type staff.counted_line is E'@shapes recount.lines[]\nThe counted stock of one variant.';
comment on column staff.counted_line.variant_id is 'The variant.';
comment on column staff.counted_line.sku is 'Its SKU, if variant_id is not given.';
comment on column staff.counted_line.counted is 'How many units were counted.';
comment on type staff.shipping_address is E'@shapes create_order.shipping_address\nWhere an order goes.';
comment on column staff.shipping_address.recipient_name is 'Who receives it.';
comment on column staff.shipping_address.recipient_phone is 'Whom the courier calls.';
comment on column staff.shipping_address.address_line is 'House, road, village.';
comment on column staff.shipping_address.area is 'Area, thana or upazila.';
comment on column staff.shipping_address.city is 'City or district.';
comment on column staff.shipping_address.postal_code is 'Postal code.';
comment on column staff.shipping_address.landmark is 'What is near it.';
comment on column staff.shipping_address.note is 'A remark for the courier.';
-- The words of columns of composite types, which have no CHECK.
comment on column staff.viewer.role is E'@words app.staff.role\nowner or agent.';
comment on column staff.viewer.permissions is E'@words app.staff.permissions\nWhat they may do: an owner everything; nothing while a one-time password is to be changed.';
comment on column staff.status_count.status is E'@words app.orders.status\nThe status.';
