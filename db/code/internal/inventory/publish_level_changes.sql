-- Sends inventory.updated for inventory levels.
-- Takes: their ids, in the order in which receivers are to hear of them.
-- Gives: the levels as the API shows them, in that order.
-- see: guides/webhooks#create-an-endpoint
--
-- In one statement, because deliveries are made and workers woken once a statement.
create or replace function internal.publish_level_changes(level_ids uuid[]) returns json[]
language plpgsql volatile
set search_path = ''
as $$
declare
  v_documents json[];
begin
  with shown as materialized (
    select d.* from internal.inventory_level_documents(level_ids) d
  ), sent as (
    insert into app.events (company_id, store_id, type, object_id, object, request_id)
    select l.company_id, l.store_id, 'inventory.updated', l.id, d.document, internal.current_request_id()
    from shown d
    join app.inventory_levels l on l.id = d.id
    order by d.ordinal
  )
  select array_agg(d.document order by d.ordinal) into v_documents from shown d;
  return v_documents;
end
$$;
