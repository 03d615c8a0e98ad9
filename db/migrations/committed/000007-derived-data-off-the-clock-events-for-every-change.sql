--! Previous: sha1:b85dad0f31395d0e17e31af13012f30587f95bd8
--! Hash: sha1:f19f1effb4f888ca4235f55bd1cda13dec876cd6
--! Message: Derived data off the clock, events for every change

--! split: 1-current.sql
-- Whether a product really changed is read from its row, not from the clock.
alter table app.products add column if not exists child_changes bigint not null default 0;
comment on column app.products.child_changes is 'How often something shown with the product changed (variants, pictures, categories, videos, names of what it refers to): makes such a change one of this row.';

-- Renames whose products are not all told yet. Products used to be touched in the transaction of the rename.
create table if not exists internal.pending_renames (
  kind text not null check (kind in ('brand', 'category', 'attribute', 'value')),
  id uuid not null,
  company_id uuid not null,
  store_id uuid not null,
  after_product_id uuid,
  request_id text,
  noted_at timestamptz not null default internal.now(),
  constraint pending_renames_pkey primary key (kind, id)
);
comment on table internal.pending_renames is 'Brands, categories, attributes and values that were renamed and whose products are being touched and told, in order of their ids, by the job rename__publish.';
comment on column internal.pending_renames.after_product_id is 'The last product that was told; null before the first.';
comment on column internal.pending_renames.request_id is 'The request that renamed it, which its events name.';
comment on column internal.pending_renames.noted_at is 'When the first rename that is not told in full was made.';
grant select on internal.pending_renames to haat_dba;
drop trigger if exists _500_touch_products on app.brands;
drop trigger if exists _500_touch_products on app.categories;
drop trigger if exists _500_touch_variants on app.attributes;
drop trigger if exists _500_touch_variants on app.attribute_values;
drop function if exists internal.tg_brands__touch_products(), internal.tg_categories__touch_products(),
  internal.tg_attributes__touch_variants(), internal.tg_attribute_values__touch_variants();

-- Takes the product as it was.
drop function if exists internal.product_changed(uuid, text);

drop function internal.find_or_create_customer(uuid, uuid, jsonb), internal.keep_address(uuid, json);

--! Included internal/tg__stamp_times.sql
-- Stamps by the clock at the write, never by the transaction's start: "ask again from your last time minus 60 s" then
-- never misses a change, since a transaction lives at most 30 s. decisions: 10
-- An update that leaves the row as it is moves nothing: who writes back what they read must come to rest. decisions: 11
create or replace function internal.tg__stamp_times() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    new.created_at := coalesce(new.created_at, internal.now());
    new.updated_at := coalesce(new.updated_at, new.created_at);
  -- Compared byte by byte, since columns of type json know no equality.
  elsif new operator(pg_catalog.*<>) old then
    new.updated_at := greatest(internal.now(), old.updated_at);
  end if;
  return new;
end
$$;
comment on function internal.tg__stamp_times() is 'Row trigger: created_at and updated_at from internal.now(); updated_at moves only when the row really changes.';
--! EndIncluded internal/tg__stamp_times.sql
--! Included internal/product_search_text.sql
-- What search looks through, said here and nowhere else: triggers keep it and ledger.check_product_search recomputes it.
create or replace function internal.product_search_text(product_id uuid, product_name text) returns text
language sql stable
set search_path = ''
begin atomic
  select internal.fold(product_name) || coalesce((
    select string_agg(E'\n' || internal.fold(v.sku), '' order by v.sku) from app.variants v where v.product_id = product_search_text.product_id), '');
end;
comment on function internal.product_search_text(uuid, text) is 'Takes a product and its name; gives what products.search_text must be: the name and the SKUs of its variants. spec: GET /products, search';
grant execute on function internal.product_search_text(uuid, text) to haat_dba;
--! EndIncluded internal/product_search_text.sql
--! Included internal/touch_products.sql
-- The counter is what makes a touch a change of the product, whatever the clock says: two within one millisecond count
-- as two, and who compares the row before and after sees it.
create or replace function internal.touch_products(ids uuid[]) returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  -- In one order for everybody: two touches of the same products queue here.
  perform from app.products p where p.id = any (ids) order by p.id for no key update;
  update app.products p set child_changes = p.child_changes + 1, search_text = internal.product_search_text(p.id, p.name)
    where p.id = any (ids);
end
$$;
comment on function internal.touch_products(uuid[]) is 'Takes products of which something shown with them changed; counts it, which moves updated_at, and writes search_text anew.';
--! EndIncluded internal/touch_products.sql
--! Included internal/tg__touch_product.sql
-- A product's document shows its children, so a change of a child is a change of the product (sync by updated_after).
create or replace function internal.tg__touch_product() returns trigger
language plpgsql
set search_path = ''
as $$
declare
  v_ids uuid[];
begin
  if tg_op = 'DELETE' then
    v_ids := array(select distinct product_id from old_rows);
  elsif tg_op = 'INSERT' then
    v_ids := array(select distinct product_id from new_rows);
  else
    v_ids := array(
      select c.product_id from (table new_rows except table old_rows) c
      union
      select c.product_id from (table old_rows except table new_rows) c);
  end if;
  if v_ids <> '{}' then
    perform internal.touch_products(v_ids);
  end if;
  return null;
end
$$;
comment on function internal.tg__touch_product() is 'Statement trigger with transition tables old_rows and new_rows that hold product_id: touches the products of which a row really changed.';
--! EndIncluded internal/tg__touch_product.sql
--! Included internal/tg__touch_attribute.sql
-- An attribute's document shows its values, so a change of a value is a change of the attribute.
create or replace function internal.tg__touch_attribute() returns trigger
language plpgsql
set search_path = ''
as $$
declare
  v_ids uuid[];
begin
  if tg_op = 'INSERT' then
    v_ids := array(select distinct attribute_id from new_rows);
  else
    v_ids := array(select distinct c.attribute_id from (table new_rows except table old_rows) c);
  end if;
  update app.attributes a set updated_at = internal.now() where a.id = any (v_ids);
  return null;
end
$$;
comment on function internal.tg__touch_attribute() is 'Statement trigger with transition tables old_rows and new_rows that hold attribute_id: moves updated_at of the attributes of which a row really changed.';
--! EndIncluded internal/tg__touch_attribute.sql
--! Included internal/tg_products__search_text.sql
create or replace function internal.tg_products__search_text() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.search_text := internal.product_search_text(new.id, new.name);
  return new;
end
$$;
comment on function internal.tg_products__search_text() is 'Row trigger: products.search_text of a new product or name; changes of its variants come through internal.touch_products.';
--! EndIncluded internal/tg_products__search_text.sql
--! Included internal/tg_video_placements__touch.sql
-- The video's own document lists its placements always; the product shows only those of ready videos.
create or replace function internal.tg_video_placements__touch() returns trigger
language plpgsql
set search_path = ''
as $$
declare
  v_video_ids uuid[];
  v_product_ids uuid[];
begin
  if tg_op = 'DELETE' then
    select array_agg(distinct r.video_id), array_agg(distinct r.product_id) filter (where v.status = 'ready') into v_video_ids, v_product_ids
      from old_rows r join app.videos v on v.id = r.video_id;
  elsif tg_op = 'INSERT' then
    select array_agg(distinct r.video_id), array_agg(distinct r.product_id) filter (where v.status = 'ready') into v_video_ids, v_product_ids
      from new_rows r join app.videos v on v.id = r.video_id;
  else
    select array_agg(distinct r.video_id), array_agg(distinct r.product_id) filter (where v.status = 'ready') into v_video_ids, v_product_ids
      from (table new_rows except table old_rows) r join app.videos v on v.id = r.video_id;
  end if;
  update app.videos v set updated_at = internal.now() where v.id = any (v_video_ids);
  if v_product_ids is not null then
    perform internal.touch_products(v_product_ids);
  end if;
  return null;
end
$$;
comment on function internal.tg_video_placements__touch() is 'Statement trigger with transition tables old_rows and new_rows: moves updated_at of the videos of which a placement really changed, and touches the products where such a video is ready.';
--! EndIncluded internal/tg_video_placements__touch.sql
--! Included internal/tg_videos__touch_products.sql
create or replace function internal.tg_videos__touch_products() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  perform internal.touch_products(internal.products_of_video(new.id));
  return null;
end
$$;
comment on function internal.tg_videos__touch_products() is 'Row trigger: touches the products that show the video.';
--! EndIncluded internal/tg_videos__touch_products.sql
--! Included internal/set_product_categories.sql
create or replace function internal.set_product_categories(product_id uuid, categories jsonb) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  p app.products;
  v_bad integer;
begin
  select * into p from app.products t where t.id = set_product_categories.product_id;
  select w.n - 1 into v_bad
    from jsonb_array_elements(categories) with ordinality as w (item, n)
    where not exists (select from app.categories c where c.store_id = p.store_id and c.id = (w.item ->> 'id')::uuid)
    order by w.n limit 1;
  if found then
    perform internal.field_error('HT101', format('categories.%s.id', v_bad), 'names no category of this store');
  end if;
  if (select count(*) from jsonb_array_elements(categories) c where (c ->> 'is_primary')::boolean) > 1 then
    perform internal.field_error('HT008', 'categories', 'at most one category may be primary');
  end if;
  if (select count(*) <> count(distinct c ->> 'id') from jsonb_array_elements(categories) c) then
    perform internal.field_error('HT008', 'categories', 'the same category stands twice');
  end if;
  -- Only what differs is written, so that the same list again is no change. What goes, or is primary no more, goes first:
  -- one category is primary at a time.
  delete from app.product_categories t
    where t.product_id = p.id and t.category_id not in (select (w.item ->> 'id')::uuid from jsonb_array_elements(categories) w (item));
  update app.product_categories t set is_primary = false
    from jsonb_array_elements(categories) w (item)
    where t.product_id = p.id and t.category_id = (w.item ->> 'id')::uuid and t.is_primary and (w.item ->> 'is_primary')::boolean is not true;
  insert into app.product_categories as t (company_id, store_id, product_id, category_id, is_primary, position)
  select p.company_id, p.store_id, p.id, (w.item ->> 'id')::uuid, coalesce((w.item ->> 'is_primary')::boolean, false), w.n - 1
  from jsonb_array_elements(categories) with ordinality as w (item, n)
  on conflict on constraint product_categories_pkey do update set is_primary = excluded.is_primary, position = excluded.position
    where (t.is_primary, t.position) <> (excluded.is_primary, excluded.position);
end
$$;
comment on function internal.set_product_categories(uuid, jsonb) is 'Takes a product and its categories [{id, is_primary}]; replaces them. Raises HT101 for an absent category, HT008 for two primary or equal ones. spec: POST /products';
--! EndIncluded internal/set_product_categories.sql
--! Included internal/publish_product.sql
create or replace function internal.publish_product(product_id uuid, type text default 'product.updated') returns json
language plpgsql volatile
set search_path = ''
as $$
declare
  v_store_id uuid;
  v_document json;
begin
  select p.store_id into v_store_id from app.products p where p.id = publish_product.product_id;
  select d.document into v_document from internal.product_documents(array[publish_product.product_id]) d;
  perform internal.emit_event(v_store_id, publish_product.type, publish_product.product_id, v_document);
  return v_document;
