-- A product knows whether it has an image.
create or replace view ledger.check_product_images with (security_invoker = true) as
select p.company_id, p.store_id, format('product %s', p.id) as object,
  case when p.has_image then 'has an image' else 'has no image' end as found,
  case when p.has_image then 'has no image' else 'has an image' end as expected
from app.products p
where p.has_image <> exists (select from app.product_images i where i.product_id = p.id);
call internal.install_check('ledger.check_product_images');
