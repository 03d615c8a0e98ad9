-- Takes: a product locked after the company's videos, {video_id, gallery_slot?, sort_order?, option_value_id?,
-- title?}, the plan and a prefix for field names.
-- Places the video, or moves one that is there (what is absent takes its default).
-- Gives: the placement.
-- Raises, in this order, HT008 (video_id, option_value_id), HT012 (videos per product, then storage).
-- The caller sends product.updated.
-- see: guides/videos#show-it-on-a-product
create or replace function internal.attach_video(
  product_id uuid, input jsonb, plan app.plans, field_prefix text default ''
) returns json
language plpgsql volatile
set search_path = ''
as $$
declare
  v_value_id constant uuid := (input ->> 'option_value_id')::uuid;
  v_product app.products;
  v_video app.videos;
begin
  select * into v_product from app.products t where t.id = attach_video.product_id;
  select * into v_video from app.videos t
    where t.id = (input ->> 'video_id')::uuid and t.store_id = v_product.store_id
      and internal.is_own_video(t.key_id)
    for no key update;
  if v_video.id is null then
    perform internal.field_error('HT008', field_prefix || 'video_id',
      case when internal.is_staff_acting() then 'videoOption.store' else 'videoOption.key' end);
  elsif v_video.status in ('rejected', 'aborted')
    or internal.has_expired(v_video.status, v_video.expires_at, v_video.lease_expires_at) then
    perform internal.field_error('HT008', field_prefix || 'video_id', 'videoEnded.video');
  elsif v_value_id is not null and not exists (
    select from app.variant_options o join app.variants a on a.id = o.variant_id
    where o.store_id = v_product.store_id and o.value_id = v_value_id and a.product_id = v_product.id
      and a.status = 'active')
  then
    perform internal.field_error('HT008', field_prefix || 'option_value_id', 'videoOption');
  end if;
  if not exists (select from app.video_placements l where l.product_id = v_product.id and l.video_id = v_video.id) then
    if (select count(*) from app.video_placements l join app.videos o on o.id = l.video_id
        where l.product_id = v_product.id
          and not internal.has_expired(o.status, o.expires_at, o.lease_expires_at)) >= plan.videos_per_product then
      perform internal.fail('HT012', 'planVideos.perProduct', jsonb_build_object('most', plan.videos_per_product),
        fields => jsonb_build_object(field_prefix || 'video_id',
          jsonb_build_array(internal.problem('planVideos.oneMore'))));
    end if;
    -- One that was on no product for 48 hours has stopped counting; placed again it counts again.
    if v_video.unshown_since <= internal.now() - interval '48 hours' then
      perform internal.reserve_video_storage(plan, v_video.size_bytes, field_prefix || 'video_id');
    end if;
  end if;
  insert into app.video_placements as l (company_id, store_id, product_id, video_id, gallery_slot, sort_order,
    option_value_id, title)
  values (v_product.company_id, v_product.store_id, v_product.id, v_video.id,
    coalesce((input ->> 'gallery_slot')::integer, 1),
    coalesce((input ->> 'sort_order')::integer, 0),
    v_value_id, nullif(btrim(input ->> 'title'), ''))
  on conflict on constraint video_placements_pkey do update
    set gallery_slot = excluded.gallery_slot, sort_order = excluded.sort_order,
      option_value_id = excluded.option_value_id, title = excluded.title;
  update app.videos t set unshown_since = null where t.id = v_video.id and t.unshown_since is not null;
  return internal.placement_document(v_product.id, v_video.id);
end
$$;
