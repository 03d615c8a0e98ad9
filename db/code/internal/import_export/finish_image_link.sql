-- Ends the fetching of a picture by link: adds it to its product and shows it with its variants, or notes why it could
-- not be had. It is tried three times.
-- Takes: the company, the link, and the stored picture or the problem and what it means.
-- Gives: whether the picture is used; otherwise its file is to be deleted.
--
-- Lock order: product, link. A variant that has a picture keeps it.
create or replace function internal.finish_image_link(company_id uuid, link_id uuid, picture jsonb, problem text,
  meaning jsonb default null) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_link app.image_links;
  v_product app.products;
  v_image_ids uuid[] := '{}';
  v_problem text := finish_image_link.problem;
  v_meaning jsonb := finish_image_link.meaning;
  v_detail text;
begin
  perform internal.act_as(finish_image_link.company_id);
  select * into v_link from app.image_links l where l.id = finish_image_link.link_id;
  if finish_image_link.picture is not null and v_link.id is not null then
    v_product := internal.lock_product(v_link.product_id, v_link.store_id);
  end if;
  select * into v_link from app.image_links l where l.id = finish_image_link.link_id for no key update;
  if v_link.status = 'waiting' and v_product.id is not null then
    begin
      v_image_ids := internal.add_images(v_product.id, jsonb_build_array(
        jsonb_build_object('picture', finish_image_link.picture, 'alt_text', v_link.alt_text)));
      perform internal.change_variant(v.id, jsonb_build_object('image_id', v_image_ids[1]))
        from app.variants v
        where v.product_id = v_product.id and v.image_id is null
          and v.id in (select internal.find_product_sku(v_product.id, s.sku) from unnest(v_link.skus) s (sku));
      perform internal.product_changed(v_product);
    exception when sqlstate 'HT008' then
      v_image_ids := '{}';
      get stacked diagnostics v_problem = message_text, v_detail = pg_exception_detail;
      v_meaning := internal.meaning(v_detail::jsonb -> 'problem');
    end;
  end if;
  update app.image_links l set
    status = case
      when cardinality(v_image_ids) > 0 then 'fetched'
      when v_link.attempts >= 3 then 'refused'
      else l.status end,
    image_id = v_image_ids[1],
    problem = v_problem,
    meaning = v_meaning,
    due_at = internal.now() + v_link.attempts * interval '10 minutes'
    where l.id = v_link.id and l.status = 'waiting';
  perform internal.leave_company();
  return cardinality(v_image_ids) > 0;
end
$$;
grant execute on function internal.finish_image_link(uuid, uuid, jsonb, text, jsonb) to haat_worker;
