-- Enter migration here

-- Lists in a large shop: orders that go to a city. Without it a city of nobody was looked for in all orders.
create index if not exists orders_city_idx on app.orders (company_id, lower(shipping_address ->> 'city'))
  where shipping_address ->> 'city' is not null;
