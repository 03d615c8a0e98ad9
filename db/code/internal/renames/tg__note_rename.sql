-- Row trigger: notes that a name has changed which products show, so that a job sends their events.
-- Takes: the kind (brand, category, attribute, value) as the trigger's argument.
--
-- Perhaps fifty thousand products show the name. A job touches them in small steps, so that the rename itself locks
-- one row only. A second rename begins again with the first product.
-- A transaction that ties a product to the row holds it by its foreign key to the end of its transaction, and stores a
-- document with its name. The lock waits for that one, so the job finds the product; a later one reads the new name.
create or replace function internal.tg__note_rename() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  execute format('select from %s t where t.id = $1 for update', tg_relid::regclass) using new.id;
  insert into internal.pending_renames as r (kind, id, company_id, store_id, request_id)
  values (tg_argv[0], new.id, new.company_id, new.store_id, internal.current_request_id())
  on conflict on constraint pending_renames_pkey do update
    set after_product_id = null, request_id = excluded.request_id;
  perform internal.enqueue_rename(tg_argv[0], new.id);
  return null;
end
$$;
