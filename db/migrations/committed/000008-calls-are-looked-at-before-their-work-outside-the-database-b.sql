--! Previous: sha1:f19f1effb4f888ca4235f55bd1cda13dec876cd6
--! Hash: sha1:efe853872da20087b8767b08f784abe4594e7aac
--! Message: Calls are looked at before their work outside the database begins

--! split: 1-current.sql
-- What counts as several calls is all or nothing by itself.
drop function if exists gate.admit(bytea, text[], text, integer, boolean, text),
  gate.admit_only(bytea, text[], text, integer, boolean, text);

--! Included gate/admit.sql
-- Admission: who is it (401), is there room in the minute (429), may it (403). Runs in a transaction of its own, so the
-- count stays whatever the operation does, and no rate row is held while the operation works.
-- The count is one upsert on one row: exact over all processes. cost 0 reads the window without counting (retries).
-- A tool outside the key's scopes counts as a write, whatever it would have cost: so the scopes are looked at before the
-- count, and told after it. spec: Rate limits 3 and 6
grant create on schema gate to haat_gatekeeper;
set local role haat_gatekeeper;
create or replace function gate.admit(key_hash bytea, scopes text[], bucket text, cost integer, out_of_scope_bucket text default null) returns gate.admission
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  c constant gate.caller := gate.find_key(key_hash);
  v_now constant timestamptz := internal.now();
  v_minute constant bigint := floor(extract(epoch from v_now) / 60);
  v_scope text;
  v_missing text;
  v_used integer;
  a gate.admission;
begin
  if c.sqlstate is not null then
    a.sqlstate := c.sqlstate;
    a.message := c.message;
    return a;
  end if;
  a.key_id := c.key_id;
  a.company_id := c.company_id;
  a.key_type := c.key_type;
  a.key_scopes := c.scopes;
  foreach v_scope in array scopes loop
    if not gate.has_scope(c.scopes, v_scope) then
      v_missing := v_scope;
      exit;
    end if;
  end loop;
  if v_missing is not null and out_of_scope_bucket is not null then
    bucket := out_of_scope_bucket;
    cost := least(cost, 1);
  end if;
  a.rate_limit := case bucket when 'read' then c.reads_per_minute else c.writes_per_minute end;

  -- A statement that waited over the minute's edge must not turn the window back: greatest().
  insert into gate.rate_windows as w (key_id, bucket, minute, used)
  values (c.key_id, admit.bucket, v_minute, cost)
  on conflict on constraint rate_windows_pkey do update
    set used = case when excluded.minute > w.minute then excluded.used else w.used + excluded.used end,
        minute = greatest(w.minute, excluded.minute)
  returning used into v_used;
  if cost > 1 and v_used > a.rate_limit then
    -- What counts as several calls (a report, images) and does not fit takes nothing. spec: Image rules, Write cost
    update gate.rate_windows w set used = w.used - cost where w.key_id = c.key_id and w.bucket = admit.bucket;
    a.rate_remaining := greatest(a.rate_limit - (v_used - cost), 0);
  else
    a.rate_remaining := greatest(a.rate_limit - v_used, 0);
  end if;
  a.rate_reset := (v_minute + 1) * 60;
  if v_used > a.rate_limit and cost > 0 then
    a.sqlstate := 'HT005';
    a.message := format('Over the limit of %s %ss a minute for this key.', a.rate_limit, bucket);
    a.retry_after := greatest(1, ceil(a.rate_reset - extract(epoch from v_now)));
    return a;
  end if;

  -- At most every quarter of an hour, so that a busy key does not write its row at each call.
  update app.api_keys k set last_used_at = v_now
    where k.id = c.key_id and (k.last_used_at is null or k.last_used_at < v_now - interval '15 minutes');

  if v_missing is not null then
    a.sqlstate := 'HT004';
    a.message := format('This key lacks the scope %s.', v_missing);
  end if;
  return a;
end
$$;
comment on function gate.admit(bytea, text[], text, integer, text) is 'Takes the key''s SHA-256, the scopes needed, the bucket (read, write), its cost (one above 1 is all or nothing: a call that does not fit takes none of it) and the bucket in which one outside the key''s scopes counts as one (null: as any other); counts the call; gives the admission with HT001 to HT005 or null. spec: Rate limits, Authentication';
grant execute on function gate.admit(bytea, text[], text, integer, text) to haat_gateway;
set local role haat_owner;
revoke create on schema gate from haat_gatekeeper;
--! EndIncluded gate/admit.sql
--! Included gate/admit_only.sql
create or replace function gate.admit_only(key_hash bytea, scopes text[], bucket text, cost integer, out_of_scope_bucket text default null) returns json
language plpgsql volatile
set search_path = ''
as $$
begin
  return gate.admission_outcome(gate.admit(key_hash, scopes, bucket, cost, out_of_scope_bucket), null);
end
$$;
comment on function gate.admit_only(bytea, text[], text, integer, text) is 'Takes what gate.admit takes; counts the call and gives the outcome. For calls that end before an operation: refused input, tool discovery, images fetched before the call.';
grant execute on function gate.admit_only(bytea, text[], text, integer, text) to haat_gateway;
--! EndIncluded gate/admit_only.sql

-- Calls with work outside the database are looked at before it begins.
drop function if exists gate.find_video_upload(bytea, jsonb, text), internal.video_upload(jsonb),
  gate.run(bytea, text, jsonb, text, bytea, text);

--! Included internal/find_product.sql
create or replace function internal.find_product(id uuid, store_id uuid) returns app.products
language plpgsql stable
set search_path = ''
as $$
declare
  p app.products;
begin
  select * into p from app.products t where t.id = find_product.id and t.store_id = find_product.store_id;
  if p.id is null then
    perform internal.fail('HT100', 'No such product in the data this key sees.');
  end if;
  return p;
