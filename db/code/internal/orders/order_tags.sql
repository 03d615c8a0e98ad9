-- Gives the tags to store for an order: null where there are none.
-- Takes: the input (tags absent: kept, null or empty: none), and the present tags.
-- see: reference/orders#update_order
create or replace function internal.order_tags(input jsonb, current_tags text[] default null) returns text[]
language sql immutable
return nullif(internal.given_tags(input, current_tags), '{}');
