-- Finds the location that a new order takes its goods from.
-- Takes: a company and the location's id (null: the company's default location).
-- Gives: the location's id.
-- Raises: HT101 when there is no such active location.
create or replace function internal.find_order_location(company_id uuid, location_id uuid) returns uuid
language plpgsql stable
set search_path = ''
as $$
declare
  v_id uuid;
begin
  select l.id into v_id
    from app.locations l
    where l.company_id = find_order_location.company_id
      and l.status = 'active'
      and case when location_id is null then l.is_default else l.id = location_id end;
  if v_id is null then
    perform internal.field_error('HT101', 'location_id',
      case when location_id is null then 'noDefaultLocation' else 'locationGone' end);
  end if;
  return v_id;
end
$$;
