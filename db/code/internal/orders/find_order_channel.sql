-- Finds the channel of a new order.
-- Takes: a store and the channel's slug (null: manual).
-- Gives: the channel's id.
-- Raises: HT101 when the store has no such active channel.
create or replace function internal.find_order_channel(store_id uuid, slug text) returns uuid
language plpgsql stable
set search_path = ''
as $$
declare
  v_id uuid;
begin
  select c.id into v_id
    from app.channels c
    where c.store_id = find_order_channel.store_id
      and c.slug = coalesce(find_order_channel.slug, 'manual')
      and c.status = 'active';
  if v_id is null then
    perform internal.field_error('HT101', 'channel', 'channelGone');
  end if;
  return v_id;
end
$$;