end
$$;
comment on function internal.find_product(uuid, uuid) is
  'Takes a product and its store; gives the product. Raises HT100.';
--! EndIncluded internal/find_product.sql
--! Included internal/lock_product.sql
-- Changes of one product queue here, so that places in its gallery and among its variants never clash.
-- "no key": an order that names the product in a line does not wait for whoever edits it.
create or replace function internal.lock_product(id uuid, store_id uuid) returns app.products
language plpgsql volatile
set search_path = ''
as $$
begin
  perform from app.products t where t.id = lock_product.id and t.store_id = lock_product.store_id for no key update;
  -- A statement of its own: it sees what the lock was waited for.
  return internal.find_product(lock_product.id, lock_product.store_id);
end
$$;
comment on function internal.lock_product(uuid, uuid) is
  'Takes a product and its store; locks the product for this transaction and gives it. Raises HT100.';
--! EndIncluded internal/lock_product.sql
--! Included internal/find_attribute.sql
create or replace function internal.find_attribute(id uuid, store_id uuid) returns app.attributes
language plpgsql stable
set search_path = ''
as $$
declare
  a app.attributes;
begin
  select * into a from app.attributes t where t.id = find_attribute.id and t.store_id = find_attribute.store_id;
  if a.id is null then
    perform internal.fail('HT100', 'No such attribute in the data this key sees.');
  end if;
  return a;
end
$$;
comment on function internal.find_attribute(uuid, uuid) is
  'Takes an attribute and its store; gives the attribute. Raises HT100.';
--! EndIncluded internal/find_attribute.sql
--! Included internal/lock_attribute.sql
create or replace function internal.lock_attribute(id uuid, store_id uuid) returns app.attributes
language plpgsql volatile
set search_path = ''
as $$
begin
  perform from app.attributes t where t.id = lock_attribute.id and t.store_id = lock_attribute.store_id for update;
  -- A statement of its own: it sees what the lock was waited for.
  return internal.find_attribute(lock_attribute.id, lock_attribute.store_id);
end
$$;
comment on function internal.lock_attribute(uuid, uuid) is
  'Takes an attribute and its store; locks the attribute for this transaction and gives it. Raises HT100.';
--! EndIncluded internal/lock_attribute.sql
--! Included internal/find_video.sql
-- What another key started does not exist for this one. An upload past its expiry counts as aborted, swept or not.
create or replace function internal.find_video(id uuid, store_id uuid) returns app.videos
language plpgsql volatile
set search_path = ''
as $$
declare
  v app.videos;
begin
  select * into v from app.videos t
    where t.id = find_video.id and (find_video.store_id is null or t.store_id = find_video.store_id)
      and t.key_id = any (internal.current_key_ids());
  if v.id is null then
    perform internal.fail('HT100', 'No such video among those that this key, or one it replaced, started.');
  end if;
  if internal.has_expired(v.status, v.expires_at, v.lease_expires_at) then
    v.status := 'aborted';
    v.abort_reason := 'expired';
  end if;
  return v;
end
$$;
comment on function internal.find_video(uuid, uuid) is
  'Takes a video and its store (null: any the key sees); gives it when the current key, or one it replaced, '
  'started it. Raises HT100. spec: Errors, Rules';
--! EndIncluded internal/find_video.sql
--! Included internal/lock_video.sql
create or replace function internal.lock_video(id uuid, store_id uuid) returns app.videos
language plpgsql volatile
set search_path = ''
as $$
begin
  perform from app.videos t
    where t.id = lock_video.id and t.store_id = lock_video.store_id and t.key_id = any (internal.current_key_ids())
    for no key update;
  -- A statement of its own: it sees what the lock was waited for.
  return internal.find_video(lock_video.id, lock_video.store_id);
end
$$;
comment on function internal.lock_video(uuid, uuid) is
  'Takes a video and its store; locks it for this transaction and gives it as internal.find_video does. Raises HT100.';
--! EndIncluded internal/lock_video.sql
--! Included internal/require_brand.sql
create or replace function internal.require_brand(id uuid, store_id uuid) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if not exists (select from app.brands b where b.store_id = require_brand.store_id and b.id = require_brand.id) then
    perform internal.fail('HT100', 'No such brand in the data this key sees.');
  end if;
end
$$;
comment on function internal.require_brand(uuid, uuid) is
  'Takes the brand that an operation is about, and its store; raises HT100 when the store has no such brand.';
--! EndIncluded internal/require_brand.sql
--! Included internal/require_category.sql
create or replace function internal.require_category(id uuid, store_id uuid) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if not exists (select from app.categories c where c.store_id = require_category.store_id and c.id = require_category.id) then
    perform internal.fail('HT100', 'No such category in the data this key sees.');
  end if;
end
$$;
comment on function internal.require_category(uuid, uuid) is
  'Takes the category that an operation is about, and its store; raises HT100 when the store has no such category.';
--! EndIncluded internal/require_category.sql
--! Included internal/require_attribute_value.sql
create or replace function internal.require_attribute_value(attribute_id uuid, id uuid) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if not exists (
    select from app.attribute_values v
    where v.attribute_id = require_attribute_value.attribute_id and v.id = require_attribute_value.id)
  then
    perform internal.fail('HT100', 'The attribute has no such value.');
  end if;
end
$$;
comment on function internal.require_attribute_value(uuid, uuid) is
  'Takes an attribute and one of its values; raises HT100 when the attribute has no such value.';
--! EndIncluded internal/require_attribute_value.sql
--! Included internal/require_scope.sql
create or replace function internal.require_scope(scope text, purpose text) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if not gate.has_scope(coalesce(nullif(current_setting('haat.scopes', true), ''), '{}')::text[], require_scope.scope) then
    perform internal.fail('HT004', format('This key lacks the scope %s, which %s.', require_scope.scope, purpose));
  end if;