end
$$;
comment on function internal.publish_product(uuid, text) is 'Takes a product that changed and product.created, product.updated or product.archived; writes the event; gives the product as the API shows it. decisions: 7';
--! EndIncluded internal/publish_product.sql
--! Included internal/product_changed.sql
-- Whatever is shown with a product touches its row, so the row says whether anything changed: a write that changes
-- nothing sends nothing, and a receiver that writes back what it was told comes to rest. decisions: 11
create or replace function internal.product_changed(before app.products, type text default 'product.updated') returns json
language plpgsql volatile
set search_path = ''
as $$
declare
  p app.products;
begin
  select * into p from app.products t where t.id = before.id;
  if p operator(pg_catalog.*<>) before then
    return internal.publish_product(p.id, product_changed.type);
  end if;
  return (select d.document from internal.product_documents(array[p.id]) d);
end
$$;
comment on function internal.product_changed(app.products, text) is 'Takes a locked product as it was before a write and the event of its change; sends it if anything changed; gives the product as the API shows it.';
--! EndIncluded internal/product_changed.sql
--! Included internal/publish_video_products.sql
create or replace function internal.publish_video_products(product_ids uuid[]) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_id uuid;
begin
  foreach v_id in array product_ids loop
    perform internal.publish_product(v_id);
  end loop;
end
$$;
comment on function internal.publish_video_products(uuid[]) is 'Takes the products whose shown videos just changed; sends product.updated for each. spec: Events';
--! EndIncluded internal/publish_video_products.sql
--! Included internal/enqueue_rename.sql
create or replace function internal.enqueue_rename(kind text, id uuid) returns void
language sql volatile
set search_path = ''
begin atomic
  select internal.enqueue('rename__publish', json_build_object('kind', enqueue_rename.kind, 'id', enqueue_rename.id),
    job_key => format('rename:%s:%s', enqueue_rename.kind, enqueue_rename.id));
end;
comment on function internal.enqueue_rename(text, uuid) is 'Takes what was renamed; adds the job that tells its products, one that waits at most.';
--! EndIncluded internal/enqueue_rename.sql
--! Included internal/tg__note_rename.sql
-- Products show what was renamed, perhaps fifty thousand of them: they are told by a job in small steps, so that a rename
-- takes one row and not the house. A rename on top of one under way begins again from the first product.
create or replace function internal.tg__note_rename() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  insert into internal.pending_renames as r (kind, id, company_id, store_id, request_id)
  values (tg_argv[0], new.id, new.company_id, new.store_id, (internal.current_actor()).request_id)
  on conflict on constraint pending_renames_pkey do update set after_product_id = null, request_id = excluded.request_id;
  perform internal.enqueue_rename(tg_argv[0], new.id);
  return null;
end
$$;
comment on function internal.tg__note_rename() is 'Row trigger with its kind (brand, category, attribute, value) as argument: notes that the products which show the row are to be touched and told.';
--! EndIncluded internal/tg__note_rename.sql
--! Included internal/publish_rename.sql
-- One step is one transaction: products touched, their events, how far it came, the job of the next step. Whoever dies in
-- between leaves the step to be done again; whoever does it twice finds it done. Safe to run by hand.
-- Lock order: the pending rename, products by id, variants (as who edits a product does).
create or replace function internal.publish_rename(kind text, id uuid, batch integer default 200) returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  r internal.pending_renames;
  v_ids uuid[];
begin
  -- A rename under way holds the row: what is told here is what it leaves behind.
  select * into r from internal.pending_renames t where t.kind = publish_rename.kind and t.id = publish_rename.id for update;
  if r.id is null then
    return 0;
  end if;
  perform internal.act_as(r.company_id);
  -- Nobody who renames it again waits longer than this for a product that somebody else holds; the job is tried again.
  perform set_config('lock_timeout', '5s', true);
  r.after_product_id := coalesce(r.after_product_id, '00000000-0000-0000-0000-000000000000');
  v_ids := case r.kind
    when 'brand' then array(
      select p.id from app.products p
      where p.store_id = r.store_id and p.brand_id = r.id and p.id > r.after_product_id
      order by p.id limit batch)
    when 'category' then array(
      select c.product_id from app.product_categories c
      where c.store_id = r.store_id and c.category_id = r.id and c.product_id > r.after_product_id
      order by c.product_id limit batch)
    else array(
      select distinct v.product_id from app.variant_options o join app.variants v on v.id = o.variant_id
      where o.store_id = r.store_id and v.product_id > r.after_product_id and case r.kind
        when 'attribute' then o.attribute_id = r.id
        else o.attribute_id = (select a.attribute_id from app.attribute_values a where a.id = r.id) and o.value_id = r.id end
      order by v.product_id limit batch) end;

  perform from app.products p where p.id = any (v_ids) order by p.id for no key update;
  if r.kind in ('attribute', 'value') then
    update app.variants v set updated_at = internal.now()
      where v.product_id = any (v_ids)
        and exists (select from app.variant_options o where o.variant_id = v.id and case r.kind when 'attribute' then o.attribute_id else o.value_id end = r.id);
  end if;
  perform internal.touch_products(v_ids);
  -- One statement for all of them, so that the workers are woken once.
  insert into app.events (company_id, store_id, type, object_id, object, request_id)
  select r.company_id, r.store_id, 'product.updated', d.id, d.document, r.request_id
  from internal.product_documents(v_ids) d
  order by d.ordinal;

  if cardinality(v_ids) < batch then
    delete from internal.pending_renames t where t.kind = r.kind and t.id = r.id;
  else
    update internal.pending_renames t set after_product_id = v_ids[batch] where t.kind = r.kind and t.id = r.id;
    perform internal.enqueue_rename(r.kind, r.id);
  end if;
  perform internal.leave_company();
  return cardinality(v_ids);
end
$$;
comment on function internal.publish_rename(text, uuid, integer) is 'Takes what was renamed (brand, category, attribute, value) and how many products at most; touches the next of those that show it, sends product.updated for each and adds the job of the next step; gives how many it told, 0 when nothing is left.';
grant execute on function internal.publish_rename(text, uuid, integer) to haat_worker;
--! EndIncluded internal/publish_rename.sql
--! Included internal/publish_customer.sql
-- One shape whichever door made the change: the customer as GET /customers/{id} shows it.
create or replace function internal.publish_customer(customer_id uuid, type text default 'customer.updated') returns json
language plpgsql volatile
set search_path = ''
as $$
declare
  v_document constant json := internal.customer_detail(publish_customer.customer_id);
begin
  perform internal.emit_event((v_document ->> 'store_id')::uuid, publish_customer.type, publish_customer.customer_id, v_document);
  return v_document;
end
$$;
comment on function internal.publish_customer(uuid, text) is 'Takes a customer that changed and customer.created or customer.updated; writes the event; gives the customer with its addresses. decisions: 7';
--! EndIncluded internal/publish_customer.sql
--! Included internal/add_address.sql
-- A structured shipping address (one with address_line) is kept with the customer, the first as the default. What does
-- not fit the form of a saved address stays with the order alone; nothing about an address refuses an order.
create or replace function internal.add_address(customer_id uuid, address json) returns boolean
language plpgsql volatile
set search_path = ''
as $$
declare
  v_most constant integer := 20;
  c app.customers;
  a app.customer_addresses;
begin
  if json_typeof(address -> 'address_line') is distinct from 'string' or exists (
    select from unnest(array['label', 'recipient_name', 'recipient_phone', 'city', 'area', 'postal_code']) as f (name)
    where json_typeof(address -> f.name) not in ('string', 'null')
  ) then
    return false;
  end if;
  a.label := nullif(btrim(address ->> 'label'), '');
  a.recipient_name := nullif(btrim(address ->> 'recipient_name'), '');
  a.recipient_phone := nullif(btrim(address ->> 'recipient_phone'), '');
  a.address_line := btrim(address ->> 'address_line');
  a.city := nullif(btrim(address ->> 'city'), '');
  a.area := nullif(btrim(address ->> 'area'), '');
  a.postal_code := nullif(btrim(address ->> 'postal_code'), '');
  if length(a.address_line) not between 1 and 1000 or length(a.label) > 100 or length(a.recipient_name) > 200 or length(a.recipient_phone) > 50
    or length(a.city) > 200 or length(a.area) > 200 or length(a.postal_code) > 20 or internal.knows_address(add_address.customer_id, a) then
    return false;
  end if;
  -- Two orders with the same new address: the second waits here and then knows it.
  select * into c from app.customers t where t.id = add_address.customer_id for no key update;
  if internal.knows_address(c.id, a) or (select count(*) from app.customer_addresses t where t.store_id = c.store_id and t.customer_id = c.id) >= v_most then
    return false;
  end if;
  insert into app.customer_addresses (company_id, store_id, customer_id, label, recipient_name, recipient_phone, address_line, city, area, postal_code, is_default)
  values (c.company_id, c.store_id, c.id, a.label, a.recipient_name, a.recipient_phone, a.address_line, a.city, a.area, a.postal_code,
    not exists (select from app.customer_addresses t where t.store_id = c.store_id and t.customer_id = c.id and t.is_default));
  return true;
end
$$;
comment on function internal.add_address(uuid, json) is 'Takes a customer and an order''s shipping address {address_line, city?, area?, postal_code?, recipient_name?, recipient_phone?, label?}; saves it with the customer unless known; tells whether it did. At most 20 a customer. spec: Customer, addresses';
--! EndIncluded internal/add_address.sql
--! Included internal/keep_address.sql
-- After this a customer that the order brought is complete, and one that it changed has changed: one event, either way.
create or replace function internal.keep_address(customer_id uuid, address json, is_new boolean) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_added constant boolean := internal.add_address(keep_address.customer_id, keep_address.address);
begin
  if is_new then
    perform internal.publish_customer(keep_address.customer_id, 'customer.created');
  elsif v_added then
    perform internal.publish_customer(keep_address.customer_id);
  end if;
end
$$;
comment on function internal.keep_address(uuid, json, boolean) is 'Takes the customer of a new order, its shipping address and whether the order brought the customer; saves the address with the customer unless known; sends customer.created for a new one, customer.updated for one that has a new address. spec: Customer, addresses';
--! EndIncluded internal/keep_address.sql
--! Included internal/find_or_create_customer.sql
-- By phone: the number is the customer. Name and e-mail are for somebody new only: of a known customer they are ignored,
-- not checked.
create or replace function internal.find_or_create_customer(company_id uuid, store_id uuid, customer jsonb,
  out customer_id uuid, out is_new boolean)
language plpgsql volatile
set search_path = ''
as $$
declare
  v_phone constant text := internal.canonical_phone(customer ->> 'phone');
begin
  if v_phone is null then
    perform internal.field_error('HT008', 'customer.phone', 'must be a Bangladeshi mobile number');
  end if;
  is_new := false;
  select c.id into customer_id from app.customers c
    where c.store_id = find_or_create_customer.store_id and c.phone = v_phone;
  if customer_id is not null then
    return;
  end if;
  if nullif(btrim(customer ->> 'full_name'), '') is null then
    perform internal.field_error('HT008', 'customer.full_name', 'is required: no customer has this phone');
  elsif length(btrim(customer ->> 'full_name')) > 200 then
    perform internal.field_error('HT008', 'customer.full_name', 'must have at most 200 characters');
  end if;
  begin
    insert into app.customers (company_id, store_id, full_name, email, phone)
    values (find_or_create_customer.company_id, find_or_create_customer.store_id, btrim(customer ->> 'full_name'),
      lower(nullif(btrim(customer ->> 'email'), '')), v_phone)
    on conflict on constraint customers_phone_key do nothing
    returning id into customer_id;
  exception when unique_violation then
    perform internal.field_error('HT101', 'customer.email', 'is the address of another customer');
  end;
  is_new := customer_id is not null;
  if not is_new then
    -- Another order created the same customer a moment ago.
    select c.id into customer_id from app.customers c
      where c.store_id = find_or_create_customer.store_id and c.phone = v_phone;
  end if;
