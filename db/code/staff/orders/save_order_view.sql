-- Saves filters of the list of orders under a name, for everybody of the company: a new view, or the new form of
-- order_view_id. Saving the same values is no change. Needs orders.manage.
-- Takes: query, the filters as the address of the list has them, such as stage=new&sort=oldest; no search.
-- Raises: HT014 (permission), HT100 (order_view_id), HT101 (expected_updated_at), HT008 (query, the company has 50),
-- 23505 (name).
create or replace function staff.save_order_view(name text, query text, order_view_id uuid default null,
  expected_updated_at timestamptz default null) returns app.order_views
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_before app.order_views;
  v_view app.order_views;
begin
  perform internal.require_permission('orders.manage');
  if save_order_view.query !~ '^([a-z]{1,20}=[^&=#]+(&|$))*$' or save_order_view.query ~ '(^|&)q=' then
    perform internal.field_error('HT008', 'query', 'viewQuery');
  end if;
  -- The views of a company are counted, and changed, one by one.
  perform from app.companies c where c.id = internal.current_company_id() for no key update;
  if save_order_view.order_view_id is null then
    if (select count(*) from app.order_views t) >= 50 then
      perform internal.field_error('HT008', 'name', 'mostViews', '{"most": 50}');
    end if;
    insert into app.order_views (company_id, name, query)
    values (internal.current_company_id(), btrim(save_order_view.name), save_order_view.query)
    returning * into v_view;
    return v_view;
  end if;
  select * into v_before from app.order_views t where t.id = save_order_view.order_view_id;
  if v_before.id is null then
    perform internal.field_error('HT100', 'order_view_id', 'gone.there', '{"thing": "view"}');
  end if;
  perform internal.refuse_outdated(save_order_view.expected_updated_at, v_before.updated_at, v_before.id);
  if (v_before.name, v_before.query) = (btrim(save_order_view.name), save_order_view.query) then
    return v_before;
  end if;
  update app.order_views t set name = btrim(save_order_view.name), query = save_order_view.query
    where t.id = v_before.id returning * into v_view;
  return v_view;
end
$$;
grant execute on function staff.save_order_view(text, text, uuid, timestamptz) to haat_staff;