end
$$;
comment on function internal.require_scope(text, text) is
  'Takes a scope that part of an input needs beyond the operation''s own, and what for ("naming an option '
  'needs"); raises HT004 when the key lacks it.';
--! EndIncluded internal/require_scope.sql
--! Included internal/require_living_video.sql
create or replace function internal.require_living_video(v app.videos) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if v.status in ('rejected', 'aborted') then
    perform internal.fail('HT116', 'The upload has ended: start a new one.');
  end if;
end
$$;
comment on function internal.require_living_video(app.videos) is
  'Takes a video from internal.find_video or internal.lock_video; raises HT116 when it was rejected or has ended.';
--! EndIncluded internal/require_living_video.sql
--! Included internal/require_uploading.sql
create or replace function internal.require_uploading(v app.videos) returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  if v.source = 'import' then
    perform internal.fail('HT113', 'An import from a link has no parts to send: it completes by itself.');
  elsif v.status = 'verifying' or (v.status = 'uploading' and v.lease_expires_at > clock_timestamp()) then
    perform internal.fail('HT114', 'The video is being checked.');
  elsif v.status <> 'uploading' then
    perform internal.fail('HT116', case v.status
      when 'ready' then 'The upload is complete: the video is ready.'
      when 'rejected' then format('The upload has ended: the video was rejected (%s).', v.rejection_code)
      else format('The upload has ended: %s.', v.abort_reason) end);
  end if;
end
$$;
comment on function internal.require_uploading(app.videos) is 'Takes a video from internal.find_video or internal.lock_video; raises unless its parts may be signed and completed: HT113 (an import), HT114 (being completed or checked), HT116 (ended).';
--! EndIncluded internal/require_uploading.sql
--! Included internal/keep_storage_upload.sql
create or replace function internal.keep_storage_upload(video_id uuid, storage_upload_id text) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v app.videos;
begin
  select * into v from app.videos t where t.id = keep_storage_upload.video_id;
  v := internal.lock_video(keep_storage_upload.video_id, v.store_id);
  perform internal.require_uploading(v);
  update app.videos t set storage_upload_id = coalesce(t.storage_upload_id, keep_storage_upload.storage_upload_id) where t.id = v.id
    returning t.storage_upload_id into v.storage_upload_id;
  return json_build_object('storage_upload_id', v.storage_upload_id);
end
$$;
comment on function internal.keep_storage_upload(uuid, text) is 'Takes a video and the id that storage gave its upload in parts; keeps the first one and gives {storage_upload_id}, the one that holds: who brings another aborts that. Raises HT100, HT113, HT114, HT116.';
grant execute on function internal.keep_storage_upload(uuid, text) to haat_api;
--! EndIncluded internal/keep_storage_upload.sql
--! Included internal/start_video_completion.sql
create or replace function internal.start_video_completion(input jsonb, lease_seconds integer, idempotency_key text default null) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.writing_store_id(input);
  v_lease constant uuid := gen_random_uuid();
  v app.videos;
begin
  perform internal.require_videos(v_store_id);
  v := internal.lock_video((input ->> 'id')::uuid, v_store_id);
  if v.status = 'uploading' and v.source = 'upload' and v.lease_expires_at > clock_timestamp() and v.completion_idempotency_key = start_video_completion.idempotency_key then
    perform internal.fail('HT007', 'The same Idempotency-Key is still being processed; retry later with the same key.');
  end if;
  perform internal.require_uploading(v);
  update app.videos t set lease_id = v_lease, lease_expires_at = clock_timestamp() + make_interval(secs => lease_seconds),
    completion_idempotency_key = start_video_completion.idempotency_key
    where t.id = v.id;
  return json_build_object('lease', v_lease, 'id', v.id, 'company_id', v.company_id, 'storage_key', v.storage_key, 'storage_upload_id', v.storage_upload_id,
    'size_bytes', v.size_bytes,
    'parts', (select coalesce(json_agg(json_build_object('part_number', p.part_number, 'content_md5', p.content_md5, 'size_bytes', p.size_bytes) order by p.part_number), '[]')
              from app.video_parts p where p.video_id = v.id),
    'unsigned_parts', (select coalesce(json_agg(n order by n), '[]') from generate_series(1, v.part_count) n
                       where not exists (select from app.video_parts p where p.video_id = v.id and p.part_number = n)));
