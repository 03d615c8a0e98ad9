--! owner: haat_gatekeeper
-- Tells whether an entry of the activity stands for a row of a timeline already: one that was written for its object
-- by the same request, or another row of the timeline. Of a request the first row of an object tells; a new order
-- tells of all that came with it.
-- Takes: of the row its id, company, store and order, its object, its request, and the act that it is.
--
-- As internal.is_told_elsewhere. What a courier paid out was written for its parcel.
create or replace function internal.is_order_told_elsewhere(row_id uuid, company_id uuid, store_id uuid,
  order_id uuid, object_id uuid, request_id text, act text) returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
declare
  v_at constant timestamptz := uuid_extract_timestamp(row_id);
  v_from_id constant uuid := internal.id_floor(v_at - interval '30 seconds');
  v_end_id constant uuid := internal.id_floor(v_at + interval '30 seconds');
begin
  return exists (
      select from app.activity_log a
      where a.company_id = is_order_told_elsewhere.company_id and a.object_id = is_order_told_elsewhere.object_id
        and a.id between v_from_id and v_end_id
        and (a.request_id = is_order_told_elsewhere.request_id
          or is_order_told_elsewhere.request_id is null and a.request_id is null
            and a.action = is_order_told_elsewhere.act))
    or act = 'payment.recorded' and exists (
      select from app.payments p
      join app.activity_log a on a.company_id = p.company_id and a.object_id = p.parcel_id
      where p.id = is_order_told_elsewhere.object_id and a.id between v_from_id and v_end_id
        and a.action = 'parcel.paid_out' and a.request_id is not distinct from is_order_told_elsewhere.request_id)
    or is_order_told_elsewhere.request_id is not null and exists (
      select from app.order_timeline o
      where o.store_id = is_order_told_elsewhere.store_id and o.order_id = is_order_told_elsewhere.order_id
        and o.id >= v_from_id and o.id < row_id and o.request_id = is_order_told_elsewhere.request_id
        and (o.action = 'created'
          or coalesce(internal.timeline_part(o.detail), o.order_id) = is_order_told_elsewhere.object_id
            and internal.timeline_act(o.action, o.actor_type, o.actor_name, o.from_status, o.to_status,
              o.detail) is not null));
end
$$;
grant execute on function internal.is_order_told_elsewhere(uuid, uuid, uuid, uuid, uuid, text, text)
  to haat_owner, haat_staff, haat_dba;