end
$$;
comment on function internal.find_or_create_customer(uuid, uuid, jsonb) is 'Takes a store and {phone, full_name, email}; gives the customer with that phone, and whether there was none before: internal.keep_address, which must follow, tells of it. Raises HT008 (customer.phone, customer.full_name), HT101 (customer.email is taken). spec: POST /orders';
--! EndIncluded internal/find_or_create_customer.sql
--! Included internal/place_order.sql
-- The one way an order comes to be, for every door. Lock order: order, customer, coupon, stock rows by variant, ledger.
-- Lines are priced once, and what was read is what is added up and what is written: a price that changes meanwhile
-- changes the next order.
-- Refusals in order: channel, location, customer (409/422), lines (409), line too large (422), quota (403),
-- coupon (422), total too large (422), payment (409, 422, 400), stock (400).
create or replace function internal.place_order(company_id uuid, store_id uuid, source text, input jsonb) returns json
language plpgsql volatile
set search_path = ''
as $$
declare
  v_money_limit constant numeric := 9999999999.99;
  s app.stores;
  v_channel_id uuid;
  v_location_id uuid;
  v_customer_id uuid;
  v_is_new_customer boolean := false;
  v_order_id constant uuid := uuidv7();
  v_store_date date;
  v_number text;
  v_now constant timestamptz := internal.now();
  v_subtotal numeric;
  v_shipping numeric := coalesce((input ->> 'shipping_charge')::numeric, 0);
  v_tax constant numeric := coalesce((input ->> 'tax_amount')::numeric, 0);
  v_total numeric;
  v_lines internal.priced_line[];
  v_bad_line integer;
  v_amounts numeric[];
  v_shares numeric[];
  c record;
  -- As JSON text, so that it is kept to the letter: jsonb would reorder its keys and drop what is given twice.
  v_address constant json := (input ->> 'shipping_address')::json;
  v_document json;