end
$$;
comment on function internal.start_video_completion(jsonb, integer, text) is 'Takes the input of complete_video, how long (seconds) the completion may take and its Idempotency-Key (or null); leases the video to it; gives {lease, id, company_id, storage_key, storage_upload_id (or null), size_bytes, parts: [{part_number, content_md5, size_bytes}] as signed, unsigned_parts: [n]}. Raises, in this order, HT008 and HT100 for store_id, HT010, HT013, HT100, HT007 (the completion under way has the same Idempotency-Key), HT113, HT114 (being checked, or another completion is under way), HT116.';
grant execute on function internal.start_video_completion(jsonb, integer, text) to haat_api;
--! EndIncluded internal/start_video_completion.sql
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
  end if;
  if nullif(input -> 'option', 'null') is not null then
    perform internal.require_scope('products:read', 'naming an option needs; give option_value_id instead');
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
--! Included api/complete_video.sql
-- The doorman has leased the completion, asked storage, joined the parts and looked at the file; here is what it found.
create or replace function api.complete_video(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.writing_store_id(input);
  v_checked constant jsonb := coalesce(nullif(input -> 'checked', 'null'), '{}');
  v_problem constant jsonb := nullif(v_checked -> 'problem', 'null');
  v app.videos;
  v_missing integer[];
  v_changed integer[];
begin
  perform internal.require_videos(v_store_id);
  perform internal.lock_company_videos();
  v := internal.lock_video((input ->> 'id')::uuid, v_store_id);
  -- The lease is this call's own, so that it is no reason to refuse; without it, or after another took it, it is.
  if v.lease_id = (v_checked ->> 'lease')::uuid then
    v.lease_expires_at := null;
  elsif v.status = 'uploading' and v.source = 'upload' then
    perform internal.fail('HT114', 'Another call is completing the video.');
  end if;
  perform internal.require_uploading(v);
  update app.videos t set lease_id = null, lease_expires_at = null where t.id = v.id;
  v_missing := array(
    select n from generate_series(1, v.part_count) n
    where not exists (select from app.video_parts p where p.video_id = v.id and p.part_number = n)
    union
    select m::integer from jsonb_array_elements_text(coalesce(nullif(v_checked -> 'missing_parts', 'null'), '[]')) m
    order by 1);
  v_changed := array(select c::integer from jsonb_array_elements_text(coalesce(nullif(v_checked -> 'changed_parts', 'null'), '[]')) c order by 1);
  if cardinality(v_missing) > 0 then
    perform internal.refuse_and_keep('HT112', format('Not all %s parts are uploaded.', v.part_count),
      jsonb_build_object('parts', (select jsonb_agg(format('part %s is missing', n) order by n) from unnest(v_missing) n)));
    return null;
  elsif cardinality(v_changed) > 0 then
    perform internal.refuse_and_keep('HT111', 'Parts differ from what was signed. Start a new upload.',
      jsonb_build_object('parts', (select jsonb_agg(format('part %s differs from what was signed', n) order by n) from unnest(v_changed) n)));
    return null;
  elsif v_problem is not null then
    perform internal.end_video(v.id, rejection_code => v_problem ->> 'code', rejection_message => v_problem ->> 'message');
    perform internal.refuse_and_keep(internal.video_refusal(v_problem ->> 'code'), v_problem ->> 'message',
      jsonb_build_object('video', jsonb_build_array(v_problem ->> 'message')));
    return null;
  end if;
  perform internal.verify_video(v.id);
  return (select d.document from internal.video_documents(array[v.id]) d);
end
$$;
comment on function api.complete_video(jsonb) is 'POST /videos/{id}/complete: takes from the doorman checked {lease, missing_parts?: [n], changed_parts?: [n], problem?: {code, message}}; moves the video to verifying, or to rejected when the file breaks a rule, and gives the lease back either way; gives the video. Raises, in this order, HT008 and HT100 for store_id, HT010, HT013, HT100, HT113, HT114, HT116; refuses and keeps what it wrote with HT112, HT111, HT120 to HT134. decisions: 2, Video upload';
grant execute on function api.complete_video(jsonb) to haat_api;
--! EndIncluded api/complete_video.sql
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
    perform internal.require_scope('videos:write', 'videos on a product need');
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
--! Included api/delete_video.sql
create or replace function api.delete_video(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.writing_store_id(input);
  v app.videos;
begin
  perform internal.require_videos(v_store_id);
  perform internal.lock_company_videos();
  v := internal.lock_video((input ->> 'id')::uuid, v_store_id);
  if v.status = 'verifying' or (v.status = 'uploading' and v.source = 'upload' and v.lease_expires_at > clock_timestamp()) then
    perform internal.fail('HT114', 'The video is being checked: delete it when that has ended.');
  elsif v.status = 'uploading' then
    perform internal.end_video(v.id, 'cancelled');
  elsif v.status = 'ready' then
    if exists (select from app.video_placements l join app.products p on p.id = l.product_id where l.video_id = v.id and p.status <> 'archived') then
      perform internal.fail('HT115', 'A product shows the video: take it off first.');
    end if;
    perform internal.remove_video(v.id);
  end if;
  return json_build_object('id', v.id, 'deleted', true);
end
$$;
comment on function api.delete_video(jsonb) is 'DELETE /videos/{id}: cancels an unfinished upload or import (it ends aborted), removes a ready video, off archived products too; what has ended stays as it is; gives {id, deleted}. Raises, in this order, HT008 and HT100 for store_id, HT010, HT013, HT100, HT114, HT115 (a product that is not archived has it). spec: Errors';
grant execute on function api.delete_video(jsonb) to haat_api;
--! EndIncluded api/delete_video.sql
--! Included api/set_video_cover.sql
create or replace function api.set_video_cover(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.writing_store_id(input);
  v app.videos;
begin
  perform internal.require_videos(v_store_id);
  perform internal.lock_company_videos();
  v := internal.lock_video((input ->> 'id')::uuid, v_store_id);
  perform internal.require_living_video(v);
  perform internal.delete_media(v.cover_key);
  update app.videos t set cover_key = input -> 'cover' ->> 'media_key' where t.id = v.id;
  if v.status = 'ready' then
    perform internal.publish_video_products(internal.products_of_video(v.id));
  end if;
  return (select d.document from internal.video_documents(array[v.id]) d);
end
$$;
comment on function api.set_video_cover(jsonb) is 'PUT /videos/{id}/cover: takes the stored picture {cover: {media_key, width, height, size_bytes}}; shows it in place of the poster made of the video, in place of an earlier cover; gives the video. Raises, in this order, HT008 and HT100 for store_id, HT010, HT013, HT100, HT116. decisions: 2, Video upload';
grant execute on function api.set_video_cover(jsonb) to haat_api;
--! EndIncluded api/set_video_cover.sql
--! Included api/sign_video_parts.sql
-- Part number and MD5 are pinned at the first signing: what is complete in the end is what was signed.
create or replace function api.sign_video_parts(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.writing_store_id(input);
  v app.videos;
  v_bad record;
begin
  perform internal.require_videos(v_store_id);
  v := internal.lock_video((input ->> 'id')::uuid, v_store_id);
  perform internal.require_uploading(v);
  select w.n - 1 as n into v_bad
    from jsonb_array_elements(input -> 'parts') with ordinality as w (item, n)
    where (w.item ->> 'part_number')::integer not between 1 and v.part_count
    order by w.n limit 1;
  if found then
    perform internal.field_error('HT008', format('parts.%s.part_number', v_bad.n), format('must be from 1 to %s', v.part_count));
  end if;
  insert into app.video_parts (company_id, store_id, video_id, part_number, size_bytes, content_md5)
  select v.company_id, v.store_id, v.id, (w.item ->> 'part_number')::integer,
    least(8388608, v.size_bytes - ((w.item ->> 'part_number')::bigint - 1) * 8388608), w.item ->> 'content_md5'
  from jsonb_array_elements(input -> 'parts') with ordinality as w (item, n)
  order by w.n
  on conflict on constraint video_parts_pkey do nothing;
  select w.n - 1 as n, p.part_number into v_bad
    from jsonb_array_elements(input -> 'parts') with ordinality as w (item, n)
    join app.video_parts p on p.video_id = v.id and p.part_number = (w.item ->> 'part_number')::integer and p.content_md5 <> w.item ->> 'content_md5'
    order by w.n limit 1;
  if found then
    perform internal.fail('HT111', format('Part %s was signed with another MD5: the file has changed. Start a new upload.', v_bad.part_number),
      jsonb_build_object(format('parts.%s.content_md5', v_bad.n), jsonb_build_array('differs from what was signed first')));
  end if;
  return json_build_object('id', v.id, 'storage_key', v.storage_key, 'storage_upload_id', v.storage_upload_id, 'data', (
    select json_agg(json_build_object('part_number', p.part_number, 'content_md5', p.content_md5, 'size_bytes', p.size_bytes) order by w.n)
    from jsonb_array_elements(input -> 'parts') with ordinality as w (item, n)
    join app.video_parts p on p.video_id = v.id and p.part_number = (w.item ->> 'part_number')::integer));
end
$$;
comment on function api.sign_video_parts(jsonb) is 'POST /videos/{id}/parts: takes {parts: [{part_number, content_md5}]}; pins them; gives the doorman, who signs, {id, storage_key, storage_upload_id (or null), data: [{part_number, content_md5, size_bytes}]} in the order asked. Raises, in this order, HT008 and HT100 for store_id, HT010, HT013, HT100, HT113, HT114, HT116, HT008 (part_number), HT111. decisions: 11';
grant execute on function api.sign_video_parts(jsonb) to haat_api;
--! EndIncluded api/sign_video_parts.sql
--! Included api/update_attribute_value.sql
create or replace function api.update_attribute_value(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  a constant app.attributes := internal.lock_attribute((input ->> 'id')::uuid, internal.writing_store_id(input));
  v_id constant uuid := (input ->> 'value_id')::uuid;
begin
  perform internal.require_attribute_value(a.id, v_id);
  perform internal.check_swatches(a.input_type, input, '');
  if exists (
    select from app.attribute_values v
    where v.attribute_id = a.id and v.id <> v_id and internal.fold(v.value) = internal.fold(input ->> 'value')
  ) then
    perform internal.field_error('HT101', 'value', format('%s already has the value %s', a.name, input ->> 'value'));
  end if;
  update app.attribute_values v set
    value = coalesce(input ->> 'value', v.value),
    position = coalesce((input ->> 'position')::integer, v.position),
    swatch_hex = case when input ? 'swatch_hex' then upper(input ->> 'swatch_hex') else v.swatch_hex end,
    swatch_image = case when input ? 'swatch_image' then input -> 'swatch_image' ->> 'media_key' else v.swatch_image end
    where v.id = v_id;
  return internal.attribute_document(a.id);
end
$$;
comment on function api.update_attribute_value(jsonb) is 'PATCH /attributes/{id}/values/{value_id}: takes the fields to change (absent: kept, null: cleared) and a stored swatch picture; gives the attribute. Raises HT008 and HT100 for store_id, HT100, HT008 (swatches), HT101 (a repeated value). spec: POST /attributes';
grant execute on function api.update_attribute_value(jsonb) to haat_api;
--! EndIncluded api/update_attribute_value.sql
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
  perform internal.require_brand((input ->> 'id')::uuid, v_store_id);
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
  v_id constant uuid := (input ->> 'id')::uuid;
  v_changed boolean;
  v_document json;
begin
  perform internal.require_category(v_id, v_store_id);
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
--! Included internal/precheck_add_attribute_values.sql
create or replace function internal.precheck_add_attribute_values(input jsonb) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform internal.find_attribute((input ->> 'id')::uuid, internal.writing_store_id(input));
end
$$;
comment on function internal.precheck_add_attribute_values(jsonb) is
  'Takes the input of add_attribute_values; looks before its pictures are fetched. Raises, in this order, HT008 '
  'and HT100 for store_id, HT100.';
grant execute on function internal.precheck_add_attribute_values(jsonb) to haat_api;
--! EndIncluded internal/precheck_add_attribute_values.sql
--! Included internal/precheck_add_product_images.sql
create or replace function internal.precheck_add_product_images(input jsonb) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform internal.find_product((input ->> 'id')::uuid, internal.writing_store_id(input));
end
$$;
comment on function internal.precheck_add_product_images(jsonb) is
  'Takes the input of add_product_images; looks before its pictures are fetched. Raises, in this order, HT008 and '
  'HT100 for store_id, HT100.';
grant execute on function internal.precheck_add_product_images(jsonb) to haat_api;
--! EndIncluded internal/precheck_add_product_images.sql
--! Included internal/precheck_attach_product_video.sql
create or replace function internal.precheck_attach_product_video(input jsonb) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.writing_store_id(input);
  p app.products;
begin
  perform internal.require_videos(v_store_id);
  if nullif(input -> 'option', 'null') is not null then
    perform internal.require_scope('products:read', 'naming an option needs; give option_value_id instead');
  end if;
  p := internal.find_product((input ->> 'product_id')::uuid, v_store_id);
  if nullif(input -> 'option', 'null') is not null then
    perform internal.find_option_value(p.id, input -> 'option');
  end if;
end
$$;
comment on function internal.precheck_attach_product_video(jsonb) is
  'Takes the input of attach_product_video; looks before its link is. Raises, in this order, HT008 and HT100 for '
  'store_id, HT010, HT013, HT004 (option without products:read), HT100, HT008 (option).';
grant execute on function internal.precheck_attach_product_video(jsonb) to haat_api;
--! EndIncluded internal/precheck_attach_product_video.sql
--! Included internal/precheck_complete_video.sql
create or replace function internal.precheck_complete_video(input jsonb) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.writing_store_id(input);
begin
  perform internal.require_videos(v_store_id);
  perform internal.find_video((input ->> 'id')::uuid, v_store_id);
end
$$;
comment on function internal.precheck_complete_video(jsonb) is
  'Takes the input of complete_video; looks before the storage is asked. Raises, in this order, HT008 and HT100 '
  'for store_id, HT010, HT013, HT100. Whether it may be completed is for gate.start_video_completion, which '
  'leases it.';
grant execute on function internal.precheck_complete_video(jsonb) to haat_api;
--! EndIncluded internal/precheck_complete_video.sql
--! Included internal/precheck_create_attribute.sql
create or replace function internal.precheck_create_attribute(input jsonb) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform internal.writing_store_id(input);
end
$$;
comment on function internal.precheck_create_attribute(jsonb) is
  'Takes the input of create_attribute; looks before its pictures are fetched. Raises, in this order, HT008 and '
  'HT100 for store_id.';
grant execute on function internal.precheck_create_attribute(jsonb) to haat_api;
--! EndIncluded internal/precheck_create_attribute.sql
--! Included internal/precheck_create_brand.sql
create or replace function internal.precheck_create_brand(input jsonb) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform internal.writing_store_id(input);
end
$$;
comment on function internal.precheck_create_brand(jsonb) is
  'Takes the input of create_brand; looks before its pictures are fetched. Raises, in this order, HT008 and HT100 '
  'for store_id.';
grant execute on function internal.precheck_create_brand(jsonb) to haat_api;
--! EndIncluded internal/precheck_create_brand.sql
--! Included internal/precheck_create_category.sql
create or replace function internal.precheck_create_category(input jsonb) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform internal.check_parent_category((input ->> 'parent_id')::uuid, internal.writing_store_id(input));
end
$$;
comment on function internal.precheck_create_category(jsonb) is
  'Takes the input of create_category; looks before its pictures are fetched. Raises, in this order, HT008 and '
  'HT100 for store_id, HT101 (parent).';
grant execute on function internal.precheck_create_category(jsonb) to haat_api;
--! EndIncluded internal/precheck_create_category.sql
--! Included internal/precheck_create_product.sql
create or replace function internal.precheck_create_product(input jsonb) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.writing_store_id(input);
begin
  if jsonb_array_length(coalesce(nullif(input -> 'videos', 'null'), '[]')) > 0 then
    perform internal.require_scope('videos:write', 'videos on a product need');
    perform internal.require_videos(v_store_id);
  end if;
  perform internal.check_product_limit(internal.current_company_id());
  perform internal.check_brand((input ->> 'brand_id')::uuid, v_store_id);
end
$$;
comment on function internal.precheck_create_product(jsonb) is
  'Takes the input of create_product; looks before its pictures are fetched. Raises, in this order, HT008 and '
  'HT100 for store_id; with videos HT004 (scope), HT010, HT013; HT004 (plan''s product limit), HT101 (brand).';
grant execute on function internal.precheck_create_product(jsonb) to haat_api;
--! EndIncluded internal/precheck_create_product.sql
--! Included internal/precheck_get_video.sql
create or replace function internal.precheck_get_video(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.reading_store_id(input);
  v app.videos;
begin
  perform internal.require_videos(v_store_id);
  v := internal.find_video((input ->> 'id')::uuid, v_store_id);
  return json_build_object('id', v.id, 'storage_key', v.storage_key, 'storage_upload_id', v.storage_upload_id,
    'status', v.status, 'size_bytes', v.size_bytes);
end
$$;
comment on function internal.precheck_get_video(jsonb) is
  'Takes the input of get_video; gives where the video lies {id, storage_key, storage_upload_id (or null), '
  'status, size_bytes}, before the storage is asked. Raises, in this order, HT100 (store), HT010, HT013, HT100.';
grant execute on function internal.precheck_get_video(jsonb) to haat_api;
--! EndIncluded internal/precheck_get_video.sql
--! Included internal/precheck_import_video.sql
create or replace function internal.precheck_import_video(input jsonb) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform internal.require_videos(internal.writing_store_id(input));
end
$$;
comment on function internal.precheck_import_video(jsonb) is
  'Takes the input of import_video; looks before its link is. Raises, in this order, HT008 and HT100 for '
  'store_id, HT010, HT013.';
grant execute on function internal.precheck_import_video(jsonb) to haat_api;
--! EndIncluded internal/precheck_import_video.sql
--! Included internal/precheck_set_video_cover.sql
create or replace function internal.precheck_set_video_cover(input jsonb) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.writing_store_id(input);
begin
  perform internal.require_videos(v_store_id);
  perform internal.require_living_video(internal.find_video((input ->> 'id')::uuid, v_store_id));
end
$$;
comment on function internal.precheck_set_video_cover(jsonb) is
  'Takes the input of set_video_cover; looks before its pictures are fetched. Raises, in this order, HT008 and '
  'HT100 for store_id, HT010, HT013, HT100, HT116.';
grant execute on function internal.precheck_set_video_cover(jsonb) to haat_api;
--! EndIncluded internal/precheck_set_video_cover.sql
--! Included internal/precheck_update_attribute_value.sql
create or replace function internal.precheck_update_attribute_value(input jsonb) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  a constant app.attributes := internal.find_attribute((input ->> 'id')::uuid, internal.writing_store_id(input));
begin
  perform internal.require_attribute_value(a.id, (input ->> 'value_id')::uuid);
end
$$;
comment on function internal.precheck_update_attribute_value(jsonb) is
  'Takes the input of update_attribute_value; looks before its pictures are fetched. Raises, in this order, HT008 '
  'and HT100 for store_id, HT100 (attribute, value).';
grant execute on function internal.precheck_update_attribute_value(jsonb) to haat_api;
--! EndIncluded internal/precheck_update_attribute_value.sql
--! Included internal/precheck_update_brand.sql
create or replace function internal.precheck_update_brand(input jsonb) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform internal.require_brand((input ->> 'id')::uuid, internal.writing_store_id(input));
end
$$;
comment on function internal.precheck_update_brand(jsonb) is
  'Takes the input of update_brand; looks before its pictures are fetched. Raises, in this order, HT008 and HT100 '
  'for store_id, HT100.';
grant execute on function internal.precheck_update_brand(jsonb) to haat_api;
--! EndIncluded internal/precheck_update_brand.sql
--! Included internal/precheck_update_category.sql
create or replace function internal.precheck_update_category(input jsonb) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.writing_store_id(input);
begin
  perform internal.require_category((input ->> 'id')::uuid, v_store_id);
  perform internal.check_parent_category((input ->> 'parent_id')::uuid, v_store_id);
end
$$;
comment on function internal.precheck_update_category(jsonb) is
  'Takes the input of update_category; looks before its pictures are fetched. Raises, in this order, HT008 and '
  'HT100 for store_id, HT100, HT101 (parent).';
grant execute on function internal.precheck_update_category(jsonb) to haat_api;
--! EndIncluded internal/precheck_update_category.sql
--! Included internal/precheck_update_product.sql
create or replace function internal.precheck_update_product(input jsonb) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.writing_store_id(input);
  p constant app.products := internal.find_product((input ->> 'id')::uuid, v_store_id);
begin
  if p.status = 'archived' and coalesce(input ->> 'status', 'archived') <> 'archived' then
    perform internal.check_product_limit(p.company_id);
  end if;
  perform internal.check_brand((input ->> 'brand_id')::uuid, v_store_id);
end
$$;
comment on function internal.precheck_update_product(jsonb) is
  'Takes the input of update_product; looks before its pictures are fetched. Raises, in this order, HT008 and '
  'HT100 for store_id, HT100, HT004 (plan''s product limit, when it comes back from the archive), HT101 (brand).';
grant execute on function internal.precheck_update_product(jsonb) to haat_api;
--! EndIncluded internal/precheck_update_product.sql
--! Included gate/replay.sql
-- Asked before a form is read, and before the pictures of a call are counted: a retry must do neither again. No lock
-- outlives this look, since nothing may be held open while the network is waited for; gate.run asks again and decides.
grant create on schema gate to haat_api;
set local role haat_api;
create or replace function gate.replay(key_hash bytea, idempotency_key text, request_hash bytea, request_id text, out outcome jsonb, out result text)
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_stored app.idempotency_keys;
  v_sqlstate text;
  v_message text;
  v_detail text;
  v_context text;
begin
  perform gate.enter(key_hash, request_id);
  v_stored := gate.recall(idempotency_key, request_hash);
  if v_stored.lineage_id is not null then
    outcome := jsonb_build_object('sqlstate', v_stored.sqlstate, 'message', v_stored.message, 'fields', v_stored.fields,
      'constraint', v_stored."constraint", 'replayed', true, 'request_id', v_stored.request_id);
    result := v_stored.result;
  end if;
exception when others then
  get stacked diagnostics v_sqlstate = returned_sqlstate, v_message = message_text, v_detail = pg_exception_detail, v_context = pg_exception_context;
  outcome := gate.refusal(v_sqlstate, v_message, v_detail, null, v_context, request_id);
end
$$;
comment on function gate.replay(bytea, text, bytea, text) is 'Takes the key''s SHA-256, an Idempotency-Key, the request hash and the request id; gives the stored answer or the refusal (HT001 to HT003, HT006, HT007), both null when the call is to run. spec: Idempotency';
grant execute on function gate.replay(bytea, text, bytea, text) to haat_gateway;
set local role haat_owner;
revoke create on schema gate from haat_api;
--! EndIncluded gate/replay.sql
--! Included gate/run.sql
-- Runs one operation inside the fence, as haat_api. Every answer, refusals too, comes back as a value: the caller needs
-- the rate headers in any case. Stored for replay: success and the operation's own refusals (HT1.., unique violations).
-- Errors of the operation, in order: HT001-HT003 (key died meanwhile), HT007, HT006, then the operation's.
grant create on schema gate to haat_api;
set local role haat_api;
create or replace function gate.run(key_hash bytea, operation text, input jsonb, idempotency_key text, request_hash bytea, request_id text,
  is_precheck boolean default false, out outcome jsonb, out result text)
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_stored app.idempotency_keys;
  v_sqlstate text;
  v_message text;
  v_detail text;
  v_constraint text;
  v_context text;
  v_refusal jsonb;
begin
  begin
    perform gate.enter(key_hash, request_id);
    if idempotency_key is not null then
      v_stored := gate.recall(idempotency_key, request_hash);
      if v_stored.lineage_id is not null then
        outcome := jsonb_build_object('sqlstate', v_stored.sqlstate, 'message', v_stored.message, 'fields', v_stored.fields,
          'constraint', v_stored."constraint", 'replayed', true, 'request_id', v_stored.request_id);
        result := v_stored.result;
        return;
      end if;
    end if;
    begin
      execute format('select %s($1)::text', case when is_precheck
        then format('internal.%I', 'precheck_' || operation) else format('api.%I', operation) end) into result using input;
      v_refusal := nullif(current_setting('haat.refusal', true), '')::jsonb;
      if v_refusal is not null then
        -- Refused, and yet what it wrote stays: see internal.refuse_and_keep.
        result := null;
      end if;
      outcome := jsonb_build_object('sqlstate', v_refusal ->> 'sqlstate', 'message', v_refusal ->> 'message', 'fields', v_refusal -> 'fields',
        'replayed', false, 'request_id', request_id, 'headers', nullif(current_setting('haat.response_headers', true), '')::jsonb);
    exception when others then
      if sqlstate not like 'HT1%' and sqlstate <> '23505' then
        raise;
      end if;
      get stacked diagnostics v_sqlstate = returned_sqlstate, v_message = message_text, v_detail = pg_exception_detail, v_constraint = constraint_name;
      result := null;
      outcome := gate.refusal(v_sqlstate, v_message, v_detail, v_constraint, null, request_id);
      if v_sqlstate = '23505' then
        outcome := outcome || jsonb_build_object('fields', gate.taken_fields(v_constraint, input));
      end if;
    end;
    -- A precheck that finds nothing leaves the key to the operation.
    if idempotency_key is not null and (not is_precheck or outcome ->> 'sqlstate' is not null) then
      perform gate.remember(idempotency_key, request_hash, operation, outcome, result);
    end if;
  exception when others then
    -- Not stored: the same key may be tried again.
    get stacked diagnostics v_sqlstate = returned_sqlstate, v_message = message_text, v_detail = pg_exception_detail, v_constraint = constraint_name, v_context = pg_exception_context;
    result := null;
    outcome := gate.refusal(v_sqlstate, v_message, v_detail, v_constraint, v_context, request_id);
  end;
end
$$;
comment on function gate.run(bytea, text, jsonb, text, bytea, text, boolean) is
  'Takes the key''s SHA-256, an operation of schema api and its input, the Idempotency-Key and request hash (or '
  'null), the request id and whether only its precheck is to run; gives the outcome and the document as text. '
  'Raises nothing.';
grant execute on function gate.run(bytea, text, jsonb, text, bytea, text, boolean) to haat_gateway;
set local role haat_owner;
revoke create on schema gate from haat_api;
--! EndIncluded gate/run.sql
--! Included gate/precheck.sql
-- The first half of a call with work outside the database (links to resolve or fetch, bytes to store): admission, the
-- answer that its Idempotency-Key already has, and internal.precheck_<operation>, which asks what the operation would
-- refuse whatever the outside says: plan, switch, records. So nothing is fetched for a call that cannot succeed. The
-- second half is gate.call with cost 0, which decides anew: no lock outlives this look. A procedure as gate.call is.
create or replace procedure gate.precheck(key_hash bytea, operation text, input jsonb, scopes text[], bucket text,
  cost integer,
  idempotency_key text, request_hash bytea, request_id text, inout outcome json, inout result text, out_of_scope_bucket text default null)
language plpgsql
as $$
declare
  v_admission gate.admission;
  v_known jsonb;
  v_admitted jsonb;
  v_outcome jsonb;
begin
  -- A replay costs one write, however many images it brings.
  if cost operator(pg_catalog.>) 1 and idempotency_key is not null then
    select r.outcome into v_known from gate.replay(key_hash, idempotency_key, request_hash, request_id) r;
  end if;
  v_admission := gate.admit(key_hash, scopes, bucket, case when v_known is null then cost else 1 end,
    out_of_scope_bucket => out_of_scope_bucket);
  commit;
  v_admitted := gate.admission_outcome(v_admission, request_id);
  if v_admission.sqlstate is not null then
    outcome := v_admitted;
    return;
  end if;
  select r.outcome, r.result into v_outcome, result
    from gate.run(key_hash, operation, input, idempotency_key, request_hash, request_id, is_precheck => true) r;
  outcome := v_admitted operator(pg_catalog.||) v_outcome;
end
$$;
comment on procedure gate.precheck(bytea, text, jsonb, text[], text, integer, text, bytea, text, json, text, text) is
  'Takes what gate.call takes; admits and counts the call; gives its outcome and, where it is replayed, the '
  'document as text, else what the precheck found out for the doorman (JSON text, mostly empty). Must run outside '
  'a transaction. design: The request path';
grant execute on procedure gate.precheck(bytea, text, jsonb, text[], text, integer, text, bytea, text, json, text, text)
  to haat_gateway;
--! EndIncluded gate/precheck.sql

--! Included staff/sign_in.sql
-- The one thing a stranger may do; staff may too, so that one schema types a whole client. A wrong password gives null instead of raising, so that the count of failures stays.
create or replace function staff.sign_in(email text, password text) returns staff.session
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  c record;
  v_token text;
  v_now constant timestamptz := internal.now();
  v_session staff.session;
begin
  select * into c from internal.check_password(sign_in.email, sign_in.password);
  if c.accepted or c.locked then
    perform internal.act_as(c.company_id, c.full_name, 'staff', c.staff_id);
    perform internal.log_activity(null, case when c.accepted then 'staff.signed_in' else 'staff.locked' end, 'staff', c.staff_id);
  end if;
  if c.accepted is not true then
    return null;
  end if;
  v_token := 'staff_' || encode(extensions.gen_random_bytes(32), 'hex');
  insert into app.staff_sessions (company_id, staff_id, token_hash, expires_at, created_at)
  values (c.company_id, c.staff_id, sha256(v_token::bytea), v_now + interval '12 hours', v_now)
  returning v_token, expires_at, (select t.password_expires_at is not null from app.staff t where t.id = c.staff_id) into v_session;
  return v_session;
end
$$;
comment on function staff.sign_in(text, text) is 'Signs a staff member in for 12 hours and gives the session''s token, shown this once. A wrong email or password gives nothing; five wrong ones in a row lock the account for 15 minutes.';
grant execute on function staff.sign_in(text, text) to haat_anonymous, haat_staff;
--! EndIncluded staff/sign_in.sql
