--! owner: haat_gatekeeper
-- Gives the delivered parcels whose cash a courier holds, the longest first, with how much that is.
-- Takes: a store (null for all in reach), a courier (null for all), the parcel after which the list goes on, and how
-- many (null for all).
--
-- The index holds what was to be collected and not paid out; where the customer paid in another way since, nothing is
-- held.
create or replace function internal.find_held_parcels(store_id uuid, courier_id uuid, starting_after uuid,
  at_most integer) returns table (parcel_id uuid, held_by uuid, held_since timestamptz, amount numeric)
language plpgsql stable security definer rows 100
set search_path = ''
as $$
declare
  v_after record;
begin
  select p.delivered_at, p.id into v_after from app.parcels p
    where p.id = find_held_parcels.starting_after and p.company_id = internal.current_company_id();
  return query
  select t.id, c.id, t.delivered_at, t.amount
  from unnest(internal.stores_in_reach(find_held_parcels.store_id)) as s (id)
  cross join app.couriers c
  cross join lateral (
    select p.id, p.delivered_at, h.amount
    from app.parcels p
    cross join lateral (select internal.held_amount(p.id) as amount) h
    where p.store_id = s.id and p.courier_id = c.id and p.delivered_at is not null
      and coalesce(p.collected_amount, p.cod_amount) > p.paid_out_amount
      and (p.delivered_at, p.id) > (coalesce(v_after.delivered_at, '-infinity'),
        coalesce(v_after.id, '00000000-0000-0000-0000-000000000000'))
      and h.amount > 0
    order by p.delivered_at, p.id
    limit at_most
  ) t
  where c.company_id = internal.current_company_id()
    and (find_held_parcels.courier_id is null or c.id = find_held_parcels.courier_id)
  order by t.delivered_at, t.id
  limit at_most;
end
$$;
grant execute on function internal.find_held_parcels(uuid, uuid, uuid, integer) to haat_staff;
