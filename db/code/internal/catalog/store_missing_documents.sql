-- Timer: stores documents of products that have none, as after an upgrade or a change of the address of pictures, and
-- comes again at once while there are more.
-- Gives: how many it stored. Safe to run twice.
--
-- Readers do not need it: they are shown a document made anew.
create or replace function internal.store_missing_documents() returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_batch constant integer := 300;
  v_company record;
  v_found integer := 0;
  v_count integer := 0;
begin
  for v_company in
    select m.company_id, array_agg(m.product_id) as product_ids
    from internal.products_without_documents(v_batch) m
    group by m.company_id
  loop
    v_found := v_found + cardinality(v_company.product_ids);
    begin
      perform internal.act_as(v_company.company_id);
      v_count := v_count + (
        select count(*)
        from internal.store_product_documents(array(
          select p.id
          from app.products p
          where p.id = any (v_company.product_ids)
          order by p.id
          -- The write of a product stores its document.
          for no key update skip locked)));
    exception when others then
      -- As where it is moving. Readers do without.
      raise warning 'documents of company % were not stored: % (%)', v_company.company_id, sqlerrm, sqlstate;
    end;
  end loop;
  perform internal.leave_company();
  if v_found = v_batch and v_count > 0 then
    perform internal.enqueue('timer__run', json_build_object('name', 'store_missing_documents'),
      job_key => 'store_missing_documents:next');
  end if;
  return v_count;
end
$$;
grant execute on function internal.store_missing_documents() to haat_worker;
