-- Locks a record as the operations that write it do, and gives the updated_at that it has under the lock.
-- Takes: the kind of record, its id (of a variant: whatever identifies it), and its store.
-- Raises: HT010 (videos), HT100 (id), HT101 (identifier of a variant).
--
-- Locks in the order of the operations: the company before products and videos where a video is placed, taken off or
-- written; of a variant only its product, where all changes of its variants queue.
create or replace function internal.lock_version(record text, id text, store_id uuid) returns timestamptz
language plpgsql volatile
set search_path = ''
as $$
declare
  v_id uuid;
begin
  case record
    when 'order' then
      return (internal.lock_order(
        internal.find_for_write('order', jsonb_build_object('id', id, 'store_id', store_id)))).updated_at;
    when 'product' then
      return (internal.lock_product(id::uuid, store_id)).updated_at;
    when 'product_videos' then
      perform internal.require_plan_feature('product_videos');
      perform internal.lock_company_videos();
      return (internal.lock_product(id::uuid, store_id)).updated_at;
    when 'variant' then
      v_id := internal.find_variant(id, store_id);
      perform internal.lock_product((select v.product_id from app.variants v where v.id = v_id), store_id);
      return (select v.updated_at from app.variants v where v.id = v_id);
    when 'attribute' then
      return (internal.lock_attribute(id::uuid, store_id)).updated_at;
    when 'video' then
      perform internal.require_plan_feature('product_videos');
      perform internal.lock_company_videos();
      return (internal.lock_video(id::uuid, store_id)).updated_at;
    when 'parcel' then
      return (internal.lock_parcel(
        internal.find_for_write('parcel', jsonb_build_object('id', id, 'store_id', store_id)))).updated_at;
    when 'payment' then
      return (internal.lock_payment(
        internal.find_for_write('payment', jsonb_build_object('id', id, 'store_id', store_id)))).updated_at;
    when 'webhook_endpoint' then
      return (internal.lock_own_endpoint(jsonb_build_object('id', id, 'store_id', store_id))).updated_at;
    when 'return' then
      return (internal.lock_return(
        internal.find_for_write('return', jsonb_build_object('id', id, 'store_id', store_id)))).updated_at;
    when 'category', 'brand', 'customer', 'job' then
      return internal.lock_simple_version(record, id::uuid, store_id);
  end case;
end
$$;
