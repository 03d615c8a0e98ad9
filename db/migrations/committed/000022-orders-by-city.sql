--! Previous: sha1:c91958d19f20aa17e7bc2967e9afcf82903d3e0f
--! Hash: sha1:6b4ed42e95834a26b6e405aad87db6c5d2847197
--! Message: Orders by city

--! split: 1-current.sql
-- Enter migration here

-- Lists in a large shop: orders that go to a city. Without it a city of nobody was looked for in all orders.
create index if not exists orders_city_idx on app.orders (company_id, lower(shipping_address ->> 'city'))
  where shipping_address ->> 'city' is not null;
