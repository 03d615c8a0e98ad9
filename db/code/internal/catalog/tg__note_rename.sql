-- Row trigger with its kind (brand, category, attribute, value) as argument: notes that the products which show the
-- row are to be touched and told.
--
-- Products show what was renamed, perhaps fifty thousand of them: they are told by a job in small steps, so that a rename
-- takes one row and not the house. A rename on top of one under way begins again from the first product.
create or replace function internal.tg__note_rename() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  insert into internal.pending_renames as r (kind, id, company_id, store_id, request_id)
  values (tg_argv[0], new.id, new.company_id, new.store_id, (internal.current_actor()).request_id)
  on conflict on constraint pending_renames_pkey do update set after_product_id = null, request_id = excluded.request_id;
  perform internal.enqueue_rename(tg_argv[0], new.id);
  return null;
end
$$;
