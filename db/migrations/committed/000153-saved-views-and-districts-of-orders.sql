--! Previous: sha1:90be2db17d3c1cdd5f2f31f6333077744cd04d88
--! Hash: sha1:9e5c0692fef2e4f2705840b675a6eb0955d2d31d
--! Message: saved views and districts of orders

--! split: 1-current.sql
-- Saved views of the list of orders: filters under a name, shared by the people of a company.
create table if not exists app.order_views (
  id uuid primary key default uuidv7(),
  company_id uuid not null references app.companies,
  name text not null check (length(name) between 1 and 60),
  query text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint order_views_name_key unique (company_id, name),
  -- As an address says filters: name=value, joined by &. A search is left out: it may name a customer.
  constraint order_views_query_is_of_filters check (length(query) <= 1000
    and query ~ '^([a-z]{1,20}=[^&=#]+(&|$))*$' and query !~ '(^|&)q=')
);
alter table app.order_views alter column company_id set (n_distinct = 3);
-- The district that orders go to, where their address names one; else it is their city (orders_city_idx).
create index if not exists orders_district_idx on app.orders
  (company_id, lower(btrim(shipping_address ->> 'district'))) where shipping_address ->> 'district' is not null;