begin
  select * into s from app.stores t where t.id = place_order.store_id;
  v_store_date := (v_now at time zone s.timezone)::date;

  select t.id into v_channel_id from app.channels t
    where t.store_id = s.id and t.slug = coalesce(input ->> 'channel', 'manual') and t.status = 'active';
  if v_channel_id is null then
    perform internal.field_error('HT101', 'channel', 'names no active channel of this store');
  end if;
  select t.id into v_location_id from app.locations t
    where t.company_id = s.company_id and t.status = 'active'
      and case when input ->> 'location_id' is not null then t.id = (input ->> 'location_id')::uuid else t.is_default end;
  if v_location_id is null then
    perform internal.field_error('HT101', 'location_id', case when input ->> 'location_id' is null then 'is needed: the company has no default location' else 'names no active location of this company' end);
  end if;
  if input ->> 'customer_id' is not null then
    select t.id into v_customer_id from app.customers t where t.store_id = s.id and t.id = (input ->> 'customer_id')::uuid;
    if v_customer_id is null then
      perform internal.field_error('HT101', 'customer_id', 'names no customer of this store');
    end if;
  else
    select f.customer_id, f.is_new into v_customer_id, v_is_new_customer
      from internal.find_or_create_customer(s.company_id, s.id, input -> 'customer') f;
  end if;
  perform internal.keep_address(v_customer_id, v_address, v_is_new_customer);

  v_lines := internal.price_lines(s.id, input -> 'items');
  select array_agg(l.amount order by l.line), sum(l.amount),
      min(l.line) filter (where l.amount > v_money_limit or l.unit_price > v_money_limit)
    into v_amounts, v_subtotal, v_bad_line
    from unnest(v_lines) l;
  if v_bad_line is not null then
    perform internal.field_error('HT008', format('items.%s', v_bad_line), format('the line''s total is above %s', v_money_limit));
  end if;
  perform internal.check_order_quota(s.company_id, s.timezone);

  select null::uuid as coupon_id, 0::numeric as discount_amount, false as frees_shipping, null::jsonb as document into c;
  if input ->> 'coupon_code' is not null then
    select * into c from internal.redeem_coupon(s.id, input ->> 'coupon_code', v_customer_id, v_subtotal);
    if c.frees_shipping then
      v_shipping := 0;
    end if;
  end if;
  v_shares := internal.share_amount(c.discount_amount, v_amounts);
  v_total := v_subtotal - c.discount_amount + v_shipping + v_tax;
  if v_total > v_money_limit then
    perform internal.field_error('HT008', 'items', format('the order''s total is above %s', v_money_limit));
  end if;
  v_number := internal.next_order_number(s.id, v_store_date);

  insert into app.orders (id, company_id, store_id, number, source, channel_id, customer_id, location_id, subtotal, discount_amount, shipping_charge, tax_amount, total_amount, due_amount,
    payment_status, shipping_address, coupon_id, coupon, custom_fields, note, payment_method_id, store_date, created_at)
  values (v_order_id, s.company_id, s.id, v_number, place_order.source, v_channel_id, v_customer_id, v_location_id, v_subtotal, c.discount_amount, v_shipping, v_tax, v_total, v_total,
    case when v_total = 0 then 'paid' else 'unpaid' end, v_address, c.coupon_id, c.document, nullif(input -> 'custom_fields', 'null'), input ->> 'note',
    (input ->> 'checkout_payment_method_id')::uuid, v_store_date, v_now);
  insert into app.order_items (company_id, store_id, order_id, line, product_id, variant_id, sku, barcode, product_name, variant_name, options, image_media_key, quantity, unit_price, discount_price, discount_amount, line_total, created_at)
  select s.company_id, s.id, v_order_id, l.line, l.product_id, l.variant_id, l.sku, l.barcode, l.product_name, l.variant_name, l.options, l.image_media_key, l.quantity, l.unit_price, l.discount_price,
    v_shares[l.line + 1], l.amount - v_shares[l.line + 1], v_now
  from unnest(v_lines) l;
  if c.coupon_id is not null then
    insert into app.coupon_redemptions (order_id, company_id, store_id, coupon_id, customer_id, created_at)
    values (v_order_id, s.company_id, s.id, c.coupon_id, v_customer_id, v_now);
  end if;
  perform internal.add_to_timeline(s.company_id, s.id, v_order_id, 'created', null, 'pending', input ->> 'note');
  if jsonb_typeof(input -> 'payment') = 'object' then
    perform internal.record_payment(v_order_id, (input #>> '{payment,payment_method_id}')::uuid, (input #>> '{payment,amount}')::numeric, input #>> '{payment,transaction_id}',
      null, null, case place_order.source when 'staff' then 'staff' else 'api' end, null, 'payment.');
  end if;
  select d.document into v_document from internal.order_documents(array[v_order_id], true, true) d;
  perform internal.emit_event(s.id, 'order.created', v_order_id, v_document);
  perform internal.publish_payment(p.id, 'payment.recorded') from app.payments p where p.store_id = s.id and p.order_id = v_order_id;
  -- Stock last, after all that it does not change: the hottest rows of the house are held for the shortest time.
  perform internal.reserve_stock(v_order_id);
  return v_document;
end
$$;
comment on function internal.place_order(uuid, uuid, text, jsonb) is 'Takes a store, the source (api, staff, storefront) and the order as POST /orders describes it, its shipping_address as JSON text; prices it, redeems the coupon, records an upfront payment, tells of both, reserves stock; gives the order with customer and items. Raises HT101, HT008, HT011, HT104, HT102. spec: POST /orders';
--! EndIncluded internal/place_order.sql
--! Included internal/adjust_stock.sql
-- One adjustment of one level: guard, target and limits are compared under the row's lock, the difference is booked.
-- Lock order: product (only when the threshold may move), variant cost, then the level. The cost row is what makes the
-- moving average exact: two purchases of a variant at two locations queue on it.
-- Refusals in order: expected_on_hand (409), sign of the type, below zero, below reserved, too much (422).
-- Where nothing changes, nothing is written: no ledger row, no activity, no event.
create or replace function internal.adjust_stock(variant_id uuid, location_id uuid, type text, quantity_change integer, set_on_hand integer, expected_on_hand integer, reason text, unit_cost numeric, low_stock_threshold integer,
  adjustment_id uuid default uuidv7(), field text default null) returns uuid
language plpgsql volatile
set search_path = ''
as $$
declare
  v app.variants;
  l app.inventory_levels;
  v_change integer;
  v_field constant text := coalesce(field, case when set_on_hand is null then 'quantity_change' else 'set_on_hand' end);
  v_average numeric;
  v_total bigint;
  v_threshold_moves boolean;
begin
  if low_stock_threshold is not null then
    -- Changing a variant touches its product; whoever edits products takes the product first, so do we.
    perform 1 from app.products p where p.id = (select t.product_id from app.variants t where t.id = adjust_stock.variant_id) for no key update;
  end if;
  select * into v from app.variants t where t.id = adjust_stock.variant_id;
  v_threshold_moves := coalesce(adjust_stock.low_stock_threshold <> v.low_stock_threshold, false);
  select k.average_cost into v_average from app.variant_costs k where k.variant_id = v.id for update;
  insert into app.inventory_levels (company_id, store_id, location_id, variant_id)
    values (v.company_id, v.store_id, adjust_stock.location_id, v.id)
    on conflict on constraint inventory_levels_variant_location_key do nothing;
  select * into l from app.inventory_levels t where t.variant_id = v.id and t.location_id = adjust_stock.location_id for update;

  if expected_on_hand <> l.on_hand then
    perform internal.fail('HT101', format('Expected %s on hand, there are %s.', expected_on_hand, l.on_hand),
      jsonb_build_object('expected_on_hand', jsonb_build_array(format('the actual quantity is %s', l.on_hand)), 'on_hand', jsonb_build_array(l.on_hand)));
  end if;
  v_change := coalesce(set_on_hand - l.on_hand, adjust_stock.quantity_change);
  if type = 'damage' and v_change > 0 then
    perform internal.field_error('HT008', v_field, 'damage must remove stock');
  elsif type in ('return', 'purchase') and v_change < 0 then
    perform internal.field_error('HT008', v_field, format('a %s can only add stock', type));
  elsif l.on_hand::bigint + v_change < 0 then
    perform internal.field_error('HT008', v_field, format('would leave less than nothing: there are %s on hand', l.on_hand));
  elsif l.on_hand + v_change < l.reserved then
    perform internal.field_error('HT008', v_field, format('would leave less than the %s reserved for orders: there are %s on hand', l.reserved, l.on_hand));
  elsif l.on_hand::bigint + v_change > 1000000000 then
    perform internal.field_error('HT008', v_field, 'would leave more than 1000000000 on hand');
  end if;

  if v_change > 0 and type = 'purchase' then
    select coalesce(sum(t.on_hand), 0) into v_total from app.inventory_levels t where t.variant_id = v.id;
    v_average := round((v_total * v_average + v_change * adjust_stock.unit_cost) / (v_total + v_change), 4);
    update app.variant_costs k set average_cost = v_average, updated_at = internal.now() where k.variant_id = v.id;
  end if;
  if v_change <> 0 then
    perform internal.post_stock(adjust_stock.location_id, adjust_stock.type, array[v.id], array[v_change], array[0],
      adjust_stock.reason, 'adjustment', adjustment_id, null, adjust_stock.unit_cost);
  end if;
  if v_threshold_moves then
    update app.variants t set low_stock_threshold = adjust_stock.low_stock_threshold where t.id = v.id;
    -- The level shows the threshold, so it has changed too; so has the product, by its variant.
    update app.inventory_levels t set updated_at = internal.now() where t.id = l.id;
    perform internal.publish_product(v.product_id);
  end if;
  if v_change <> 0 or v_threshold_moves then
    perform internal.log_activity(v.store_id, 'inventory.adjusted', 'inventory_level', l.id,
      jsonb_build_object('on_hand', l.on_hand, 'low_stock_threshold', v.low_stock_threshold),
      jsonb_build_object('on_hand', l.on_hand + v_change, 'low_stock_threshold', coalesce(adjust_stock.low_stock_threshold, v.low_stock_threshold),
        'type', adjust_stock.type, 'reason', adjust_stock.reason, 'adjustment_id', adjustment_id));
    perform internal.emit_event(v.store_id, 'inventory.updated', l.id, (select d.document from internal.inventory_level_documents(array[l.id]) d));
  end if;
  return l.id;
end
$$;
comment on function internal.adjust_stock(uuid, uuid, text, integer, integer, integer, text, numeric, integer, uuid, text) is 'Takes a variant, a location, the type (purchase, return, adjustment, damage), a signed change or an absolute target (units), the guard, the reason, the unit cost of a purchase, a new threshold (or null), the id that its ledger rows refer to and the field that refusals name (default: the quantity''s); books it; gives the level. Raises HT101 (guard), HT008. spec: POST /inventory/adjustments';
--! EndIncluded internal/adjust_stock.sql
--! Included api/add_product_images.sql
create or replace function api.add_product_images(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  p constant app.products := internal.lock_product((input ->> 'id')::uuid, internal.writing_store_id(input));
begin
  perform internal.add_images(p.id, input -> 'images');
  return internal.product_changed(p);
end
$$;
comment on function api.add_product_images(jsonb) is 'POST /products/{id}/images: takes stored pictures; adds them to the end of the gallery; gives the product. Raises HT008 and HT100 for store_id, HT100, HT008. spec: Image rules';
grant execute on function api.add_product_images(jsonb) to haat_api;
--! EndIncluded api/add_product_images.sql
--! Included api/archive_product.sql
create or replace function api.archive_product(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  p constant app.products := internal.lock_product((input ->> 'id')::uuid, internal.writing_store_id(input));
begin
  update app.products t set status = 'archived' where t.id = p.id;
  return internal.product_changed(p, 'product.archived');
end
$$;
comment on function api.archive_product(jsonb) is 'POST /products/{id}/archive: archives the product (once: again is a successful no-op); gives it. Raises HT008 and HT100 for store_id, HT100. spec: Product, status';
grant execute on function api.archive_product(jsonb) to haat_api;
--! EndIncluded api/archive_product.sql
--! Included api/attach_product_video.sql
-- Import and placement are one transaction: a placement that fails leaves no import behind, so there is no id to name.
create or replace function api.attach_product_video(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.writing_store_id(input);
  v_plan app.plans;
  p app.products;
  v_video_id uuid := (input ->> 'video_id')::uuid;
  v_value_id uuid := (input ->> 'option_value_id')::uuid;
  v_placement json;
begin
  perform internal.require_videos(v_store_id);
  if input ->> 'video_url' is not null and v_video_id is not null then
    perform internal.field_error('HT008', 'video_url', 'give either video_url or video_id, not both');
  elsif nullif(input -> 'option', 'null') is not null and v_value_id is not null then
    perform internal.field_error('HT008', 'option', 'give either option or option_value_id, not both');
  elsif nullif(input -> 'option', 'null') is not null and not gate.has_scope(coalesce(nullif(current_setting('haat.scopes', true), ''), '{}')::text[], 'products:read') then
    perform internal.fail('HT004', 'This key lacks the scope products:read, which naming an option needs; give option_value_id instead.');
  end if;
  v_plan := internal.lock_company_videos();
  p := internal.lock_product((input ->> 'product_id')::uuid, v_store_id);
  if input ->> 'video_url' is null and v_video_id is null then
    return json_build_object('placement', null, 'video', null, 'upload_steps', internal.video_upload_steps(p.id, p.store_id));
  end if;
  if nullif(input -> 'option', 'null') is not null then
    v_value_id := internal.find_option_value(p.id, input -> 'option');
  end if;
  if v_video_id is null then
    v_video_id := internal.start_video(v_store_id, 'import', input ->> 'video_url', null);
    perform internal.enqueue('video__import');
  end if;
  v_placement := internal.place_video(p.id, input || jsonb_build_object('video_id', v_video_id, 'option_value_id', v_value_id), v_plan);
  if v_placement ->> 'status' = 'ready' then
    perform internal.product_changed(p);
  end if;
  return json_build_object('placement', v_placement, 'video', (select d.document from internal.video_documents(array[v_video_id]) d), 'upload_steps', null);
end
$$;
comment on function api.attach_product_video(jsonb) is 'Composition of import_video and place_product_video: takes {product_id, store_id?, video_url? or video_id?, gallery_slot?, sort_order?, title?, option_value_id? or option {attribute, value}?}; gives {placement: VideoPlacement or null, video: VideoUpload or null, upload_steps: [{step, method, path, description}] or null}: the first two when a video was placed, the last alone when neither video_url nor video_id is given and nothing changes. Raises, in this order, HT008 and HT100 for store_id, HT010, HT013, HT008 (both of a pair), HT004 (option without products:read), HT100, HT008 (option, with the candidates), of an import HT005, HT110, HT012, then HT008 (video_id, option_value_id), HT012. spec: attach_product_video';
grant execute on function api.attach_product_video(jsonb) to haat_api;
--! EndIncluded api/attach_product_video.sql
--! Included api/create_customer.sql
create or replace function api.create_customer(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.writing_store_id(input);
  v_phone constant text := internal.canonical_phone(input ->> 'phone');
  v_id uuid;
begin
  if input ->> 'phone' is not null and v_phone is null then
    perform internal.field_error('HT008', 'phone', 'must be a Bangladeshi mobile number');
  end if;
  insert into app.customers (company_id, store_id, full_name, email, phone, status, gender)
  values (internal.current_company_id(), v_store_id, btrim(input ->> 'full_name'), lower(input ->> 'email'), v_phone, coalesce(input ->> 'status', 'active'), input ->> 'gender')
  returning id into v_id;
  return internal.publish_customer(v_id, 'customer.created');
end
$$;
comment on function api.create_customer(jsonb) is 'POST /customers: takes full_name, phone in any spelling, email, status, gender; gives the customer with its addresses. Raises HT008 and HT100 for store_id, HT008 (phone); a taken phone or email is a unique violation. spec: POST /customers';
grant execute on function api.create_customer(jsonb) to haat_api;
--! EndIncluded api/create_customer.sql
--! Included api/create_product.sql
create or replace function api.create_product(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.writing_store_id(input);
  v_company_id constant uuid := internal.current_company_id();
  v_videos constant jsonb := coalesce(nullif(input -> 'videos', 'null'), '[]');
  v_plan app.plans;
  v_id constant uuid := uuidv7();
begin
  if jsonb_array_length(v_videos) > 0 then
    if not gate.has_scope(coalesce(nullif(current_setting('haat.scopes', true), ''), '{}')::text[], 'videos:write') then
      perform internal.fail('HT004', 'This key lacks the scope videos:write, which videos on a product need.');
    end if;
    perform internal.require_videos(v_store_id);
    -- Before the product's own locks: see db/README.md.
    v_plan := internal.lock_company_videos();
  end if;
  perform internal.check_product_limit(v_company_id);
  perform internal.check_brand((input ->> 'brand_id')::uuid, v_store_id);
  insert into app.products (id, company_id, store_id, name, slug, brand_id, short_description, description, status, delivery_charge)
  values (v_id, v_company_id, v_store_id, input ->> 'name',
    coalesce(input ->> 'slug', internal.free_slug('app.products', v_store_id, internal.slug_from(input ->> 'name', 'product-' || right(v_id::text, 12)))),
    (input ->> 'brand_id')::uuid, input ->> 'short_description', input ->> 'description', coalesce(input ->> 'status', 'draft'), (input ->> 'delivery_charge')::numeric);
  perform internal.set_product_categories(v_id, coalesce(nullif(input -> 'categories', 'null'), '[]'));
  perform internal.save_variants(v_id, input -> 'variants', internal.add_images(v_id, coalesce(nullif(input -> 'images', 'null'), '[]')));
  perform internal.place_videos(v_id, v_videos, v_plan);
  return internal.publish_product(v_id, 'product.created');
end
$$;
comment on function api.create_product(jsonb) is 'POST /products: takes the product with its variants and stored pictures; gives it. Raises, in this order, HT008 and HT100 for store_id; with videos HT004 (scope), HT010, HT013; HT004 (plan''s product limit); HT101 (brand, categories, options, SKU), HT008; of the videos HT008 and HT012, naming videos.<n>.<field>. spec: POST /products';
grant execute on function api.create_product(jsonb) to haat_api;
--! EndIncluded api/create_product.sql
--! Included api/delete_product_image.sql
-- The file stays: lines of past orders may show it.
create or replace function api.delete_product_image(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  p constant app.products := internal.lock_product((input ->> 'id')::uuid, internal.writing_store_id(input));
  v_was_thumbnail boolean;
begin
  delete from app.product_images i where i.product_id = p.id and i.id = (input ->> 'image_id')::uuid returning i.is_thumbnail into v_was_thumbnail;
  if v_was_thumbnail is null then
    perform internal.fail('HT100', 'The product has no such image.');
  end if;
  perform internal.order_images(p.id, array(select i.id from app.product_images i where i.product_id = p.id order by i.position));
  if v_was_thumbnail then
    update app.product_images i set is_thumbnail = true where i.product_id = p.id and i.position = 0;
  end if;
  perform internal.product_changed(p);
  return json_build_object('id', input ->> 'image_id', 'deleted', true);
end
$$;
comment on function api.delete_product_image(jsonb) is 'DELETE /products/{id}/images/{image_id}: takes the picture out of the gallery and off its variants; gives {id, deleted}. Raises HT008 and HT100 for store_id, HT100. decisions: 11';
grant execute on function api.delete_product_image(jsonb) to haat_api;
--! EndIncluded api/delete_product_image.sql
--! Included api/place_product_video.sql
create or replace function api.place_product_video(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.writing_store_id(input);
  v_plan app.plans;
  p app.products;
  v_placement json;
begin
  perform internal.require_videos(v_store_id);
  v_plan := internal.lock_company_videos();
  p := internal.lock_product((input ->> 'id')::uuid, v_store_id);
  v_placement := internal.place_video(p.id, input, v_plan);
  -- One that is not ready yet is not shown yet.
  if v_placement ->> 'status' = 'ready' then
    perform internal.product_changed(p);
  end if;
  return v_placement;
end
$$;
comment on function api.place_product_video(jsonb) is 'POST /products/{id}/videos: takes {video_id, gallery_slot?, sort_order?, option_value_id?, title?}; places the video on the product, archived or not, or moves it there; gives the placement. Raises, in this order, HT008 and HT100 for store_id, HT010, HT013, HT100, HT008 (video_id, option_value_id), HT012 (videos per product, storage). spec: POST /products/{id}/videos';
grant execute on function api.place_product_video(jsonb) to haat_api;
--! EndIncluded api/place_product_video.sql
--! Included api/remove_product_video.sql
-- Does not ask for the store's switch: what stands on a product can be taken off while uploads are off, whoever uploaded it.
create or replace function api.remove_product_video(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.writing_store_id(input);
  v_video_id constant uuid := (input ->> 'video_id')::uuid;
  p app.products;
  v_status text;
begin
  perform internal.require_plan_feature('product_videos');
  perform internal.lock_company_videos();
  p := internal.lock_product((input ->> 'id')::uuid, v_store_id);
  select v.status into v_status from app.video_placements l join app.videos v on v.id = l.video_id where l.product_id = p.id and l.video_id = v_video_id;
  if v_status is null then
    perform internal.fail('HT100', 'The product has no such video.');
  end if;
  delete from app.video_placements l where l.product_id = p.id and l.video_id = v_video_id;
  perform internal.note_unshown_video(v_video_id);
  if v_status = 'ready' then
    perform internal.product_changed(p);
  end if;
  return json_build_object('product_id', p.id, 'video_id', v_video_id, 'removed', true);
end
$$;
comment on function api.remove_product_video(jsonb) is 'DELETE /products/{id}/videos/{video_id}: takes the video off the product; the video itself remains; gives {product_id, video_id, removed}. Raises, in this order, HT008 and HT100 for store_id, HT010, HT100. spec: DELETE /products/{id}/videos/{videoId}';
grant execute on function api.remove_product_video(jsonb) to haat_api;
--! EndIncluded api/remove_product_video.sql
--! Included api/reorder_product_images.sql
create or replace function api.reorder_product_images(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  p constant app.products := internal.lock_product((input ->> 'id')::uuid, internal.writing_store_id(input));
  v_ids constant uuid[] := array(select w.id::uuid from jsonb_array_elements_text(input -> 'image_ids') with ordinality as w (id, n) order by w.n);
begin
  if array(select u.id from unnest(v_ids) u (id) order by u.id) <> array(select i.id from app.product_images i where i.product_id = p.id order by i.id) then
    perform internal.field_error('HT008', 'image_ids', 'must name every image of the product exactly once');
  end if;
  perform internal.order_images(p.id, v_ids);
  return internal.product_changed(p);
end
$$;
comment on function api.reorder_product_images(jsonb) is 'POST /products/{id}/images/reorder: takes every image''s id in the order wanted; gives the product. Raises HT008 and HT100 for store_id, HT100, HT008. decisions: 11';
grant execute on function api.reorder_product_images(jsonb) to haat_api;
--! EndIncluded api/reorder_product_images.sql
--! Included api/update_brand.sql
create or replace function api.update_brand(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.writing_store_id(input);
  v_id uuid;
  v_changed boolean;
  v_document json;
begin
  update app.brands t set
    name = coalesce(input ->> 'name', t.name),
    slug = coalesce(input ->> 'slug', t.slug),
    logo = case when input ? 'logo' then input -> 'logo' ->> 'media_key' else t.logo end,
    banner_image = case when input ? 'banner' then input -> 'banner' ->> 'media_key' else t.banner_image end,
    description = case when input ? 'description' then input ->> 'description' else t.description end,
    seo_title = internal.seo_text(input, 'title', t.seo_title, 200),
    seo_description = internal.seo_text(input, 'description', t.seo_description, 500),
    status = coalesce(input ->> 'status', t.status)
    where t.store_id = v_store_id and t.id = (input ->> 'id')::uuid
    returning t.id, old operator(pg_catalog.*<>) new into v_id, v_changed;
  if v_id is null then
    perform internal.fail('HT100', 'No such brand in the data this key sees.');
  end if;
  select d.document into v_document from internal.brand_documents(array[v_id]) d;
  if v_changed then
    perform internal.emit_event(v_store_id, 'brand.updated', v_id, v_document);
  end if;
  return v_document;
end
$$;
comment on function api.update_brand(jsonb) is 'PATCH /brands/{id}: takes the fields to change (absent: kept, null: cleared) and stored pictures; gives the brand. What changes nothing moves nothing and sends no event. Raises HT008 and HT100 for store_id, HT100, HT101 (slug). spec: POST /brands';
grant execute on function api.update_brand(jsonb) to haat_api;
--! EndIncluded api/update_brand.sql
--! Included api/update_category.sql
create or replace function api.update_category(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.writing_store_id(input);
  v_id uuid;
  v_changed boolean;
  v_document json;
begin
  select t.id into v_id from app.categories t where t.store_id = v_store_id and t.id = (input ->> 'id')::uuid;
  if v_id is null then
    perform internal.fail('HT100', 'No such category in the data this key sees.');
  end if;
  perform internal.check_parent_category((input ->> 'parent_id')::uuid, v_store_id);
  update app.categories t set
    parent_id = case when input ? 'parent_id' then (input ->> 'parent_id')::uuid else t.parent_id end,
    name = coalesce(input ->> 'name', t.name),
    slug = coalesce(input ->> 'slug', t.slug),
    image = case when input ? 'image' then input -> 'image' ->> 'media_key' else t.image end,
    banner_image = case when input ? 'banner' then input -> 'banner' ->> 'media_key' else t.banner_image end,
    description = case when input ? 'description' then input ->> 'description' else t.description end,
    seo_title = internal.seo_text(input, 'title', t.seo_title, 200),
    seo_description = internal.seo_text(input, 'description', t.seo_description, 500),
    status = coalesce(input ->> 'status', t.status),
    position = coalesce((input ->> 'position')::integer, t.position)
    where t.store_id = v_store_id and t.id = v_id
    returning old operator(pg_catalog.*<>) new into v_changed;
  select d.document into v_document from internal.category_documents(array[v_id]) d;
  if v_changed then
    perform internal.emit_event(v_store_id, 'category.updated', v_id, v_document);
  end if;
  return v_document;
end
$$;
comment on function api.update_category(jsonb) is 'PATCH /categories/{id}: takes the fields to change (absent: kept, null: cleared) and stored pictures; gives the category. What changes nothing moves nothing and sends no event. Raises HT008 and HT100 for store_id, HT100, HT101 (parent, slug), HT008 (a parent below itself). spec: POST /categories';
grant execute on function api.update_category(jsonb) to haat_api;
--! EndIncluded api/update_category.sql
--! Included api/update_customer.sql
-- Absent fields stay; null clears phone, email and gender.
create or replace function api.update_customer(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.writing_store_id(input);
  v_phone constant text := internal.canonical_phone(input ->> 'phone');
  c app.customers;
  v_changed boolean;
begin
  select * into c from app.customers t where t.store_id = v_store_id and t.id = (input ->> 'id')::uuid for no key update;
  if c.id is null then
    perform internal.fail('HT100', 'No such customer in the data this key sees.');
  end if;
  if input ->> 'phone' is not null and v_phone is null then
    perform internal.field_error('HT008', 'phone', 'must be a Bangladeshi mobile number');
  end if;
  update app.customers t set
    full_name = coalesce(btrim(input ->> 'full_name'), t.full_name),
    phone = case when input ? 'phone' then v_phone else t.phone end,
    email = case when input ? 'email' then lower(input ->> 'email') else t.email end,
    gender = case when input ? 'gender' then input ->> 'gender' else t.gender end,
    status = coalesce(input ->> 'status', t.status)
    where t.id = c.id
    returning old operator(pg_catalog.*<>) new into v_changed;
  if v_changed then
    perform internal.publish_customer(c.id);
  end if;
  return (select d.document from internal.customer_documents(array[c.id]) d);
end
$$;
comment on function api.update_customer(jsonb) is 'PATCH /customers/{id}: takes full_name, phone, email, status, gender, each optional; gives the customer. What changes nothing moves nothing and sends no event. Raises HT008 and HT100 for store_id, HT100, HT008 (phone); a taken phone or email is a unique violation. spec: Endpoint list';
grant execute on function api.update_customer(jsonb) to haat_api;
--! EndIncluded api/update_customer.sql
--! Included api/update_product.sql
create or replace function api.update_product(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.writing_store_id(input);
  p constant app.products := internal.lock_product((input ->> 'id')::uuid, v_store_id);
  v_status constant text := coalesce(input ->> 'status', p.status);
  v_image_ids uuid[];
begin
  if p.status = 'archived' and v_status <> 'archived' then
    perform internal.check_product_limit(p.company_id);
  end if;
  perform internal.check_brand((input ->> 'brand_id')::uuid, v_store_id);
  -- A slug is a key: written only when it is another, so that orders which name the product do not wait for this.
  if input ->> 'slug' <> p.slug then
    update app.products t set slug = input ->> 'slug' where t.id = p.id;
  end if;
  update app.products t set
    name = coalesce(input ->> 'name', t.name),
    brand_id = case when input ? 'brand_id' then (input ->> 'brand_id')::uuid else t.brand_id end,
    short_description = case when input ? 'short_description' then input ->> 'short_description' else t.short_description end,
    description = case when input ? 'description' then input ->> 'description' else t.description end,
    status = v_status,
    delivery_charge = case when input ? 'delivery_charge' then (input ->> 'delivery_charge')::numeric else t.delivery_charge end
    where t.id = p.id;
  if input ? 'categories' then
    perform internal.set_product_categories(p.id, coalesce(nullif(input -> 'categories', 'null'), '[]'));
  end if;
  v_image_ids := internal.add_images(p.id, coalesce(nullif(input -> 'images', 'null'), '[]'));
  perform internal.save_variants(p.id, coalesce(nullif(input -> 'variants', 'null'), '[]'), v_image_ids);
  return internal.product_changed(p, case when v_status = 'archived' and p.status <> 'archived' then 'product.archived' else 'product.updated' end);
end
$$;
comment on function api.update_product(jsonb) is 'PATCH /products/{id}: takes the fields to change (absent: kept, null: cleared; images are added, variants matched by id); gives the product. What changes nothing moves nothing and sends no event. Raises HT008 and HT100 for store_id, HT100, HT004 (plan''s product limit, when it comes back from the archive), HT101 (brand, categories, variants, options, SKU, slug), HT008. spec: POST /products';
grant execute on function api.update_product(jsonb) to haat_api;
--! EndIncluded api/update_product.sql
--! Included api/update_product_image.sql
create or replace function api.update_product_image(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  p constant app.products := internal.lock_product((input ->> 'id')::uuid, internal.writing_store_id(input));
  v_id uuid;
  v_others uuid[];
  v_place integer;
  v_thumbnail_id uuid;
begin
  select i.id into v_id from app.product_images i where i.product_id = p.id and i.id = (input ->> 'image_id')::uuid;
  if v_id is null then
    perform internal.fail('HT100', 'The product has no such image.');
  end if;
  update app.product_images i set alt_text = input ->> 'alt_text' where i.id = v_id and input ? 'alt_text';
  -- A product with pictures has exactly one thumbnail: the one that gives it up passes it on to the first of the others.
  if (input ->> 'is_thumbnail')::boolean then
    v_thumbnail_id := v_id;
  elsif not (input ->> 'is_thumbnail')::boolean and exists (select from app.product_images i where i.id = v_id and i.is_thumbnail) then
    select i.id into v_thumbnail_id from app.product_images i where i.product_id = p.id and i.id <> v_id order by i.position limit 1;
  end if;
  if v_thumbnail_id is not null then
    update app.product_images i set is_thumbnail = false where i.product_id = p.id and i.is_thumbnail and i.id <> v_thumbnail_id;
    update app.product_images i set is_thumbnail = true where i.id = v_thumbnail_id and not i.is_thumbnail;
  end if;
  if input ->> 'position' is not null then
    v_others := array(select i.id from app.product_images i where i.product_id = p.id and i.id <> v_id order by i.position);
    v_place := least((input ->> 'position')::integer, cardinality(v_others));
    perform internal.order_images(p.id, v_others[:v_place] || v_id || v_others[v_place + 1:]);
  end if;
  return internal.product_changed(p);
end
$$;
comment on function api.update_product_image(jsonb) is 'PATCH /products/{id}/images/{image_id}: takes alt_text, is_thumbnail (false passes it on to the first other picture; the only one stays it), position (past the end: the last place); gives the product. Raises HT008 and HT100 for store_id, HT100. decisions: 11';
grant execute on function api.update_product_image(jsonb) to haat_api;
--! EndIncluded api/update_product_image.sql
--! Included api/update_variant.sql
create or replace function api.update_variant(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.writing_store_id(input);
  v_id constant uuid := internal.find_variant(input ->> 'identifier', v_store_id);
  v_product_id constant uuid := (select v.product_id from app.variants v where v.id = v_id);
  p app.products;
begin
  p := internal.lock_product(v_product_id, v_store_id);
  perform internal.change_variant(v_id, input);
  perform internal.product_changed(p);
  return (select d.document from internal.variant_documents(array[v_id]) d);
end
$$;
comment on function api.update_variant(jsonb) is 'PATCH /variants/{identifier}: takes the fields to change (absent: kept, null: cleared); gives the variant. Raises HT008 and HT100 for store_id, HT100, HT101 (SKU, image), HT008. spec: Variant';
grant execute on function api.update_variant(jsonb) to haat_api;
--! EndIncluded api/update_variant.sql
--! Included staff/remove_customer_address.sql
create or replace function staff.remove_customer_address(address_id uuid) returns app.customers
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  a app.customer_addresses;
  c app.customers;
begin
  perform internal.require_permission('orders.manage');
  select t.* into c from app.customers t where t.id = (select d.customer_id from app.customer_addresses d where d.id = remove_customer_address.address_id) for no key update;
  delete from app.customer_addresses t where t.id = remove_customer_address.address_id returning * into a;
  if a.id is null then
    perform internal.fail('HT100', 'No such address.');
  end if;
  if a.is_default then
    -- The oldest of the others takes its place.
    update app.customer_addresses t set is_default = true
      where t.id = (select o.id from app.customer_addresses o where o.store_id = a.store_id and o.customer_id = a.customer_id order by o.created_at, o.id limit 1);
  end if;
  perform internal.publish_customer(c.id);
  select * into c from app.customers t where t.id = c.id;
  perform internal.log_activity(a.store_id, 'customer_address.removed', 'customer_address', a.id, to_jsonb(a));
  return c;
end
$$;
comment on function staff.remove_customer_address(uuid) is 'Takes a saved address off a customer; orders keep their own copy. Needs orders.manage. Raises HT014, HT100.';
grant execute on function staff.remove_customer_address(uuid) to haat_staff;
--! EndIncluded staff/remove_customer_address.sql
--! Included staff/save_customer_address.sql
create or replace function staff.save_customer_address(customer_id uuid, address_line text, address_id uuid default null, label text default null, recipient_name text default null, recipient_phone text default null,
  city text default null, area text default null, postal_code text default null, is_default boolean default false) returns app.customer_addresses
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  c app.customers;
  a app.customer_addresses;
  v_before app.customer_addresses;
  v_long text;
begin
  perform internal.require_permission('orders.manage');
  select * into c from app.customers t where t.id = save_customer_address.customer_id for no key update;
  if c.id is null then
    perform internal.fail('HT100', 'No such customer.');
  end if;
  if address_id is not null then
    select * into a from app.customer_addresses t where t.store_id = c.store_id and t.customer_id = c.id and t.id = save_customer_address.address_id;
    if a.id is null then
      perform internal.fail('HT100', 'No such address of this customer.');
    end if;
  end if;
  if coalesce(length(btrim(address_line)) not between 1 and 1000, true) then
    perform internal.field_error('HT008', 'address_line', 'must be 1 to 1000 characters long');
  end if;
  select f.name into v_long
    from (values ('label', label, 100), ('recipient_name', recipient_name, 200), ('recipient_phone', recipient_phone, 50), ('city', city, 200), ('area', area, 200), ('postal_code', postal_code, 20)) as f (name, content, most)
    where length(f.content) > f.most limit 1;
  if v_long is not null then
    perform internal.field_error('HT008', v_long, 'is too long');
  end if;
  v_before := a;
  -- One default at most; the first address is it.
  if is_default then
    update app.customer_addresses t set is_default = false where t.store_id = c.store_id and t.customer_id = c.id and t.is_default and t.id is distinct from a.id;
  end if;
  if a.id is null then
    insert into app.customer_addresses (company_id, store_id, customer_id, address_line, is_default)
    values (c.company_id, c.store_id, c.id, btrim(save_customer_address.address_line),
      coalesce(save_customer_address.is_default, false) or not exists (select from app.customer_addresses t where t.store_id = c.store_id and t.customer_id = c.id))
    returning * into a;
  end if;
  update app.customer_addresses t set
    address_line = btrim(save_customer_address.address_line),
    label = save_customer_address.label,
    recipient_name = save_customer_address.recipient_name,
    recipient_phone = save_customer_address.recipient_phone,
    city = save_customer_address.city,
    area = save_customer_address.area,
    postal_code = save_customer_address.postal_code,
    is_default = t.is_default or coalesce(save_customer_address.is_default, false)
    where t.id = a.id returning * into a;
  -- Saving what stands there already is no change.
  if v_before.id is null or a operator(pg_catalog.*<>) v_before then
    perform internal.publish_customer(c.id);
    perform internal.log_activity(a.store_id, 'customer_address.saved', 'customer_address', a.id, case when v_before.id is not null then to_jsonb(v_before) end, to_jsonb(a));
  end if;
  return a;
end
$$;
comment on function staff.save_customer_address(uuid, text, uuid, text, text, text, text, text, text, boolean) is 'Writes an address of a customer: a new one, or address_id anew. is_default makes it the default in place of the other. Needs orders.manage. Raises HT014, HT100, HT008.';
grant execute on function staff.save_customer_address(uuid, text, uuid, text, text, text, text, text, text, boolean) to haat_staff;
--! EndIncluded staff/save_customer_address.sql
--! Included staff/search_products.sql
-- The ids come from outside row-level security, the rows from inside it: two fences.
create or replace function staff.search_products(search text) returns setof app.products
language sql stable rows 100
set search_path = ''
begin atomic
  select t.* from app.products t where t.id in (select internal.find_product_ids(btrim(search_products.search))) order by t.created_at desc, t.id desc;
end;
comment on function staff.search_products(text) is 'Products by name or SKU, newest first, 500 at most.';
grant execute on function staff.search_products(text) to haat_staff;
--! EndIncluded staff/search_products.sql
--! Included staff/update_customer.sql
create or replace function staff.update_customer(customer_id uuid, full_name text default null, phone text default null, email text default null, gender text default null, status text default null) returns app.customers
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  o app.customers;
  c app.customers;
begin
  perform internal.require_permission('orders.manage');
  select * into o from app.customers t where t.id = update_customer.customer_id for no key update;
  if o.id is null then
    perform internal.fail('HT100', 'No such customer.');
  end if;
  perform api.update_customer(jsonb_build_object('id', o.id, 'store_id', o.store_id, 'full_name', update_customer.full_name, 'status', update_customer.status)
    || case when update_customer.phone is not null then jsonb_build_object('phone', nullif(btrim(update_customer.phone), '')) else '{}' end
    || case when update_customer.email is not null then jsonb_build_object('email', nullif(btrim(update_customer.email), '')) else '{}' end
    || case when update_customer.gender is not null then jsonb_build_object('gender', nullif(update_customer.gender, '')) else '{}' end);
  select * into c from app.customers t where t.id = o.id;
  if c operator(pg_catalog.*<>) o then
    perform internal.log_activity(c.store_id, 'customer.updated', 'customer', c.id, to_jsonb(o), to_jsonb(c));
  end if;
  return c;
end
$$;
comment on function staff.update_customer(uuid, text, text, text, text, text) is 'Changes a customer, or blocks them (status: active, inactive, blocked); what is left out stays, an empty text clears phone, email or gender. Needs orders.manage.';
grant execute on function staff.update_customer(uuid, text, text, text, text, text) to haat_staff;
--! EndIncluded staff/update_customer.sql
--! Included triggers/attribute_values.sql
create or replace trigger _100_stamp_times before insert or update on app.attribute_values
  for each row execute function internal.tg__stamp_times();
create or replace trigger _500_touch_attribute_on_insert after insert on app.attribute_values
  referencing new table as new_rows for each statement execute function internal.tg__touch_attribute();
create or replace trigger _500_touch_attribute_on_update after update on app.attribute_values
  referencing old table as old_rows new table as new_rows for each statement execute function internal.tg__touch_attribute();
create or replace trigger _500_note_rename after update on app.attribute_values
  for each row when (old.value is distinct from new.value) execute function internal.tg__note_rename('value');
--! EndIncluded triggers/attribute_values.sql
--! Included triggers/attributes.sql
create or replace trigger _100_stamp_times before insert or update on app.attributes
  for each row execute function internal.tg__stamp_times();
create or replace trigger _500_note_rename after update on app.attributes
  for each row when (old.name is distinct from new.name) execute function internal.tg__note_rename('attribute');
--! EndIncluded triggers/attributes.sql
--! Included triggers/brands.sql
create or replace trigger _100_stamp_times before insert or update on app.brands
  for each row execute function internal.tg__stamp_times();
create or replace trigger _500_note_rename after update on app.brands
  for each row when ((old.name, old.slug) is distinct from (new.name, new.slug)) execute function internal.tg__note_rename('brand');
--! EndIncluded triggers/brands.sql
--! Included triggers/categories.sql
create or replace trigger _100_stamp_times before insert or update on app.categories
  for each row execute function internal.tg__stamp_times();
create or replace trigger _150_check_parent before update of parent_id on app.categories
  for each row when (new.parent_id is not null) execute function internal.tg_categories__check_parent();
create or replace trigger _500_note_rename after update on app.categories
  for each row when ((old.name, old.slug) is distinct from (new.name, new.slug)) execute function internal.tg__note_rename('category');
--! EndIncluded triggers/categories.sql
--! Included triggers/customer_addresses.sql
create or replace trigger _100_stamp_times before insert or update on app.customer_addresses
  for each row execute function internal.tg__stamp_times();
create or replace trigger _500_touch_customer after insert or delete on app.customer_addresses
  for each row execute function internal.tg__touch_customer();
create or replace trigger _500_touch_customer_on_update after update on app.customer_addresses
  for each row when (old operator(pg_catalog.*<>) new) execute function internal.tg__touch_customer();
--! EndIncluded triggers/customer_addresses.sql
--! Included triggers/product_categories.sql
create or replace trigger _500_touch_product_on_insert after insert on app.product_categories
  referencing new table as new_rows for each statement execute function internal.tg__touch_product();
create or replace trigger _500_touch_product_on_update after update on app.product_categories
  referencing old table as old_rows new table as new_rows for each statement execute function internal.tg__touch_product();
create or replace trigger _500_touch_product_on_delete after delete on app.product_categories
  referencing old table as old_rows for each statement execute function internal.tg__touch_product();
--! EndIncluded triggers/product_categories.sql
--! Included triggers/product_images.sql
create or replace trigger _100_stamp_times before insert or update on app.product_images
  for each row execute function internal.tg__stamp_times();
create or replace trigger _500_touch_product_on_insert after insert on app.product_images
  referencing new table as new_rows for each statement execute function internal.tg__touch_product();
create or replace trigger _500_touch_product_on_update after update on app.product_images
  referencing old table as old_rows new table as new_rows for each statement execute function internal.tg__touch_product();
create or replace trigger _500_touch_product_on_delete after delete on app.product_images
  referencing old table as old_rows for each statement execute function internal.tg__touch_product();
--! EndIncluded triggers/product_images.sql
--! Included triggers/products.sql
create or replace trigger _100_stamp_times before insert or update on app.products
  for each row execute function internal.tg__stamp_times();
create or replace trigger _200_search_text before insert or update of name on app.products
  for each row execute function internal.tg_products__search_text();
create or replace trigger _150_check_description before insert or update of description on app.products
  for each row execute function internal.tg_products__check_description();
--! EndIncluded triggers/products.sql
--! Included triggers/variants.sql
create or replace trigger _100_stamp_times before insert or update on app.variants
  for each row execute function internal.tg__stamp_times();
create or replace trigger _500_touch_product_on_insert after insert on app.variants
  referencing new table as new_rows for each statement execute function internal.tg__touch_product();
create or replace trigger _500_touch_product_on_update after update on app.variants
  referencing old table as old_rows new table as new_rows for each statement execute function internal.tg__touch_product();
create or replace trigger _500_touch_product_on_delete after delete on app.variants
  referencing old table as old_rows for each statement execute function internal.tg__touch_product();
--! EndIncluded triggers/variants.sql
--! Included triggers/video_placements.sql
create or replace trigger _100_stamp_times before insert or update on app.video_placements
  for each row execute function internal.tg__stamp_times();
create or replace trigger _500_touch_on_insert after insert on app.video_placements
  referencing new table as new_rows for each statement execute function internal.tg_video_placements__touch();
create or replace trigger _500_touch_on_update after update on app.video_placements
  referencing old table as old_rows new table as new_rows for each statement execute function internal.tg_video_placements__touch();
create or replace trigger _500_touch_on_delete after delete on app.video_placements
  referencing old table as old_rows for each statement execute function internal.tg_video_placements__touch();
--! EndIncluded triggers/video_placements.sql
--! Included ledger/check_coupon_orders.sql
create or replace view ledger.check_coupon_orders with (security_invoker = true) as
select coalesce(o.company_id, r.company_id) as company_id, coalesce(o.store_id, r.store_id) as store_id, format('order %s', coalesce(o.number, r.order_id::text)) as object,
  format('redeemed %s for customer %s', coalesce(r.coupon_id::text, 'nothing'), coalesce(r.customer_id::text, 'nobody')) as found,
  format('coupon %s, customer %s', coalesce(o.coupon_id::text, 'none'), coalesce(o.customer_id::text, 'none')) as expected
from (select t.* from app.orders t where t.coupon_id is not null) o
full join app.coupon_redemptions r on r.order_id = o.id
where o.id is null or r.order_id is null or r.coupon_id <> o.coupon_id or r.customer_id <> o.customer_id
union all
select o.company_id, o.store_id, format('order %s', o.number), coalesce('its use given back at ' || r.given_back_at, 'its use not given back'), format('status %s', o.status)
from app.coupon_redemptions r
join app.orders o on o.id = r.order_id
where (r.given_back_at is not null) <> (o.status = 'cancelled')
union all
select o.company_id, o.store_id, format('order %s', o.number), format('coupon %s, discount %s', coalesce(o.coupon ->> 'id', 'none'), coalesce(o.coupon ->> 'discount_amount', 'none')),
  format('coupon %s, discount %s', coalesce(o.coupon_id::text, 'none'), case when o.coupon_id is null then 'none' else o.discount_amount::text end)
from app.orders o
where (o.coupon ->> 'id', o.coupon ->> 'discount_amount')
  is distinct from (o.coupon_id::text, case when o.coupon_id is not null then o.discount_amount::text end);
comment on view ledger.check_coupon_orders is 'An order with a coupon has redeemed that coupon, for its own customer, and shows its discount; no other order has; a cancelled one, and no other, gave its use back.';
comment on column ledger.check_coupon_orders.company_id is 'The tenant; null for what belongs to none.';
comment on column ledger.check_coupon_orders.store_id is 'The store; null for what belongs to none.';
comment on column ledger.check_coupon_orders.object is 'What is wrong.';
comment on column ledger.check_coupon_orders.found is 'What stands there.';
comment on column ledger.check_coupon_orders.expected is 'What should.';
grant select on ledger.check_coupon_orders to haat_dba;
--! EndIncluded ledger/check_coupon_orders.sql
--! Included ledger/check_option_keys.sql
create or replace view ledger.check_option_keys with (security_invoker = true) as
with keys as (
  select o.variant_id, string_agg(o.value_id::text, ' ' order by o.value_id) as option_key
  from app.variant_options o
  group by o.variant_id
)
select v.company_id, v.store_id, format('variant %s (%s)', v.sku, v.id) as object, format('option key %L', v.option_key) as found,
  format('option key %L by its options', coalesce(k.option_key, '')) as expected
from app.variants v
left join keys k on k.variant_id = v.id
where v.option_key <> coalesce(k.option_key, '');
comment on view ledger.check_option_keys is 'The key that keeps two variants of a product from being equal is made of the options they have.';
comment on column ledger.check_option_keys.company_id is 'The tenant; null for what belongs to none.';
comment on column ledger.check_option_keys.store_id is 'The store; null for what belongs to none.';
comment on column ledger.check_option_keys.object is 'What is wrong.';
comment on column ledger.check_option_keys.found is 'What stands there.';
comment on column ledger.check_option_keys.expected is 'What should.';
grant select on ledger.check_option_keys to haat_dba;
--! EndIncluded ledger/check_option_keys.sql
--! Included ledger/check_order_amounts.sql
-- The formulas of internal.settle_order, written out again so that a mistake in it cannot hide here.
create or replace view ledger.check_order_amounts with (security_invoker = true) as
with lines as (
  select i.order_id, sum(i.delivered_quantity) as delivered, sum(round(i.line_total * (i.returned_quantity + i.released_quantity) / i.quantity, 2)) as value_back
  from app.order_items i
  group by i.order_id
), settled as (
  select p.order_id, sum(p.amount) filter (where p.kind = 'payment') as received, sum(p.amount) filter (where p.kind = 'refund') as refunded,
    sum(p.amount) filter (where p.kind = 'refund' and p.is_after_delivery) as refunded_after
  from app.payments p
  where p.status = 'settled'
  group by p.order_id
), shipped as (
  select s.order_id, sum(greatest(0, s.paid_out - s.collected_amount)) as uncollected, bool_or(s.picked_up_at is not null) as picked_up
  from (
    select p.order_id, p.collected_amount, p.picked_up_at, coalesce(sum(y.amount), 0) as paid_out
    from app.parcels p
    left join app.payments y on y.store_id = p.store_id and y.parcel_id = p.id and y.kind = 'payment' and y.status = 'settled'
    where p.status <> 'cancelled'
    group by p.id
  ) s
  group by s.order_id
), parts as (
  select o.company_id, o.store_id, o.number, o.status, o.delivered_at, o.total_amount, o.shipping_charge, o.paid_amount,
    o.returned_amount, o.uncollected_amount, o.waived_amount, o.retained_amount, coalesce(p.picked_up, false) as picked_up,
    case when o.delivered_at is null then 0 else l.value_back end as value_back,
    coalesce(s.received, 0) as received, coalesce(s.refunded, 0) as refunded, coalesce(s.refunded_after, 0) as refunded_after,
    least(coalesce(p.uncollected, 0), coalesce(s.received, 0) - coalesce(s.refunded, 0)) as uncollected
  from app.orders o
  join lines l on l.order_id = o.id
  left join settled s on s.order_id = o.id
  left join shipped p on p.order_id = o.id
), expected as (
  select p.*,
    greatest(0, p.refunded_after - greatest(0, p.value_back + p.received - p.uncollected - (p.refunded - p.refunded_after) - p.total_amount)) as waived,
    case when p.status = 'returned' and p.delivered_at is null then
      case when p.picked_up then least(p.shipping_charge, p.paid_amount) else 0 end end as retained
  from parts p
)
select e.company_id, e.store_id, format('order %s', e.number) as object,
  format('returned %s, uncollected %s, waived %s, retained %s', e.returned_amount, e.uncollected_amount, e.waived_amount, coalesce(e.retained_amount::text, 'nothing')) as found,
  format('returned %s, uncollected %s, waived %s, retained %s', e.value_back, e.uncollected, e.waived, coalesce(e.retained::text, 'nothing')) as expected
from expected e
where (e.returned_amount, e.uncollected_amount, e.waived_amount, e.retained_amount) is distinct from (e.value_back, e.uncollected, e.waived, e.retained);
comment on view ledger.check_order_amounts is 'What an order counts as returned, uncollected, waived and retained follows from its lines, payments and parcels.';
comment on column ledger.check_order_amounts.company_id is 'The tenant; null for what belongs to none.';
comment on column ledger.check_order_amounts.store_id is 'The store; null for what belongs to none.';
comment on column ledger.check_order_amounts.object is 'What is wrong.';
comment on column ledger.check_order_amounts.found is 'What stands there.';
comment on column ledger.check_order_amounts.expected is 'What should.';
grant select on ledger.check_order_amounts to haat_dba;
--! EndIncluded ledger/check_order_amounts.sql
--! Included ledger/check_order_dates.sql
create or replace view ledger.check_order_dates with (security_invoker = true) as
with lines as (
  select i.order_id, sum(i.delivered_quantity) as delivered
  from app.order_items i
  group by i.order_id
)
select o.company_id, o.store_id, format('order %s', o.number) as object, format('ordered on %s', o.store_date) as found, 'ordered on the day in its number' as expected
from app.orders o
where o.number not like 'ORD-' || to_char(o.store_date, 'YYYYMMDD') || '-%'
union all
select o.company_id, o.store_id, format('order %s', o.number), coalesce('delivered at ' || o.delivered_at, 'never delivered'), format('%s units delivered', l.delivered)
from app.orders o
join lines l on l.order_id = o.id
where (o.delivered_at is not null) <> (l.delivered > 0)
union all
select o.company_id, o.store_id, format('order %s', o.number), coalesce('cancelled at ' || o.cancelled_at, 'never cancelled'), format('status %s', o.status)
from app.orders o
where (o.cancelled_at is not null) <> (o.status = 'cancelled')
union all
select p.company_id, p.store_id, format('refund %s of order %s', p.id, o.number), case when p.is_after_delivery then 'counts as given after the delivery' else 'counts as given before the delivery' end,
  coalesce('delivered at ' || o.delivered_at, 'never delivered')
from app.payments p
join app.orders o on o.id = p.order_id
where p.kind = 'refund'
  and case when p.is_after_delivery then o.delivered_at is null or o.delivered_at > p.created_at else o.delivered_at < p.created_at end;
comment on view ledger.check_order_dates is 'The day of an order is the one in its number; it has a time of delivery when units were delivered, a time of cancelling when it is cancelled; a refund knows whether it came after the delivery.';
comment on column ledger.check_order_dates.company_id is 'The tenant; null for what belongs to none.';
comment on column ledger.check_order_dates.store_id is 'The store; null for what belongs to none.';
comment on column ledger.check_order_dates.object is 'What is wrong.';
comment on column ledger.check_order_dates.found is 'What stands there.';
comment on column ledger.check_order_dates.expected is 'What should.';
grant select on ledger.check_order_dates to haat_dba;
--! EndIncluded ledger/check_order_dates.sql
--! Included ledger/check_order_returns.sql
create or replace view ledger.check_order_returns with (security_invoker = true) as
with received as (
  select l.order_item_id, sum(l.sellable_quantity + l.damaged_quantity) as quantity
  from app.return_lines l
  join app.returns r on r.id = l.return_id
  where r.status = 'received'
  group by l.order_item_id
)
select i.company_id, i.store_id, format('line %s of order %s', i.line, o.number) as object, format('%s returned', i.returned_quantity) as found,
  format('%s by the returns received', coalesce(r.quantity, 0)) as expected
from app.order_items i
join app.orders o on o.id = i.order_id
left join received r on r.order_item_id = i.id
where i.returned_quantity <> coalesce(r.quantity, 0);
comment on view ledger.check_order_returns is 'What came back of an order line is what the returns received of it say.';
comment on column ledger.check_order_returns.company_id is 'The tenant; null for what belongs to none.';
comment on column ledger.check_order_returns.store_id is 'The store; null for what belongs to none.';
comment on column ledger.check_order_returns.object is 'What is wrong.';
comment on column ledger.check_order_returns.found is 'What stands there.';
comment on column ledger.check_order_returns.expected is 'What should.';
grant select on ledger.check_order_returns to haat_dba;
--! EndIncluded ledger/check_order_returns.sql
--! Included ledger/check_product_search.sql
create or replace view ledger.check_product_search with (security_invoker = true) as
select p.company_id, p.store_id, format('product %s', p.id) as object, format('found by %L', p.search_text) as found, format('found by %L', s.text) as expected
from app.products p
cross join lateral (select internal.product_search_text(p.id, p.name) as text) s
where p.search_text <> s.text;
comment on view ledger.check_product_search is 'A product is found by its name and by every SKU of its variants.';
comment on column ledger.check_product_search.company_id is 'The tenant; null for what belongs to none.';
comment on column ledger.check_product_search.store_id is 'The store; null for what belongs to none.';
comment on column ledger.check_product_search.object is 'What is wrong.';
comment on column ledger.check_product_search.found is 'What stands there.';
comment on column ledger.check_product_search.expected is 'What should.';
grant select on ledger.check_product_search to haat_dba;
--! EndIncluded ledger/check_product_search.sql
--! Included ledger/check_record_events.sql
-- Older events are cleaned away, perhaps the newest of a record before one that still waits for its receiver.
create or replace view ledger.check_record_events with (security_invoker = true) as
select r.company_id, r.store_id, format('%s %s', r.kind, r.id) as object, format('event %s: updated at %s', e.id, e.updated_at) as found,
  format('updated at %s', internal.timestamp_text(r.updated_at)) as expected
from (
  select 'product' as kind, p.id, p.company_id, p.store_id, p.updated_at from app.products p
  union all
  select 'customer', c.id, c.company_id, c.store_id, c.updated_at from app.customers c
  union all
  select 'category', c.id, c.company_id, c.store_id, c.updated_at from app.categories c
  union all
  select 'brand', b.id, b.company_id, b.store_id, b.updated_at from app.brands b
) r
cross join lateral (
  select t.id, t.object ->> 'updated_at' as updated_at, t.created_at from app.events t
  where t.store_id = r.store_id and t.object_id = r.id and t.type like r.kind || '.%'
  order by t.sequence desc limit 1
) e
where e.created_at > internal.now() - interval '30 days' and e.updated_at is distinct from internal.timestamp_text(r.updated_at);
comment on view ledger.check_record_events is 'The newest event about a product, customer, category or brand shows it as it is: no change went out without its event.';
comment on column ledger.check_record_events.company_id is 'The tenant; null for what belongs to none.';
comment on column ledger.check_record_events.store_id is 'The store; null for what belongs to none.';
comment on column ledger.check_record_events.object is 'What is wrong.';
comment on column ledger.check_record_events.found is 'What stands there.';
comment on column ledger.check_record_events.expected is 'What should.';
grant select on ledger.check_record_events to haat_dba;
--! EndIncluded ledger/check_record_events.sql
--! Included ledger/check_variant_costs.sql
-- The average is a fold over time, so it is followed step by step: what a purchase or a change by hand left it at is what
-- stands there now. Both write under the lock of the cost's row, so their ids rise in the order they were made.
create or replace view ledger.check_variant_costs with (security_invoker = true) as
select v.company_id, v.store_id, format('variant %s (%s)', v.sku, v.id) as object, coalesce(format('average cost %s', k.average_cost), 'no cost row') as found, 'an average cost of 0 or more' as expected
from app.variants v
left join app.variant_costs k on k.variant_id = v.id
where k.variant_id is null or k.average_cost < 0
union all
select k.company_id, k.store_id, format('variant %s (%s)', v.sku, v.id), format('average cost %s', k.average_cost), format('average cost %s by its last purchase or change', s.average_cost)
from (
  select distinct on (c.variant_id) c.variant_id, c.average_cost
  from (
    select m.variant_id, m.id, m.average_cost_after as average_cost from app.stock_movements m where m.type = 'purchase'
    union all
    select a.object_id, a.id, round((a.after ->> 'average_cost')::numeric, 4) from app.activity_log a where a.action = 'variant.cost_changed'
  ) c
  order by c.variant_id, c.id desc
) s
join app.variant_costs k on k.variant_id = s.variant_id
join app.variants v on v.id = k.variant_id
where k.average_cost <> s.average_cost;
comment on view ledger.check_variant_costs is 'Every variant has its moving-average cost row, as its last purchase or change left it, and no stock is worth less than nothing.';
comment on column ledger.check_variant_costs.company_id is 'The tenant; null for what belongs to none.';
comment on column ledger.check_variant_costs.store_id is 'The store; null for what belongs to none.';
comment on column ledger.check_variant_costs.object is 'What is wrong.';
comment on column ledger.check_variant_costs.found is 'What stands there.';
comment on column ledger.check_variant_costs.expected is 'What should.';
grant select on ledger.check_variant_costs to haat_dba;
--! EndIncluded ledger/check_variant_costs.sql
--! Included ledger/check_video_starts.sql
create or replace view ledger.check_video_starts with (security_invoker = true) as
with started as (
  select v.store_id, v.key_id, (v.created_at at time zone 'UTC')::date as day, count(*) as starts, count(*) filter (where v.source = 'import') as imports
  from app.videos v
  group by v.store_id, v.key_id, (v.created_at at time zone 'UTC')::date
)
select s.company_id, s.store_id, format('videos started by key %s on %s', s.key_id, s.day) as object, format('%s starts, %s of them imports', s.starts, s.imports) as found,
  format('%s or more, %s or more of them imports: so many are there', t.starts, t.imports) as expected
from app.video_starts s
join started t on t.store_id = s.store_id and t.key_id = s.key_id and t.day = s.day
where s.starts < t.starts or s.imports < t.imports;
comment on view ledger.check_video_starts is 'A key counts at least as many starts of a day as videos of it are still there.';
comment on column ledger.check_video_starts.company_id is 'The tenant; null for what belongs to none.';
comment on column ledger.check_video_starts.store_id is 'The store; null for what belongs to none.';
comment on column ledger.check_video_starts.object is 'What is wrong.';
comment on column ledger.check_video_starts.found is 'What stands there.';
comment on column ledger.check_video_starts.expected is 'What should.';
grant select on ledger.check_video_starts to haat_dba;
--! EndIncluded ledger/check_video_starts.sql
--! Included ledger/check_webhook_counts.sql
create or replace view ledger.check_webhook_counts with (security_invoker = true) as
with logged as (
  select a.delivery_id, any_value(a.company_id) as company_id, any_value(a.store_id) as store_id, max(a.attempt) as attempts
  from app.webhook_attempts a
  group by a.delivery_id
), outcomes as (
  select a.endpoint_id, a.outcome, any_value(a.company_id) as company_id, any_value(a.store_id) as store_id, count(*) as count
  from app.webhook_attempts a
  group by a.endpoint_id, a.outcome
)
select l.company_id, l.store_id, format('delivery %s', l.delivery_id) as object, format('%s attempts', coalesce(d.attempts, 0)) as found, format('%s in the log', l.attempts) as expected
from logged l
left join app.webhook_deliveries d on d.id = l.delivery_id
where d.attempts is distinct from l.attempts
union all
select o.company_id, o.store_id, format('endpoint %s', o.endpoint_id), format('%s attempts counted as %s', coalesce(c.count, 0), o.outcome), format('%s or more: so many stand in the log', o.count)
from outcomes o
left join app.webhook_attempt_counts c on c.endpoint_id = o.endpoint_id and c.outcome = o.outcome
where coalesce(c.count, 0) < o.count;
comment on view ledger.check_webhook_counts is 'A delivery counts its attempts up to the newest in the log, and an endpoint at least those that the log still holds.';
comment on column ledger.check_webhook_counts.company_id is 'The tenant; null for what belongs to none.';
comment on column ledger.check_webhook_counts.store_id is 'The store; null for what belongs to none.';
comment on column ledger.check_webhook_counts.object is 'What is wrong.';
comment on column ledger.check_webhook_counts.found is 'What stands there.';
comment on column ledger.check_webhook_counts.expected is 'What should.';
grant select on ledger.check_webhook_counts to haat_dba;
--! EndIncluded ledger/check_webhook_counts.sql

-- Products whose touch was skipped within a millisecond cannot be found by their SKUs. Nothing that anybody is shown
-- changes, so updated_at stays.
alter table app.products no force row level security, disable trigger _100_stamp_times;
alter table app.variants no force row level security;
update app.products p set search_text = internal.product_search_text(p.id, p.name)
  where p.search_text <> internal.product_search_text(p.id, p.name);
alter table app.products force row level security, enable trigger _100_stamp_times;
alter table app.variants force row level security;
