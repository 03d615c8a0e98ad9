-- Statement trigger: has a worker store the documents of products that one statement wrote several of, in a moment.
-- Takes: transition table new_rows.
-- see: guides/inside#stored-documents-of-products
--
-- What writes single products stores their documents itself (internal.publish_product). Many at once are written by
-- SQL, by a rename or for a video: readers need not wait for the timer. The entry of the queue is locked until the
-- transaction ends, so each company has its own.
create or replace function internal.tg_products__fill_documents() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if (select count(*) from (select from new_rows limit 2) few) > 1 then
    perform internal.enqueue('timer__run', json_build_object('name', 'store_missing_documents'),
      job_key => 'store_missing_documents of ' || n.company_id, run_at => internal.now() + interval '1 second')
      from (select distinct w.company_id from new_rows w order by w.company_id) n;
  end if;
  return null;
end
$$;
