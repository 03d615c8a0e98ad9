-- Takes: what was renamed (brand, category, attribute, value) and how many products at most.
-- Touches the next of those that show it, sends product.updated for each and adds the job of the next step.
-- Gives: how many it told, 0 when nothing is left.
--
-- One step is one transaction: products touched, their events, how far it came, the job of the next step. Whoever dies in
-- between leaves the step to be done again; whoever does it twice finds it done. Safe to run by hand.
-- Lock order: the pending rename, products by id, variants (as who edits a product does).
create or replace function internal.publish_rename(kind text, id uuid, batch integer default 200) returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  r internal.pending_renames;
  v_ids uuid[];
begin
  -- A rename under way holds the row: what is told here is what it leaves behind.
  select * into r from internal.pending_renames t where t.kind = publish_rename.kind and t.id = publish_rename.id for update;
  if r.id is null then
    return 0;
  end if;
  perform internal.act_as(r.company_id);
  -- Nobody who renames it again waits longer than this for a product that somebody else holds; the job is tried again.
  perform set_config('lock_timeout', '5s', true);
  r.after_product_id := coalesce(r.after_product_id, '00000000-0000-0000-0000-000000000000');
  v_ids := case r.kind
    when 'brand' then array(
      select p.id from app.products p
      where p.store_id = r.store_id and p.brand_id = r.id and p.id > r.after_product_id
      order by p.id limit batch)
    when 'category' then array(
      select c.product_id from app.product_categories c
      where c.store_id = r.store_id and c.category_id = r.id and c.product_id > r.after_product_id
      order by c.product_id limit batch)
    else array(
      select distinct v.product_id from app.variant_options o join app.variants v on v.id = o.variant_id
      where o.store_id = r.store_id and v.product_id > r.after_product_id and case r.kind
        when 'attribute' then o.attribute_id = r.id
        else o.attribute_id = (select a.attribute_id from app.attribute_values a where a.id = r.id) and o.value_id = r.id end
      order by v.product_id limit batch) end;

  perform from app.products p where p.id = any (v_ids) order by p.id for no key update;
  if r.kind in ('attribute', 'value') then
    update app.variants v set updated_at = internal.now()
      where v.product_id = any (v_ids)
        and exists (select from app.variant_options o where o.variant_id = v.id and case r.kind when 'attribute' then o.attribute_id else o.value_id end = r.id);
  end if;
  perform internal.touch_products(v_ids);
  -- One statement for all of them, so that the workers are woken once.
  insert into app.events (company_id, store_id, type, object_id, object, request_id)
  select r.company_id, r.store_id, 'product.updated', d.id, d.document, r.request_id
  from internal.product_documents(v_ids) d
  order by d.ordinal;

  if cardinality(v_ids) < batch then
    delete from internal.pending_renames t where t.kind = r.kind and t.id = r.id;
  else
    update internal.pending_renames t set after_product_id = v_ids[batch] where t.kind = r.kind and t.id = r.id;
    perform internal.enqueue_rename(r.kind, r.id);
  end if;
  perform internal.leave_company();
  return cardinality(v_ids);
end
$$;
grant execute on function internal.publish_rename(text, uuid, integer) to haat_worker;
