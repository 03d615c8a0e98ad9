--! Previous: sha1:742ac839459264a8d51a8947930b15ced66be756
--! Hash: sha1:718c65dc00666a0ce2bb7f7882c1db1831d76600
--! Message: Bins of inventory levels

--! split: 1-current.sql
-- Where goods lie at a location, and the pick list by it. db/code brings the function back.
alter table app.inventory_levels add column if not exists bin text;
alter table app.inventory_levels drop constraint if exists inventory_levels_bin_check;
alter table app.inventory_levels add constraint inventory_levels_bin_check check (length(bin) between 1 and 50);
drop function if exists staff.pick_list(uuid[]);
do $$ begin
  if not exists (select from pg_catalog.pg_attribute
    where attrelid = 'staff.pick_line'::regclass and attname = 'bin' and not attisdropped) then
    alter type staff.pick_line add attribute bin text;
  end if;
end $$;
