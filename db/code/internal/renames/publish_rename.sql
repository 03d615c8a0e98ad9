-- Does one step of a rename: touches the next products that show what was renamed, sends product.updated for each,
-- and adds the job of the next step. Safe to run by hand.
-- Takes: what was renamed (brand, category, attribute, value) and how many products at most.
-- Gives: how many products it touched; 0 when nothing is left.
--
-- A step is one transaction: the products, their events, how far the rename has come, the next job. When the process
-- dies, the step is done again as a whole.
-- Lock order: the pending rename, products by id, variants (as when a product is edited).
create or replace function internal.publish_rename(kind text, id uuid, batch integer default 200) returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_rename internal.pending_renames;
  v_ids uuid[];
begin
  -- A rename that is being written holds this row, so what is read after it is the new name.
  select * into v_rename
    from internal.pending_renames r
    where r.kind = publish_rename.kind and r.id = publish_rename.id
    for update;
  if v_rename.id is null then
    return 0;
  end if;
  perform internal.act_as(v_rename.company_id);
  -- Another rename of the same row waits for this step, so the step does not wait long for a product that a person
  -- else has locked. Its job is tried again.
  perform set_config('lock_timeout', '5s', true);
  v_ids := internal.next_renamed_products(v_rename, batch);
  perform internal.touch_renamed_products(v_rename, v_ids);
  -- One statement for all events, so that the workers are woken once.
  insert into app.events (company_id, store_id, type, object_id, object, request_id)
  select v_rename.company_id, v_rename.store_id, 'product.updated', d.id, d.document, v_rename.request_id
  from internal.store_product_documents(v_ids) d
  order by d.id;

  if cardinality(v_ids) < batch then
    delete from internal.pending_renames r where r.kind = v_rename.kind and r.id = v_rename.id;
  else
    update internal.pending_renames r
      set after_product_id = v_ids[batch]
      where r.kind = v_rename.kind and r.id = v_rename.id;
    perform internal.enqueue_rename(v_rename.kind, v_rename.id);
  end if;
  perform internal.leave_company();
  return cardinality(v_ids);
end
$$;
grant execute on function internal.publish_rename(text, uuid, integer) to haat_worker;
