-- Notes the pictures of an imported product that are to be fetched, and has a worker begin. Those noted before stay as
-- they are: a picture comes once, also when staff removed it since.
-- Takes: the product and its pictures [{source_url, alt_text?, skus}], in order.
-- Gives: how many are new.
create or replace function internal.import_image_links(product app.products, links jsonb) returns integer
language plpgsql volatile
set search_path = ''
as $$
declare
  v_count integer;
begin
  insert into app.image_links (company_id, store_id, product_id, source_url, alt_text, position, skus, due_at,
    created_at)
  select product.company_id, product.store_id, product.id, w.link ->> 'source_url', w.link ->> 'alt_text', w.n - 1,
    array(select jsonb_array_elements_text(coalesce(w.link -> 'skus', '[]'))), internal.now(), internal.now()
  from jsonb_array_elements(links) with ordinality as w (link, n)
  -- Pictures of our own are not fetched from ourselves: an export that comes back to its store.
  where not exists (
    select from app.product_images i
    where i.product_id = product.id and internal.media_url(i.media_key) = w.link ->> 'source_url')
  -- Ids rise in the order of the file, and the workers go by them.
  order by w.n
  on conflict on constraint image_links_source_key do nothing;
  get diagnostics v_count = row_count;
  if v_count > 0 then
    perform internal.fetch_image_links(product.company_id);
  end if;
  return v_count;
end
$$;
