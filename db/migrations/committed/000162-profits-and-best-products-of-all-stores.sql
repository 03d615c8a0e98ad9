--! Previous: sha1:718c65dc00666a0ce2bb7f7882c1db1831d76600
--! Hash: sha1:a9834f267162d198e483b6c9ec58eab6cf395e55
--! Message: profits and best products of all stores

--! split: 1-current.sql
-- Profits and best products of one store or of all, and how much of the sales had no known cost.
drop function if exists staff.profit_figures(uuid, date, date, staff.profit_grouping);
drop function if exists staff.best_products(uuid, date, date, integer);
do $$
begin
  if not exists (
    select from pg_attribute where attrelid = 'staff.profit'::regclass and attname = 'uncosted_amount'
  ) then
    alter type staff.profit add attribute uncosted_amount numeric(16, 2);
    alter type staff.top_product add attribute store_id uuid;
  end if;
end
$$;
