--! Previous: sha1:5c7fac6968f9629fa427e67df32884ab93253fa0
--! Hash: sha1:a9d1a2744b81012826cc94ad02c67984c13fa3b2
--! Message: Product videos, and reads from a replica

--! split: 1-current.sql
-- Product videos: uploads and imports, their parts, where they stand on products, what is to be deleted from storage.
drop table if exists app.video_placements, app.video_parts, app.videos, app.video_starts, internal.media_deletions cascade;

create table app.videos (
  id uuid primary key default uuidv7(),
  company_id uuid not null,
  store_id uuid not null,
  key_id uuid not null,
  status text not null default 'uploading' check (status in ('uploading', 'verifying', 'ready', 'rejected', 'aborted')),
  source text not null check (source in ('upload', 'import')),
  source_url text check (length(source_url) between 1 and 2048),
  file_name text check (length(file_name) between 1 and 255),
  content_type text not null default 'video/mp4' check (content_type = 'video/mp4'),
  size_bytes bigint check (size_bytes between 1 and 209715200),
  part_count integer generated always as (case when source = 'upload' then (size_bytes + 8388607) / 8388608 end) stored,
  reserved_bytes bigint not null check (reserved_bytes between 0 and 209715200),
  storage_key text not null check (length(storage_key) between 1 and 300),
  storage_upload_id text check (length(storage_upload_id) between 1 and 1024),
  source_validator text check (length(source_validator) between 1 and 1024),
  import_started_at timestamptz,
  lease_id uuid,
  lease_expires_at timestamptz,
  completion_idempotency_key text,
  check_attempts integer not null default 0 check (check_attempts >= 0),
  width integer check (width > 0),
  height integer check (height > 0),
  duration_ms integer check (duration_ms > 0),
  has_audio boolean,
  playback_path text check (length(playback_path) between 1 and 1024),
  poster_key text check (length(poster_key) between 1 and 300),
  cover_key text check (length(cover_key) between 1 and 300),
  rejection_code text check (rejection_code in ('VIDEO_TOO_LARGE', 'VIDEO_NOT_MP4', 'VIDEO_TRUNCATED', 'VIDEO_CORRUPT', 'VIDEO_NO_VIDEO_TRACK',
    'VIDEO_MULTIPLE_TRACKS', 'VIDEO_CODEC', 'VIDEO_HEVC', 'VIDEO_PROFILE', 'VIDEO_AUDIO_CODEC', 'VIDEO_DIMENSIONS', 'VIDEO_EMPTY', 'VIDEO_ENCRYPTED',
    'VIDEO_FRAGMENTED', 'VIDEO_TOO_LONG')),
  rejection_message text check (length(rejection_message) between 1 and 1000),
  abort_reason text check (abort_reason in ('expired', 'cancelled', 'import_download_failed')),
  expires_at timestamptz,
  ready_at timestamptz,
  unshown_since timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (store_id, id),
  constraint videos_storage_key_key unique (storage_key),
  foreign key (company_id, store_id) references app.stores (company_id, id),
  foreign key (company_id, key_id) references app.api_keys (company_id, id),
  constraint videos_imports_have_a_link check ((source = 'import') = (source_url is not null)),
  constraint videos_uploads_have_a_name_and_size check (case source when 'upload' then file_name is not null and size_bytes is not null else file_name is null end),
  constraint videos_only_imports_are_started check (source = 'import' or (import_started_at is null and source_validator is null)),
  constraint videos_uploading_ones_expire check ((status = 'uploading') = (expires_at is not null)),
  constraint videos_uploads_end_with_uploading check (status = 'uploading' or (storage_upload_id is null and source_validator is null)),
  constraint videos_leases_have_an_end check ((lease_id is null) = (lease_expires_at is null)),
  constraint videos_leased_ones_have_work check (lease_id is null or status in ('uploading', 'verifying')),
  constraint videos_reserve_what_they_need check (case
    when status in ('rejected', 'aborted') then reserved_bytes = 0
    when status = 'uploading' then reserved_bytes > 0 and reserved_bytes >= coalesce(size_bytes, 0)
    else size_bytes is not null and reserved_bytes = size_bytes end),
  constraint videos_ready_ones_have_every_fact check (case when status = 'ready'
    then ready_at is not null and width is not null and height is not null and duration_ms is not null and has_audio is not null and playback_path is not null
    else ready_at is null and width is null and height is null and duration_ms is null and has_audio is null and playback_path is null
      and poster_key is null and unshown_since is null end),
  constraint videos_rejected_ones_say_why check ((status = 'rejected') = (rejection_code is not null) and (status = 'rejected') = (rejection_message is not null)),
  constraint videos_aborted_ones_say_why check ((status = 'aborted') = (abort_reason is not null)),
  constraint videos_only_imports_fail_to_download check (abort_reason <> 'import_download_failed' or source = 'import'),
  constraint videos_ended_ones_have_no_cover check (status not in ('rejected', 'aborted') or cover_key is null)
);
create index videos_store_id_created_at_idx on app.videos (store_id, created_at desc, id desc);
create index videos_company_id_created_at_idx on app.videos (company_id, created_at desc, id desc);
create index videos_key_id_idx on app.videos (company_id, key_id);
create index videos_reserved_idx on app.videos (company_id) include (reserved_bytes, status, unshown_since) where reserved_bytes > 0;
create index videos_uploading_idx on app.videos (created_at, id) where status = 'uploading';
create index videos_verifying_idx on app.videos (created_at, id) where status = 'verifying';
create index videos_unshown_idx on app.videos (unshown_since) where unshown_since is not null;
create unique index videos_one_import_copied_a_company on app.videos (company_id) where source = 'import' and status = 'uploading' and lease_id is not null;
comment on table app.videos is 'Videos for products: a file that is being uploaded or imported, checked, ready, or refused. spec: Video limits; decisions: 2, Video upload';
comment on column app.videos.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.videos.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.videos.store_id is 'The store. The fence compares it.';
comment on column app.videos.key_id is 'The API key that started it. That key and those that replaced it may use it; to others it does not exist.';
comment on column app.videos.status is 'uploading, verifying, ready, rejected or aborted. The last two are final.';
comment on column app.videos.source is 'upload: a client sends parts. import: a worker copies it from source_url.';
comment on column app.videos.source_url is 'The link an import is copied from; null for uploads.';
comment on column app.videos.file_name is 'Name given by who uploads; null for imports.';
comment on column app.videos.content_type is 'video/mp4: nothing else is taken.';
comment on column app.videos.size_bytes is 'Declared size of an upload; true size of an import, null until the link has told it.';
comment on column app.videos.part_count is 'Parts of 8 MiB an upload is sent in, the last one the rest; null for imports.';
comment on column app.videos.reserved_bytes is 'What it takes of the plan''s video storage: an import 200 MiB until its size is known, ended ones nothing.';
comment on column app.videos.storage_key is 'Name of the file in storage, never used again.';
comment on column app.videos.storage_upload_id is 'The storage''s own id of the upload in parts, while there is one.';
comment on column app.videos.source_validator is 'ETag or Last-Modified of an import''s first answer: a later one with another is another file.';
comment on column app.videos.import_started_at is 'When a worker first took the import up.';
comment on column app.videos.lease_id is 'Who works on it: a worker that copies or checks, or a completion under way.';
comment on column app.videos.lease_expires_at is 'By the wall clock, which tests do not move: it is about a process, not about business.';
comment on column app.videos.completion_idempotency_key is 'The Idempotency-Key, if any, of the completion that holds the lease or held it last, so that its twin is told at once.';
comment on column app.videos.check_attempts is 'Checks in a row that were begun and of which nothing more was heard: what kills its worker each time is given up in the end.';
comment on column app.videos.width is 'Width in pixels as shown; null until ready.';
comment on column app.videos.height is 'Height in pixels as shown; null until ready.';
comment on column app.videos.duration_ms is 'Length in milliseconds; null until ready.';
comment on column app.videos.has_audio is 'Whether it has sound; null until ready.';
comment on column app.videos.playback_path is 'What stands behind our media address to play it; null until ready.';
comment on column app.videos.poster_key is 'The picture made of one of its frames, where this installation can make one.';
comment on column app.videos.cover_key is 'The picture its owner chose; shown in place of the made one.';
comment on column app.videos.rejection_code is 'The rule the file breaks.';
comment on column app.videos.rejection_message is 'What is wrong and how to mend it.';
comment on column app.videos.abort_reason is 'expired, cancelled (deleted before it was complete) or import_download_failed.';
comment on column app.videos.expires_at is 'While uploading: when it is given up. 24 hours after its start; an import that nobody took up, 1 hour.';
comment on column app.videos.ready_at is 'When it passed every check.';
comment on column app.videos.unshown_since is 'Ready and on no product since then; null while placed. 48 hours later it stops counting against storage, 7 days after that it is removed.';
comment on column app.videos.created_at is 'When it was started, by internal.now().';
comment on column app.videos.updated_at is 'When anything shown of it last changed.';

create table app.video_parts (
  company_id uuid not null,
  store_id uuid not null,
  video_id uuid not null,
  part_number integer not null check (part_number between 1 and 25),
  size_bytes integer not null check (size_bytes between 1 and 8388608),
  content_md5 text not null check (content_md5 ~ '^([A-Za-z0-9+/]{22}==)?$'),
  created_at timestamptz not null default internal.now(),
  primary key (video_id, part_number),
  foreign key (company_id, store_id) references app.stores (company_id, id),
  foreign key (store_id, video_id) references app.videos (store_id, id) on delete cascade
);
comment on table app.video_parts is 'Parts of a video on its way to storage: those signed for an upload, those copied of an import.';
comment on column app.video_parts.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.video_parts.store_id is 'The store. The fence compares it.';
comment on column app.video_parts.video_id is 'Its video.';
comment on column app.video_parts.part_number is 'From 1; 8 MiB each, the last one the rest.';
comment on column app.video_parts.size_bytes is 'Its size.';
comment on column app.video_parts.content_md5 is 'MD5 of its bytes in base64, fixed when it was first signed; empty for a copied part whose storage tells none.';
comment on column app.video_parts.created_at is 'When it was first signed or copied.';

create table app.video_placements (
  company_id uuid not null,
  store_id uuid not null,
  product_id uuid not null,
  video_id uuid not null,
  gallery_slot integer not null default 1 check (gallery_slot between 0 and 30),
  sort_order integer not null default 0 check (sort_order between 0 and 99),
  option_value_id uuid,
  title text check (length(title) between 1 and 200),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (product_id, video_id),
  foreign key (company_id, store_id) references app.stores (company_id, id),
  foreign key (store_id, product_id) references app.products (store_id, id),
  foreign key (store_id, video_id) references app.videos (store_id, id),
  foreign key (store_id, option_value_id) references app.attribute_values (store_id, id)
);
create index video_placements_video_id_idx on app.video_placements (store_id, video_id);
create index video_placements_option_value_id_idx on app.video_placements (store_id, option_value_id) where option_value_id is not null;
comment on table app.video_placements is 'Which product shows which video, and where. A product shows a video once it is ready. spec: Video placement';
comment on column app.video_placements.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.video_placements.store_id is 'The store. The fence compares it.';
comment on column app.video_placements.product_id is 'The product.';
comment on column app.video_placements.video_id is 'The video: never a rejected or aborted one.';
comment on column app.video_placements.gallery_slot is 'Photos before the video, as asked for. Shown no higher than the product has photos, so that it stays right when photos come and go.';
comment on column app.video_placements.sort_order is 'Order among videos of the same slot.';
comment on column app.video_placements.option_value_id is 'The option it shows, such as a colour; null for all variants.';
comment on column app.video_placements.title is 'Title; null shows the product''s name.';
comment on column app.video_placements.created_at is 'When it was placed.';
comment on column app.video_placements.updated_at is 'When it was last moved.';

create table app.video_starts (
  company_id uuid not null,
  store_id uuid not null,
  key_id uuid not null,
  day date not null,
  starts integer not null check (starts > 0),
  imports integer not null check (imports between 0 and starts),
  primary key (store_id, key_id, day),
  foreign key (company_id, store_id) references app.stores (company_id, id),
  foreign key (company_id, key_id) references app.api_keys (company_id, id)
);
create index video_starts_key_id_idx on app.video_starts (company_id, key_id, day);
comment on table app.video_starts is 'How many videos a key started in a store on a UTC day: counted apart, since a video may be deleted and its start still counts. spec: Video limits';
comment on column app.video_starts.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.video_starts.store_id is 'The store. The fence compares it.';
comment on column app.video_starts.key_id is 'The API key.';
comment on column app.video_starts.day is 'The UTC day.';
comment on column app.video_starts.starts is 'Uploads and imports started.';
comment on column app.video_starts.imports is 'Those of them that are imports.';

create table internal.media_deletions (
  id uuid primary key default uuidv7(),
  company_id uuid not null,
  media_key text not null check (length(media_key) between 1 and 300),
  storage_upload_id text,
  due_at timestamptz not null default clock_timestamp(),
  created_at timestamptz not null default internal.now()
);
create index media_deletions_due_at_idx on internal.media_deletions (due_at, id);
comment on table internal.media_deletions is 'Files that no row needs any more, written in the transaction that stopped needing them. A worker deletes the file, then the row; a crash in between does it twice, which harms nothing. due_at is by the wall clock.';
grant select on internal.media_deletions to haat_dba, haat_gatekeeper;

--! split: 2-video-code.sql
-- Product videos: code. Policies first, then what others are built from, then the rest in alphabetical order.
drop function if exists internal.fail(text, text, jsonb), internal.claim_video_check(uuid, integer), internal.start_video_completion(jsonb, integer),
  gate.start_video_completion(bytea, jsonb, text, integer);
--! Included policies/videos.sql
call internal.install_fence('app.videos', 'store');
-- Where the file lies and who works on it is the workers' business.
grant select (id, company_id, store_id, key_id, status, source, source_url, file_name, content_type, size_bytes, part_count, reserved_bytes, lease_expires_at, width, height, duration_ms, has_audio, playback_path, poster_key, cover_key, rejection_code, rejection_message, abort_reason, expires_at, ready_at, unshown_since, created_at, updated_at) on app.videos to haat_api;
grant select (id, company_id, store_id, key_id, status, source, source_url, file_name, content_type, size_bytes, reserved_bytes, width, height, duration_ms, has_audio, rejection_code, rejection_message, abort_reason, expires_at, ready_at, unshown_since, created_at, updated_at) on app.videos to haat_staff;
grant select on app.videos to haat_dba;
grant select, update on app.videos to haat_gatekeeper;
--! EndIncluded policies/videos.sql
--! Included policies/video_parts.sql
call internal.install_fence('app.video_parts', 'store');
grant select on app.video_parts to haat_dba, haat_gatekeeper;
--! EndIncluded policies/video_parts.sql
--! Included policies/video_placements.sql
call internal.install_fence('app.video_placements', 'store');
grant select on app.video_placements to haat_api, haat_staff, haat_dba;
--! EndIncluded policies/video_placements.sql
--! Included policies/video_starts.sql
call internal.install_fence('app.video_starts', 'store');
grant select on app.video_starts to haat_dba;
grant select, delete on app.video_starts to haat_gatekeeper;
--! EndIncluded policies/video_starts.sql
--! Included internal/fail.sql
-- The one way to refuse. The code is one of class HT (db/README.md lists them); server/errors.ts gives it its HTTP status.
create or replace function internal.fail(code text, message text, fields jsonb default null, retry_after integer default null) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  raise exception using
    errcode = fail.code,
    message = fail.message,
    detail = jsonb_build_object('fields', fail.fields, 'retry_after', fail.retry_after)::text;
end
$$;
comment on function internal.fail(text, text, jsonb, integer) is 'Takes a code of class HT, a text for people, a map of field to list of problems (or null) and in how many seconds to try again (or null). Always raises. spec: Errors';
grant execute on function internal.fail(text, text, jsonb, integer) to haat_api, haat_gatekeeper, haat_staff, haat_worker;
--! EndIncluded internal/fail.sql
--! Included gate/refusal.sql
create or replace function gate.refusal(sqlstate text, message text, detail text, constraint_name text, context text, request_id text) returns jsonb
language sql immutable
return pg_catalog.jsonb_build_object(
  'sqlstate', sqlstate,
  'message', message,
  'fields', case when sqlstate like 'HT%' and detail <> '' then detail::jsonb -> 'fields' end,
  'retry_after', case when sqlstate like 'HT%' and detail <> '' then detail::jsonb -> 'retry_after' end,
  'constraint', nullif(constraint_name, ''),
  -- Only what nobody foresaw needs its place in the code, and only in our log; not the detail, which may hold a row.
  'context', case when sqlstate not like 'HT%' then context end,
  'replayed', false,
  'request_id', request_id);
comment on function gate.refusal(text, text, text, text, text, text) is 'Takes the parts of a caught error; gives the outcome object that the doorman reads.';
grant execute on function gate.refusal(text, text, text, text, text, text) to haat_api;
--! EndIncluded gate/refusal.sql
--! Included gate/enter.sql
-- Sets the fence for this transaction from the key itself, not from anything the API process says: a process that was
-- broken into still sees no tenant whose key was not presented to it.
grant create on schema gate to haat_gatekeeper;
set local role haat_gatekeeper;
create or replace function gate.enter(key_hash bytea, request_id text) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  c constant gate.caller := gate.find_key(key_hash);
begin
  if c.sqlstate is not null then
    perform internal.fail(c.sqlstate, c.message);
  end if;
  perform set_config('haat.company_id', c.company_id::text, true),
          set_config('haat.store_ids', c.store_ids::text, true),
          set_config('haat.key_store_id', coalesce(c.key_store_id::text, ''), true),
          set_config('haat.key_id', c.key_id::text, true),
          set_config('haat.lineage_id', c.lineage_id::text, true),
          set_config('haat.actor_type', 'api_key', true),
          set_config('haat.actor_id', c.key_id::text, true),
          set_config('haat.actor_name', c.key_name, true),
          set_config('haat.scopes', c.scopes::text, true),
          set_config('haat.request_id', coalesce(enter.request_id, ''), true),
          -- Headers that the operation wants on its response, as a JSON object.
          set_config('haat.response_headers', '', true),
          -- How an operation that keeps its writes refuses: see internal.refuse_and_keep.
          set_config('haat.refusal', '', true);
end
$$;
comment on function gate.enter(bytea, text) is 'Takes the SHA-256 of a presented key and the request id; puts the transaction inside that key''s fence. Raises HT001 to HT003. spec: Tenant fence';
grant execute on function gate.enter(bytea, text) to haat_api;
set local role haat_owner;
revoke create on schema gate from haat_gatekeeper;
--! EndIncluded gate/enter.sql
--! Included gate/run.sql
-- Runs one operation inside the fence, as haat_api. Every answer, refusals too, comes back as a value: the caller needs
-- the rate headers in any case. Stored for replay: success and the operation's own refusals (HT1.., unique violations).
-- Errors of the operation, in order: HT001-HT003 (key died meanwhile), HT007, HT006, then the operation's.
grant create on schema gate to haat_api;
set local role haat_api;
create or replace function gate.run(key_hash bytea, operation text, input jsonb, idempotency_key text, request_hash bytea, request_id text,
  out outcome jsonb, out result text)
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
      execute format('select api.%I($1)::text', operation) into result using input;
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
    end;
    if idempotency_key is not null then
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
comment on function gate.run(bytea, text, jsonb, text, bytea, text) is 'Takes the key''s SHA-256, an operation of schema api and its input, the Idempotency-Key and request hash (or null) and the request id; gives the outcome and the document as text. Raises nothing.';
grant execute on function gate.run(bytea, text, jsonb, text, bytea, text) to haat_gateway;
set local role haat_owner;
revoke create on schema gate from haat_api;
--! EndIncluded gate/run.sql
--! Included internal/has_expired.sql
-- Judged at the moment of asking, so that nothing depends on when the timer comes by. Work under way may end.
create or replace function internal.has_expired(status text, expires_at timestamptz, lease_expires_at timestamptz) returns boolean
language sql volatile
return status = 'uploading' and expires_at <= internal.now() and coalesce(lease_expires_at <= pg_catalog.clock_timestamp(), true);
comment on function internal.has_expired(text, timestamptz, timestamptz) is 'Takes a video''s status, expiry and end of lease; says whether it was given up unfinished: it counts as aborted from then on. spec: Video limits';
grant execute on function internal.has_expired(text, timestamptz, timestamptz) to haat_api, haat_gatekeeper;
--! EndIncluded internal/has_expired.sql
--! Included internal/current_key_ids.sql
-- Up the chain only: while a replaced key lives out its grace it does not see what its successor started.
create or replace function internal.current_key_ids() returns uuid[]
language sql stable
set search_path = ''
begin atomic
  with recursive chain (id, replaces_key_id) as (
    select k.id, k.replaces_key_id from app.api_keys k where k.id = nullif(current_setting('haat.key_id', true), '')::uuid
    union
    select k.id, k.replaces_key_id from chain c join app.api_keys k on k.id = c.replaces_key_id
  )
  select coalesce(array_agg(c.id), '{}') from chain c;
end;
comment on function internal.current_key_ids() is 'Gives the key of the current request and the keys it replaced, directly or through several rotations. spec: Authentication 8';
grant execute on function internal.current_key_ids() to haat_api;
--! EndIncluded internal/current_key_ids.sql
--! Included internal/tg_videos__touch_products.sql
create or replace function internal.tg_videos__touch_products() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  update app.products p set updated_at = internal.now()
    where p.store_id = new.store_id and p.updated_at < internal.now()
      and p.id in (select l.product_id from app.video_placements l where l.store_id = new.store_id and l.video_id = new.id);
  return null;
end
$$;
comment on function internal.tg_videos__touch_products() is 'Row trigger: moves updated_at of the products that show the video.';
--! EndIncluded internal/tg_videos__touch_products.sql
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
  else
    select array_agg(distinct r.video_id), array_agg(distinct r.product_id) filter (where v.status = 'ready') into v_video_ids, v_product_ids
      from new_rows r join app.videos v on v.id = r.video_id;
  end if;
  update app.videos v set updated_at = internal.now() where v.id = any (v_video_ids) and v.updated_at < internal.now();
  update app.products p set updated_at = internal.now() where p.id = any (v_product_ids) and p.updated_at < internal.now();
  return null;
end
$$;
comment on function internal.tg_video_placements__touch() is 'Statement trigger with transition tables old_rows/new_rows: moves updated_at of the videos, and of the products where a video is ready.';
--! EndIncluded internal/tg_video_placements__touch.sql
--! Included triggers/videos.sql
create or replace trigger _100_stamp_times before insert or update on app.videos
  for each row execute function internal.tg__stamp_times();
-- A product shows ready videos only, and of those these columns.
create or replace trigger _500_touch_products after update on app.videos
  for each row when ('ready' in (old.status, new.status)
    and (old.status, old.playback_path, old.poster_key, old.cover_key, old.width, old.height, old.duration_ms, old.has_audio)
      is distinct from (new.status, new.playback_path, new.poster_key, new.cover_key, new.width, new.height, new.duration_ms, new.has_audio))
  execute function internal.tg_videos__touch_products();
--! EndIncluded triggers/videos.sql
--! Included triggers/video_placements.sql
create or replace trigger _100_stamp_times before insert or update on app.video_placements
  for each row execute function internal.tg__stamp_times();
create or replace trigger _500_touch_on_insert after insert on app.video_placements
  referencing new table as new_rows for each statement execute function internal.tg_video_placements__touch();
create or replace trigger _500_touch_on_update after update on app.video_placements
  referencing new table as new_rows for each statement execute function internal.tg_video_placements__touch();
create or replace trigger _500_touch_on_delete after delete on app.video_placements
  referencing old table as old_rows for each statement execute function internal.tg_video_placements__touch();
--! EndIncluded triggers/video_placements.sql
--! Included internal/video_documents.sql
create or replace function internal.video_documents(ids uuid[], uploaded_parts json default '[]') returns table (ordinal bigint, id uuid, document json)
language plpgsql volatile
set search_path = ''
as $$
begin
  return query
  with placements as (
    select l.video_id, json_agg(json_build_object('product_id', l.product_id,
        'gallery_slot', least(l.gallery_slot, (select count(*) from app.product_images i where i.product_id = l.product_id)),
        'sort_order', l.sort_order, 'option_value_id', l.option_value_id) order by l.created_at, l.product_id) as list
    from app.video_placements l
    where l.video_id = any (video_documents.ids)
    group by l.video_id
  )
  select w.n, v.id, row_to_json(d)
  from unnest(video_documents.ids) with ordinality as w (id, n)
  join app.videos v on v.id = w.id
  cross join lateral (select internal.has_expired(v.status, v.expires_at, v.lease_expires_at) as expired) x
  left join placements on placements.video_id = v.id and not x.expired
  cross join lateral (
    select v.id, v.store_id, case when x.expired then 'aborted' else v.status end as status, v.source, v.source_url, v.file_name, v.size_bytes, v.content_type,
      case when v.source = 'upload' then 8388608 end as part_size, v.part_count,
      case when v.source = 'upload' and v.status = 'uploading' and not x.expired then video_documents.uploaded_parts else '[]'::json end as uploaded_parts,
      internal.media_url(v.playback_path) as url, internal.media_url(coalesce(v.cover_key, v.poster_key)) as poster_url,
      v.width, v.height, v.duration_ms, v.has_audio,
      case when v.status = 'rejected' then json_build_object('code', v.rejection_code, 'message', v.rejection_message) end as rejection,
      case when x.expired then 'expired' else v.abort_reason end as abort_reason,
      coalesce(placements.list, '[]'::json) as placements,
      internal.timestamp_text(case when not x.expired then v.expires_at end) as expires_at, internal.timestamp_text(v.ready_at) as ready_at,
      internal.timestamp_text(v.created_at) as created_at, internal.timestamp_text(v.updated_at) as updated_at
  ) d
  order by w.n;
end
$$;
comment on function internal.video_documents(uuid[], json) is 'Takes video ids and, of a single one, the parts that storage has of it [{part_number, size_bytes}]; gives each visible one as the API shows it, in the order asked. decisions: 2, Video upload';
grant execute on function internal.video_documents(uuid[], json) to haat_api;
--! EndIncluded internal/video_documents.sql
--! Included internal/placement_document.sql
-- The slot is kept as asked and shown no higher than the product has photos: it stays right when photos come and go.
create or replace function internal.placement_document(product_id uuid, video_id uuid) returns json
language sql stable
set search_path = ''
begin atomic
  select json_build_object('product_id', l.product_id, 'video_id', l.video_id, 'status', v.status,
    'gallery_slot', least(l.gallery_slot, (select count(*) from app.product_images i where i.product_id = l.product_id)),
    'sort_order', l.sort_order, 'option_value_id', l.option_value_id, 'title', coalesce(l.title, p.name))
  from app.video_placements l
  join app.videos v on v.id = l.video_id
  join app.products p on p.id = l.product_id
  where l.product_id = placement_document.product_id and l.video_id = placement_document.video_id;
end;
comment on function internal.placement_document(uuid, uuid) is 'Takes a product and a video placed on it; gives the placement as the API shows it. spec: Video placement';
--! EndIncluded internal/placement_document.sql
--! Included internal/products_of_video.sql
create or replace function internal.products_of_video(video_id uuid) returns uuid[]
language sql stable
set search_path = ''
begin atomic
  select coalesce(array_agg(l.product_id order by l.product_id), '{}') from app.video_placements l where l.video_id = products_of_video.video_id;
end;
comment on function internal.products_of_video(uuid) is 'Takes a video; gives the products it is placed on.';
--! EndIncluded internal/products_of_video.sql
--! Included internal/publish_video.sql
create or replace function internal.publish_video(video_id uuid, event_type text) returns void
language sql volatile
set search_path = ''
begin atomic
  select internal.emit_event(v.store_id, event_type, v.id, d.document)
  from app.videos v cross join internal.video_documents(array[v.id]) d
  where v.id = publish_video.video_id;
end;
comment on function internal.publish_video(uuid, text) is 'Takes a video and the type of event (video.ready, video.rejected); sends it with the video as the API shows it. decisions: 7';
--! EndIncluded internal/publish_video.sql
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
    perform internal.product_changed(p.id);
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
  v := internal.find_video((input ->> 'id')::uuid, v_store_id);
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
  v_id uuid;
  v_document json;
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
  insert into app.products (company_id, store_id, name, slug, brand_id, short_description, description, status, delivery_charge)
  values (v_company_id, v_store_id, input ->> 'name',
    coalesce(input ->> 'slug', internal.free_slug('app.products', v_store_id, internal.slug_from(input ->> 'name', 'product'))),
    (input ->> 'brand_id')::uuid, input ->> 'short_description', input ->> 'description', coalesce(input ->> 'status', 'draft'), (input ->> 'delivery_charge')::numeric)
  returning id into v_id;
  perform internal.set_product_categories(v_id, coalesce(nullif(input -> 'categories', 'null'), '[]'));
  perform internal.save_variants(v_id, input -> 'variants', internal.add_images(v_id, coalesce(nullif(input -> 'images', 'null'), '[]')));
  perform internal.place_videos(v_id, v_videos, v_plan);
  select d.document into v_document from internal.product_documents(array[v_id]) d;
  perform internal.emit_event(v_store_id, 'product.created', v_id, v_document);
  return v_document;
end
$$;
comment on function api.create_product(jsonb) is 'POST /products: takes the product with its variants and stored pictures; gives it. Raises, in this order, HT008 and HT100 for store_id; with videos HT004 (scope), HT010, HT013; HT004 (plan''s product limit); HT101 (brand, categories, options, SKU), HT008; of the videos HT008 and HT012, naming videos.<n>.<field>. spec: POST /products';
grant execute on function api.create_product(jsonb) to haat_api;
--! EndIncluded api/create_product.sql
--! Included api/create_video.sql
create or replace function api.create_video(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.writing_store_id(input);
  v_id uuid;
begin
  perform internal.require_videos(v_store_id);
  if (input ->> 'size_bytes')::bigint > 209715200 then
    perform internal.field_error('HT120', 'video', 'must be at most 209715200 bytes (200 MiB); make it shorter or smaller');
  elsif lower(coalesce(input ->> 'content_type', 'video/mp4')) <> 'video/mp4' then
    perform internal.field_error('HT121', 'video', 'must be an MP4 file (video/mp4)');
  end if;
  v_id := internal.start_video(v_store_id, 'upload', input ->> 'file_name', (input ->> 'size_bytes')::bigint);
  return (select d.document from internal.video_documents(array[v_id]) d);
end
$$;
comment on function api.create_video(jsonb) is 'POST /videos: takes {store_id?, file_name, size_bytes, content_type?}; starts an upload and gives it. Raises, in this order, HT008 and HT100 for store_id, HT010, HT013, HT120, HT121, HT005 (with Retry-After), HT110, HT012. spec: Video limits';
grant execute on function api.create_video(jsonb) to haat_api;
--! EndIncluded api/create_video.sql
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
  v := internal.find_video((input ->> 'id')::uuid, v_store_id);
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
--! Included api/get_video.sql
create or replace function api.get_video(input jsonb) returns json
language plpgsql stable
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.reading_store_id(input);
  v_document json;
begin
  perform internal.require_videos(v_store_id);
  select d.document into v_document
    from app.videos v cross join internal.video_documents(array[v.id], coalesce(input -> 'uploaded_parts', '[]')::json) d
    where v.id = (input ->> 'id')::uuid and (v_store_id is null or v.store_id = v_store_id) and v.key_id = any (internal.current_key_ids());
  if v_document is null then
    perform internal.fail('HT100', 'No such video among those that this key, or one it replaced, started.');
  end if;
  return v_document;
end
$$;
comment on function api.get_video(jsonb) is 'GET /videos/{id}: takes the id, store_id? and from the doorman uploaded_parts, what storage has of it; gives the video. Raises, in this order, HT100 (store), HT010, HT013, HT100. decisions: 2, Video upload';
grant execute on function api.get_video(jsonb) to haat_api;
--! EndIncluded api/get_video.sql
--! Included api/import_video.sql
create or replace function api.import_video(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.writing_store_id(input);
  v_id uuid;
begin
  perform internal.require_videos(v_store_id);
  v_id := internal.start_video(v_store_id, 'import', input ->> 'source_url', null);
  perform internal.enqueue('video__import');
  return (select d.document from internal.video_documents(array[v_id]) d);
end
$$;
comment on function api.import_video(jsonb) is 'POST /videos/import: takes {store_id?, source_url}; starts an import that a worker copies, and gives it. Raises, in this order, HT008 and HT100 for store_id, HT010, HT013, HT005 (with Retry-After), HT110, HT012. spec: Video limits';
grant execute on function api.import_video(jsonb) to haat_api;
--! EndIncluded api/import_video.sql
--! Included api/list_videos.sql
create or replace function api.list_videos(input jsonb) returns json
language plpgsql stable
set search_path = ''
as $$
declare
  v_cursor constant uuid := coalesce(input ->> 'starting_after', input ->> 'ending_before')::uuid;
  v_page record;
begin
  perform internal.require_videos(internal.reading_store_id(input));
  -- The fence alone would take the video of another key of the store.
  if v_cursor is not null and not exists (select from app.videos v where v.id = v_cursor and v.key_id = any (internal.current_key_ids())) then
    perform internal.fail('HT100', 'The cursor names no record in the data this key sees.',
      jsonb_build_object(case when input ->> 'starting_after' is null then 'ending_before' else 'starting_after' end, jsonb_build_array('names no record of this list')));
  end if;
  v_page := internal.page_ids('app.videos', input, internal.video_filters(input));
  return internal.page_document((select json_agg(d.document order by d.ordinal) from internal.video_documents(v_page.ids) d), v_page.has_more, v_page.next_cursor);
end
$$;
comment on function api.list_videos(jsonb) is 'GET /videos: gives a page of what this key, or one it replaced, started, newest first. Raises, in this order, HT100 (store), HT010, HT013 (a company key that names no store: never), HT100 (cursor). spec: GET /videos';
grant execute on function api.list_videos(jsonb) to haat_api;
--! EndIncluded api/list_videos.sql
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
    perform internal.product_changed(p.id);
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
    perform internal.product_changed(p.id);
  end if;
  return json_build_object('product_id', p.id, 'video_id', v_video_id, 'removed', true);
end
$$;
comment on function api.remove_product_video(jsonb) is 'DELETE /products/{id}/videos/{video_id}: takes the video off the product; the video itself remains; gives {product_id, video_id, removed}. Raises, in this order, HT008 and HT100 for store_id, HT010, HT100. spec: DELETE /products/{id}/videos/{videoId}';
grant execute on function api.remove_product_video(jsonb) to haat_api;
--! EndIncluded api/remove_product_video.sql
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
  v := internal.find_video((input ->> 'id')::uuid, v_store_id);
  if v.status in ('rejected', 'aborted') then
    perform internal.fail('HT116', 'The upload has ended: start a new one.');
  end if;
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
  v := internal.find_video((input ->> 'id')::uuid, v_store_id);
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
--! Included gate/end_video_completion.sql
grant create on schema gate to haat_gatekeeper;
set local role haat_gatekeeper;
create or replace function gate.end_video_completion(lease uuid) returns void
language sql volatile security definer
set search_path = ''
begin atomic
  update app.videos v set lease_id = null, lease_expires_at = null where v.lease_id = end_video_completion.lease and v.status = 'uploading' and v.source = 'upload';
end;
comment on function gate.end_video_completion(uuid) is 'Takes the lease of gate.start_video_completion; gives it back. Harmless when complete_video has done so.';
grant execute on function gate.end_video_completion(uuid) to haat_gateway;
set local role haat_owner;
revoke create on schema gate from haat_gatekeeper;
--! EndIncluded gate/end_video_completion.sql
--! Included gate/find_video_upload.sql
grant create on schema gate to haat_api;
set local role haat_api;
create or replace function gate.find_video_upload(key_hash bytea, input jsonb, request_id text) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_sqlstate text;
  v_message text;
  v_detail text;
  v_context text;
begin
  perform gate.enter(key_hash, request_id);
  return internal.video_upload(input);
exception when others then
  get stacked diagnostics v_sqlstate = returned_sqlstate, v_message = message_text, v_detail = pg_exception_detail, v_context = pg_exception_context;
  return gate.refusal(v_sqlstate, v_message, v_detail, null, v_context, request_id);
end
$$;
comment on function gate.find_video_upload(bytea, jsonb, text) is 'Takes the key''s SHA-256, the input of get_video and the request id; gives {id, company_id, storage_key, storage_upload_id (or null), source, status, size_bytes}, or a refusal {sqlstate, message, fields, ...} as get_video would.';
grant execute on function gate.find_video_upload(bytea, jsonb, text) to haat_gateway;
set local role haat_owner;
revoke create on schema gate from haat_api;
--! EndIncluded gate/find_video_upload.sql
--! Included gate/keep_storage_upload.sql
grant create on schema gate to haat_api;
set local role haat_api;
create or replace function gate.keep_storage_upload(key_hash bytea, video_id uuid, storage_upload_id text, request_id text) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_sqlstate text;
  v_message text;
  v_detail text;
  v_context text;
begin
  perform gate.enter(key_hash, request_id);
  return internal.keep_storage_upload(video_id, storage_upload_id);
exception when others then
  get stacked diagnostics v_sqlstate = returned_sqlstate, v_message = message_text, v_detail = pg_exception_detail, v_context = pg_exception_context;
  return gate.refusal(v_sqlstate, v_message, v_detail, null, v_context, request_id);
end
$$;
comment on function gate.keep_storage_upload(bytea, uuid, text, text) is 'Takes the key''s SHA-256, a video, the id that storage gave its upload in parts and the request id; gives {storage_upload_id}, the one that holds (the first), or a refusal {sqlstate, message, fields, ...}: who is refused, or brought another, aborts that upload.';
grant execute on function gate.keep_storage_upload(bytea, uuid, text, text) to haat_gateway;
set local role haat_owner;
revoke create on schema gate from haat_api;
--! EndIncluded gate/keep_storage_upload.sql
--! Included gate/start_video_completion.sql
grant create on schema gate to haat_api;
set local role haat_api;
create or replace function gate.start_video_completion(key_hash bytea, input jsonb, request_id text, lease_seconds integer, idempotency_key text default null) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_sqlstate text;
  v_message text;
  v_detail text;
  v_context text;
begin
  perform gate.enter(key_hash, request_id);
  return internal.start_video_completion(input, lease_seconds, idempotency_key);
exception when others then
  get stacked diagnostics v_sqlstate = returned_sqlstate, v_message = message_text, v_detail = pg_exception_detail, v_context = pg_exception_context;
  return gate.refusal(v_sqlstate, v_message, v_detail, null, v_context, request_id);
end
$$;
comment on function gate.start_video_completion(bytea, jsonb, text, integer, text) is 'Takes the key''s SHA-256, the input of complete_video, the request id, how long (seconds) the completion may take and its Idempotency-Key (or null); leases the video to it; gives what internal.start_video_completion gives, or a refusal {sqlstate, message, fields, ...}.';
grant execute on function gate.start_video_completion(bytea, jsonb, text, integer, text) to haat_gateway;
set local role haat_owner;
revoke create on schema gate from haat_api;
--! EndIncluded gate/start_video_completion.sql
--! Included internal/abort_import.sql
create or replace function internal.abort_import(video_id uuid, lease uuid) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v constant app.videos := internal.enter_leased_video(abort_import.video_id, abort_import.lease);
begin
  if v.status = 'uploading' then
    perform internal.end_video(v.id, 'import_download_failed');
  end if;
  perform internal.leave_company();
  return coalesce(v.status = 'uploading', false);
end
$$;
comment on function internal.abort_import(uuid, uuid) is 'Takes an import and the lease; ends it as import_download_failed. False: the lease is lost.';
grant execute on function internal.abort_import(uuid, uuid) to haat_worker;
--! EndIncluded internal/abort_import.sql
--! Included internal/claim_media_deletions.sql
create or replace function internal.claim_media_deletions(most integer) returns table (id uuid, media_key text, storage_upload_id text)
language sql volatile security definer
set search_path = ''
begin atomic
  update internal.media_deletions d set due_at = clock_timestamp() + interval '10 minutes'
    where d.id in (
      select x.id from internal.media_deletions x where x.due_at <= clock_timestamp() order by x.due_at, x.id limit most for update skip locked)
    returning d.id, d.media_key, d.storage_upload_id;
end;
comment on function internal.claim_media_deletions(integer) is 'Takes how many at most; gives files to delete, with their unfinished upload in parts (or null). Those not finished within 10 minutes are given out again.';
grant execute on function internal.claim_media_deletions(integer) to haat_worker;
--! EndIncluded internal/claim_media_deletions.sql
--! Included internal/claim_video_check.sql
grant create on schema internal to haat_gatekeeper;
set local role haat_gatekeeper;
create or replace function internal.claim_video_check(lease uuid, seconds integer)
  returns table (video_id uuid, company_id uuid, storage_key text, size_bytes bigint, needs_poster boolean, attempts integer)
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  return query
  update app.videos t set lease_id = claim_video_check.lease, lease_expires_at = clock_timestamp() + make_interval(secs => seconds),
      check_attempts = t.check_attempts + 1
    where t.id = (
      select x.id from app.videos x
      where x.status = 'verifying' and (x.lease_expires_at is null or x.lease_expires_at <= clock_timestamp())
      -- One that may be deadly waits until the others are done.
      order by x.check_attempts, x.created_at, x.id
      limit 1 for no key update skip locked)
    returning t.id, t.company_id, t.storage_key, t.size_bytes, t.cover_key is null, t.check_attempts;
end
$$;
comment on function internal.claim_video_check(uuid, integer) is 'Takes an id for the lease and its seconds; leases the video to be checked next and gives it with how many checks of it were begun in a row without a word of their end, this one included; no row when there is none.';
grant execute on function internal.claim_video_check(uuid, integer) to haat_worker;
set local role haat_owner;
revoke create on schema internal from haat_gatekeeper;
--! EndIncluded internal/claim_video_check.sql
--! Included internal/claim_video_import.sql
grant create on schema internal to haat_gatekeeper;
set local role haat_gatekeeper;
-- One import a company at a time, oldest first; one whose worker died is taken on before the next. Claims of one company
-- exclude each other by the advisory lock, and the unique index would refuse a second lease.
create or replace function internal.claim_video_import(lease uuid, seconds integer)
  returns table (video_id uuid, company_id uuid, source_url text, storage_key text, storage_upload_id text, size_bytes bigint, copied_bytes bigint, validator text, parts json)
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_now constant timestamptz := internal.now();
  c record;
  v app.videos;
begin
  for c in
    select t.company_id, min(t.created_at) as oldest
    from app.videos t
    where t.source = 'import' and t.status = 'uploading'
    group by t.company_id
    having bool_or(t.expires_at > v_now) and not coalesce(bool_or(t.lease_expires_at > clock_timestamp()), false)
    order by oldest
  loop
    continue when not pg_try_advisory_xact_lock(hashtextextended('video import ' || c.company_id, 0));
    -- Read again now that the lock is held.
    select * into v from app.videos t
      where t.company_id = c.company_id and t.source = 'import' and t.status = 'uploading' and (t.lease_id is not null or t.expires_at > v_now)
      order by t.lease_id is null, t.created_at, t.id
      limit 1 for no key update;
    continue when v.id is null or v.lease_expires_at > clock_timestamp();
    if v.expires_at <= v_now then
      -- Its worker died and its time is over: the timer ends it. The lease makes way for the next.
      update app.videos t set lease_id = null, lease_expires_at = null where t.id = v.id;
      select * into v from app.videos t
        where t.company_id = c.company_id and t.source = 'import' and t.status = 'uploading' and t.expires_at > v_now
        order by t.created_at, t.id
        limit 1 for no key update;
      continue when v.id is null;
    end if;
    update app.videos t set
      lease_id = claim_video_import.lease, lease_expires_at = clock_timestamp() + make_interval(secs => seconds),
      -- Started: from here on it has the time that an upload has.
      import_started_at = coalesce(t.import_started_at, v_now),
      expires_at = t.created_at + interval '24 hours'
      where t.id = v.id;
    return query
    select v.id, v.company_id, v.source_url, v.storage_key, v.storage_upload_id, v.size_bytes, coalesce(sum(p.size_bytes), 0)::bigint, v.source_validator,
      coalesce(json_agg(json_build_object('part_number', p.part_number, 'size_bytes', p.size_bytes, 'content_md5', p.content_md5) order by p.part_number)
        filter (where p.part_number is not null), '[]')
    from (select 1) one left join app.video_parts p on p.video_id = v.id;
    return;
  end loop;
end
$$;
comment on function internal.claim_video_import(uuid, integer) is 'Takes an id for the lease and its seconds; leases the import to be copied next and gives it with what is copied of it already, no row when there is none. spec: Video limits, Imports copied at once';
grant execute on function internal.claim_video_import(uuid, integer) to haat_worker;
set local role haat_owner;
revoke create on schema internal from haat_gatekeeper;
--! EndIncluded internal/claim_video_import.sql
--! Included internal/company_of_video.sql
grant create on schema internal to haat_gatekeeper;
set local role haat_gatekeeper;
create or replace function internal.company_of_video(video_id uuid) returns uuid
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return (select v.company_id from app.videos v where v.id = company_of_video.video_id);
end
$$;
comment on function internal.company_of_video(uuid) is 'Takes a video; gives its company, null when it is gone.';
grant execute on function internal.company_of_video(uuid) to haat_owner;
set local role haat_owner;
revoke create on schema internal from haat_gatekeeper;
--! EndIncluded internal/company_of_video.sql
--! Included internal/count_open_videos.sql
grant create on schema internal to haat_gatekeeper;
set local role haat_gatekeeper;
create or replace function internal.count_open_videos(store_id uuid, key_ids uuid[], out in_store bigint, out by_keys bigint)
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  select count(*) filter (where v.store_id = count_open_videos.store_id), count(*) filter (where v.key_id = any (key_ids)) into in_store, by_keys
    from app.videos v
    where v.company_id = (select s.company_id from app.stores s where s.id = count_open_videos.store_id)
      and v.reserved_bytes > 0 and v.status in ('uploading', 'verifying') and not internal.has_expired(v.status, v.expires_at, v.lease_expires_at);
end
$$;
comment on function internal.count_open_videos(uuid, uuid[]) is 'Takes a store and a key with those it replaced; gives how many videos are unfinished (uploading or being checked) in the store and of the keys, wherever.';
grant execute on function internal.count_open_videos(uuid, uuid[]) to haat_owner;
set local role haat_owner;
revoke create on schema internal from haat_gatekeeper;
--! EndIncluded internal/count_open_videos.sql
--! Included internal/count_video_starts.sql
-- As the gatekeeper: a company key's day counts in all stores, the closed ones too, and a store's day over all keys.
grant create on schema internal to haat_gatekeeper;
set local role haat_gatekeeper;
create or replace function internal.count_video_starts(store_id uuid, key_ids uuid[], day date, out in_store bigint, out imports_by_keys bigint)
language plpgsql stable security definer
set search_path = ''
as $$
begin
  select coalesce(sum(s.starts), 0) into in_store from app.video_starts s where s.store_id = count_video_starts.store_id and s.day = count_video_starts.day;
  select coalesce(sum(s.imports), 0) into imports_by_keys from app.video_starts s where s.key_id = any (key_ids) and s.day = count_video_starts.day;
end
$$;
comment on function internal.count_video_starts(uuid, uuid[], date) is 'Takes a store, a key with those it replaced, and a UTC day; gives the videos started in the store and the imports started by the keys.';
grant execute on function internal.count_video_starts(uuid, uuid[], date) to haat_owner;
set local role haat_owner;
revoke create on schema internal from haat_gatekeeper;
--! EndIncluded internal/count_video_starts.sql
--! Included internal/delete_media.sql
create or replace function internal.delete_media(media_key text, storage_upload_id text default null) returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  if delete_media.media_key is null then
    return;
  end if;
  insert into internal.media_deletions (company_id, media_key, storage_upload_id)
  values (internal.current_company_id(), delete_media.media_key, delete_media.storage_upload_id);
  perform internal.enqueue('media__delete');
end
$$;
comment on function internal.delete_media(text, text) is 'Takes the key of a stored file that nothing needs after this transaction (or null: nothing to do) and, or null, its unfinished upload in parts; has a worker delete both.';
--! EndIncluded internal/delete_media.sql
--! Included internal/end_video.sql
create or replace function internal.end_video(video_id uuid, abort_reason text default null, rejection_code text default null, rejection_message text default null) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v app.videos;
begin
  select * into v from app.videos t where t.id = end_video.video_id for no key update;
  perform internal.delete_media(v.storage_key, v.storage_upload_id), internal.delete_media(v.cover_key);
  delete from app.video_placements l where l.video_id = v.id;
  delete from app.video_parts p where p.video_id = v.id;
  update app.videos t set
    status = case when end_video.rejection_code is not null then 'rejected' else 'aborted' end,
    abort_reason = end_video.abort_reason, rejection_code = end_video.rejection_code, rejection_message = left(end_video.rejection_message, 1000),
    reserved_bytes = 0, expires_at = null, lease_id = null, lease_expires_at = null, storage_upload_id = null, source_validator = null, cover_key = null
    where t.id = v.id;
  if end_video.rejection_code is not null then
    perform internal.publish_video(v.id, 'video.rejected');
  end if;
end
$$;
comment on function internal.end_video(uuid, text, text, text) is 'Takes an unfinished video under the company''s lock and either why it is given up or the rule its file breaks with the words for it; ends it: reservation freed, taken off all products, files deleted, video.rejected sent.';
--! EndIncluded internal/end_video.sql
--! Included internal/enter_leased_video.sql
-- What a worker found is written inside the company's own fence, under its lock, and only while the lease is its own.
create or replace function internal.enter_leased_video(video_id uuid, lease uuid) returns app.videos
language plpgsql volatile
set search_path = ''
as $$
declare
  v_company_id constant uuid := internal.company_of_video(enter_leased_video.video_id);
  v app.videos;
begin
  if v_company_id is not null then
    perform internal.act_as(v_company_id);
    perform internal.lock_company_videos();
    -- One that expired has given its reservation back, so a worker that comes too late may not revive it.
    select * into v from app.videos t
      where t.id = enter_leased_video.video_id and t.lease_id = enter_leased_video.lease
        and not internal.has_expired(t.status, t.expires_at, t.lease_expires_at)
      for no key update;
  end if;
  return v;
end
$$;
comment on function internal.enter_leased_video(uuid, uuid) is 'Takes a video and the lease of who works on it; puts the transaction inside its company''s fence and gives the video locked, all null when the lease is no longer theirs: cancelled, expired, taken over, ended.';
--! EndIncluded internal/enter_leased_video.sql
--! Included internal/excuse_video_check.sql
grant create on schema internal to haat_gatekeeper;
set local role haat_gatekeeper;
create or replace function internal.excuse_video_check(video_id uuid, lease uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  update app.videos v set check_attempts = 0
    where v.id = excuse_video_check.video_id and v.lease_id = excuse_video_check.lease and v.status = 'verifying';
end
$$;
comment on function internal.excuse_video_check(uuid, uuid) is 'Takes a video and the lease of its check, which broke off for a reason that is not the video''s: a storage in trouble, a worker asked to stop. The attempts until now do not count.';
grant execute on function internal.excuse_video_check(uuid, uuid) to haat_worker;
set local role haat_owner;
revoke create on schema internal from haat_gatekeeper;
--! EndIncluded internal/excuse_video_check.sql
--! Included internal/expire_videos.sql
create or replace function internal.expire_videos() returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  e record;
  v app.videos;
  v_count integer := 0;
begin
  for e in select * from internal.expired_videos() loop
    perform internal.act_as(e.company_id);
    begin
      perform internal.lock_company_videos();
      select * into v from app.videos t where t.id = e.video_id for no key update;
      -- Completed, deleted or taken up while we came.
      continue when v.id is null or not internal.has_expired(v.status, v.expires_at, v.lease_expires_at);
      perform internal.end_video(v.id, 'expired');
      v_count := v_count + 1;
    exception when others then
      -- One that cannot be ended must not keep the others from it.
      raise warning 'video % was not expired: % (%)', e.video_id, sqlerrm, sqlstate;
    end;
  end loop;
  perform internal.leave_company();
  return v_count;
end
$$;
comment on function internal.expire_videos() is 'Timer: ends uploads not complete 24 hours after their start, and imports that no worker took up within 1 hour, as expired; gives how many. Safe to run twice. decisions: 8; spec: Video limits';
grant execute on function internal.expire_videos() to haat_worker;
--! EndIncluded internal/expire_videos.sql
--! Included internal/expired_videos.sql
grant create on schema internal to haat_gatekeeper;
set local role haat_gatekeeper;
create or replace function internal.expired_videos() returns table (company_id uuid, video_id uuid)
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  return query
  select v.company_id, v.id from app.videos v
  where v.status = 'uploading' and internal.has_expired(v.status, v.expires_at, v.lease_expires_at)
  order by v.company_id, v.created_at, v.id
  limit 1000;
end
$$;
comment on function internal.expired_videos() is 'Gives uploads and imports past their expiry on which nobody works, at most 1,000.';
grant execute on function internal.expired_videos() to haat_owner;
set local role haat_owner;
revoke create on schema internal from haat_gatekeeper;
--! EndIncluded internal/expired_videos.sql
--! Included internal/find_option_value.sql
create or replace function internal.find_option_value(product_id uuid, option jsonb) returns uuid
language plpgsql stable
set search_path = ''
as $$
declare
  v_id uuid;
  v_candidates jsonb;
begin
  with used as (
    select distinct a.name, v.value, v.id
    from app.variants t
    join app.variant_options o on o.variant_id = t.id
    join app.attributes a on a.id = o.attribute_id
    join app.attribute_values v on v.id = o.value_id
    where t.product_id = find_option_value.product_id and t.status = 'active'
  )
  select (array_agg(u.id) filter (where lower(u.name) = lower(btrim(option ->> 'attribute')) and lower(u.value) = lower(btrim(option ->> 'value'))))[1],
         jsonb_agg(format('%s: %s', u.name, u.value) order by u.name, u.value)
    into v_id, v_candidates
    from used u;
  if v_id is null then
    perform internal.fail('HT008', format('option: the product''s active variants have no %s: %s', option ->> 'attribute', option ->> 'value'),
      jsonb_build_object('option', coalesce(v_candidates, '["the product''s active variants have no options"]')));
  end if;
  return v_id;
end
$$;
comment on function internal.find_option_value(uuid, jsonb) is 'Takes a product and {attribute, value} by name, in whatever case; gives the value that its active variants use. Raises HT008, whose fields.option lists those there are ("Colour: Red"). spec: attach_product_video';
--! EndIncluded internal/find_option_value.sql
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
    where t.id = find_video.id and t.store_id = find_video.store_id and t.key_id = any (internal.current_key_ids())
    for no key update;
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
comment on function internal.find_video(uuid, uuid) is 'Takes a video and its store; locks and gives it when the current key, or one it replaced, started it. Raises HT100. spec: Errors, Rules';
--! EndIncluded internal/find_video.sql
--! Included internal/finish_import.sql
create or replace function internal.finish_import(video_id uuid, lease uuid, size_bytes bigint) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v constant app.videos := internal.enter_leased_video(finish_import.video_id, finish_import.lease);
begin
  if v.status = 'uploading' then
    if finish_import.size_bytes <> (select sum(p.size_bytes) from app.video_parts p where p.video_id = v.id) or finish_import.size_bytes > v.reserved_bytes then
      raise exception 'the parts of video % do not add up to %', v.id, finish_import.size_bytes;
    end if;
    update app.videos t set size_bytes = finish_import.size_bytes where t.id = v.id;
    perform internal.verify_video(v.id);
  elsif v.id is null then
    -- Deleted while its parts were being joined: the file may have come after its deletion.
    perform internal.delete_media(t.storage_key) from app.videos t where t.id = finish_import.video_id and t.status = 'aborted';
  end if;
  perform internal.leave_company();
  return coalesce(v.status = 'uploading', false);
end
$$;
comment on function internal.finish_import(uuid, uuid, bigint) is 'Takes an import, the lease and its size, the sum of its parts, all joined in storage; moves it to verifying. False: the lease is lost, stop; the file of a video that was aborted meanwhile is deleted.';
grant execute on function internal.finish_import(uuid, uuid, bigint) to haat_worker;
--! EndIncluded internal/finish_import.sql
--! Included internal/finish_media_deletions.sql
create or replace function internal.finish_media_deletions(ids uuid[]) returns void
language sql volatile security definer
set search_path = ''
begin atomic
  delete from internal.media_deletions d where d.id = any (ids);
end;
comment on function internal.finish_media_deletions(uuid[]) is 'Takes the deletions whose files are gone from storage; forgets them.';
grant execute on function internal.finish_media_deletions(uuid[]) to haat_worker;
--! EndIncluded internal/finish_media_deletions.sql
--! Included internal/finish_video.sql
create or replace function internal.finish_video(video_id uuid, lease uuid, facts jsonb, poster jsonb, playback_path text) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v constant app.videos := internal.enter_leased_video(finish_video.video_id, finish_video.lease);
  v_now constant timestamptz := internal.now();
  v_product_ids uuid[];
begin
  if v.status = 'verifying' then
    v_product_ids := internal.products_of_video(v.id);
    update app.videos t set status = 'ready', lease_id = null, lease_expires_at = null, ready_at = v_now,
      width = (facts ->> 'width')::integer, height = (facts ->> 'height')::integer,
      duration_ms = (facts ->> 'duration_ms')::integer, has_audio = (facts ->> 'has_audio')::boolean,
      poster_key = poster ->> 'media_key', playback_path = finish_video.playback_path,
      unshown_since = case when cardinality(v_product_ids) = 0 then v_now end
      where t.id = v.id;
    perform internal.publish_video(v.id, 'video.ready');
    perform internal.publish_video_products(v_product_ids);
  end if;
  perform internal.leave_company();
  return coalesce(v.status = 'verifying', false);
end
$$;
comment on function internal.finish_video(uuid, uuid, jsonb, jsonb, text) is 'Takes a video, the lease of its check, what was found {width, height, duration_ms, has_audio}, the stored poster {media_key, ...} (or null) and what stands behind our media address to play it; makes it ready and sends video.ready, and product.updated for each product it is placed on. A cover stays in front of the poster. False: the lease is lost, nothing was kept.';
grant execute on function internal.finish_video(uuid, uuid, jsonb, jsonb, text) to haat_worker;
--! EndIncluded internal/finish_video.sql
--! Included internal/keep_storage_upload.sql
create or replace function internal.keep_storage_upload(video_id uuid, storage_upload_id text) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v app.videos;
begin
  select * into v from app.videos t where t.id = keep_storage_upload.video_id;
  v := internal.find_video(keep_storage_upload.video_id, v.store_id);
  perform internal.require_uploading(v);
  update app.videos t set storage_upload_id = coalesce(t.storage_upload_id, keep_storage_upload.storage_upload_id) where t.id = v.id
    returning t.storage_upload_id into v.storage_upload_id;
  return json_build_object('storage_upload_id', v.storage_upload_id);
end
$$;
comment on function internal.keep_storage_upload(uuid, text) is 'Takes a video and the id that storage gave its upload in parts; keeps the first one and gives {storage_upload_id}, the one that holds: who brings another aborts that. Raises HT100, HT113, HT114, HT116.';
grant execute on function internal.keep_storage_upload(uuid, text) to haat_api;
--! EndIncluded internal/keep_storage_upload.sql
--! Included internal/lock_company_videos.sql
-- Whoever starts, ends, places, takes off or removes a video queues here first, before any product or video row: counts
-- and the plan's storage are then exact, and products and videos may be locked in either order below.
create or replace function internal.lock_company_videos() returns app.plans
language plpgsql volatile
set search_path = ''
as $$
declare
  v_plan app.plans;
begin
  perform from app.companies c where c.id = internal.current_company_id() for no key update;
  select p.* into v_plan from app.companies c join app.plans p on p.id = c.plan_id where c.id = internal.current_company_id();
  return v_plan;
end
$$;
comment on function internal.lock_company_videos() is 'Locks the current company''s row for this transaction and gives its plan, whose limits then hold.';
--! EndIncluded internal/lock_company_videos.sql
--! Included internal/note_import.sql
-- 200 MiB are reserved until the size is known, then the size. A source that grew while it was copied may no longer fit.
create or replace function internal.note_import(video_id uuid, lease uuid, storage_upload_id text, size_bytes bigint, validator text) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v constant app.videos := internal.enter_leased_video(note_import.video_id, note_import.lease);
  v_bytes constant bigint := coalesce(note_import.size_bytes, 209715200);
  v_fits boolean;
begin
  if v.id is null then
    perform internal.leave_company();
    return false;
  end if;
  v_fits := v_bytes <= v.reserved_bytes or v_bytes - v.reserved_bytes + internal.used_video_storage(v.company_id)
    <= (select p.video_storage_bytes from app.companies c join app.plans p on p.id = c.plan_id where c.id = v.company_id);
  update app.videos t set storage_upload_id = note_import.storage_upload_id where t.id = v.id;
  if v_fits then
    update app.videos t set size_bytes = note_import.size_bytes, reserved_bytes = v_bytes, source_validator = note_import.validator where t.id = v.id;
  else
    perform internal.end_video(v.id, 'import_download_failed');
  end if;
  perform internal.leave_company();
  return v_fits;
end
$$;
comment on function internal.note_import(uuid, uuid, text, bigint, text) is 'Takes an import, the lease and what the first answer told: the upload opened in storage, the size (null: not told) and ETag or Last-Modified (or null); reserves the size in place of what was reserved. False: stop, the lease is lost, or the plan''s storage has no room for a source that grew (the import is then aborted).';
grant execute on function internal.note_import(uuid, uuid, text, bigint, text) to haat_worker;
--! EndIncluded internal/note_import.sql
--! Included internal/note_imported_part.sql
create or replace function internal.note_imported_part(video_id uuid, lease uuid, part_number integer, size_bytes integer, content_md5 text) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v constant app.videos := internal.enter_leased_video(note_imported_part.video_id, note_imported_part.lease);
begin
  if v.id is not null then
    insert into app.video_parts as p (company_id, store_id, video_id, part_number, size_bytes, content_md5)
    values (v.company_id, v.store_id, v.id, note_imported_part.part_number, note_imported_part.size_bytes, note_imported_part.content_md5)
    on conflict on constraint video_parts_pkey do update set size_bytes = excluded.size_bytes, content_md5 = excluded.content_md5;
  end if;
  perform internal.leave_company();
  return v.id is not null;
end
$$;
comment on function internal.note_imported_part(uuid, uuid, integer, integer, text) is 'Takes an import, the lease and a part that storage has now: number, size, MD5 in base64 (or empty); notes it. False: the lease is lost, stop.';
grant execute on function internal.note_imported_part(uuid, uuid, integer, integer, text) to haat_worker;
--! EndIncluded internal/note_imported_part.sql
--! Included internal/note_unshown_video.sql
create or replace function internal.note_unshown_video(video_id uuid) returns void
language sql volatile
set search_path = ''
begin atomic
  update app.videos v set unshown_since = internal.now()
    where v.id = note_unshown_video.video_id and v.status = 'ready' and v.unshown_since is null
      and not exists (select from app.video_placements l where l.video_id = v.id);
end;
comment on function internal.note_unshown_video(uuid) is 'Takes a video that was just taken off a product, under the company''s lock; notes since when no product has it. spec: Video limits';
--! EndIncluded internal/note_unshown_video.sql
--! Included internal/place_video.sql
create or replace function internal.place_video(product_id uuid, input jsonb, plan app.plans, field_prefix text default '') returns json
language plpgsql volatile
set search_path = ''
as $$
declare
  v_value_id constant uuid := (input ->> 'option_value_id')::uuid;
  p app.products;
  v app.videos;
begin
  select * into p from app.products t where t.id = place_video.product_id;
  select * into v from app.videos t
    where t.id = (input ->> 'video_id')::uuid and t.store_id = p.store_id and t.key_id = any (internal.current_key_ids())
    for no key update;
  if v.id is null then
    perform internal.field_error('HT008', field_prefix || 'video_id', 'names no video that this key, or one it replaced, started in this store');
  elsif v.status in ('rejected', 'aborted') or internal.has_expired(v.status, v.expires_at, v.lease_expires_at) then
    perform internal.field_error('HT008', field_prefix || 'video_id', 'names a video that was rejected or has ended');
  elsif v_value_id is not null and not exists (
    select from app.variant_options o join app.variants a on a.id = o.variant_id
    where o.store_id = p.store_id and o.value_id = v_value_id and a.product_id = p.id and a.status = 'active')
  then
    perform internal.field_error('HT008', field_prefix || 'option_value_id', 'is used by none of the product''s active variants');
  end if;
  if not exists (select from app.video_placements l where l.product_id = p.id and l.video_id = v.id) then
    if (select count(*) from app.video_placements l join app.videos o on o.id = l.video_id
        where l.product_id = p.id and not internal.has_expired(o.status, o.expires_at, o.lease_expires_at)) >= plan.videos_per_product then
      perform internal.fail('HT012', format('The product has the plan''s %s videos: take one off first.', plan.videos_per_product),
        jsonb_build_object(field_prefix || 'video_id', jsonb_build_array('is one more than the plan''s videos per product')));
    end if;
    -- One that was on no product for 48 hours has stopped counting; placed again it counts again.
    if v.unshown_since <= internal.now() - interval '48 hours' then
      perform internal.reserve_video_storage(plan, v.size_bytes, field_prefix || 'video_id');
    end if;
  end if;
  insert into app.video_placements as l (company_id, store_id, product_id, video_id, gallery_slot, sort_order, option_value_id, title)
  values (p.company_id, p.store_id, p.id, v.id, coalesce((input ->> 'gallery_slot')::integer, 1), coalesce((input ->> 'sort_order')::integer, 0),
    v_value_id, nullif(btrim(input ->> 'title'), ''))
  on conflict on constraint video_placements_pkey do update
    set gallery_slot = excluded.gallery_slot, sort_order = excluded.sort_order, option_value_id = excluded.option_value_id, title = excluded.title;
  update app.videos t set unshown_since = null where t.id = v.id and t.unshown_since is not null;
  return internal.placement_document(p.id, v.id);
end
$$;
comment on function internal.place_video(uuid, jsonb, app.plans, text) is 'Takes a product locked after the company''s videos, {video_id, gallery_slot?, sort_order?, option_value_id?, title?}, the plan and a prefix for field names; places the video, or moves one that is there (what is absent takes its default); gives the placement. Raises, in this order, HT008 (video_id, option_value_id), HT012 (videos per product, then storage). The caller sends product.updated. spec: POST /products/{id}/videos';
--! EndIncluded internal/place_video.sql
--! Included internal/place_videos.sql
create or replace function internal.place_videos(product_id uuid, videos jsonb, plan app.plans) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_entry record;
begin
  for v_entry in select w.item, w.n - 1 as n from jsonb_array_elements(videos) with ordinality as w (item, n) order by w.n loop
    if exists (select from app.video_placements l where l.product_id = place_videos.product_id and l.video_id = (v_entry.item ->> 'video_id')::uuid) then
      perform internal.field_error('HT008', format('videos.%s.video_id', v_entry.n), 'the same video stands twice');
    end if;
    perform internal.place_video(place_videos.product_id, v_entry.item, plan, format('videos.%s.', v_entry.n));
  end loop;
end
$$;
comment on function internal.place_videos(uuid, jsonb, app.plans) is 'Takes a new product, the videos to place [{video_id, gallery_slot?, sort_order?, option_value_id?, title?}] and the plan; places them. Raises HT008 and HT012 naming videos.<n>.<field>. spec: POST /products, videos';
--! EndIncluded internal/place_videos.sql
--! Included internal/product_documents.sql
-- Ids first, then one grouped aggregate a child: measured 1.6 times as fast as lateral sub-queries a product.
create or replace function internal.product_documents(ids uuid[]) returns table (ordinal bigint, id uuid, document json)
language plpgsql stable
set search_path = ''
as $$
begin
  return query
  with wanted as (
    select u.id, u.n from unnest(product_documents.ids) with ordinality as u (id, n)
  ), variants as (
    select vd.product_id, json_agg(vd.document) as list
    from internal.variant_documents(array(select v.id from app.variants v where v.product_id = any (product_documents.ids))) vd
    group by vd.product_id
  ), images as (
    select i.product_id,
      json_agg(json_build_object('id', i.id, 'url', internal.media_url(i.media_key), 'position', i.position, 'alt_text', i.alt_text, 'is_thumbnail', i.is_thumbnail) order by i.position) as list,
      (array_agg(i.media_key order by i.is_thumbnail desc, i.position))[1] as thumbnail_key
    from app.product_images i
    where i.product_id = any (product_documents.ids)
    group by i.product_id
  ), categories as (
    select pc.product_id, json_agg(json_build_object('id', c.id, 'name', c.name, 'slug', c.slug, 'is_primary', pc.is_primary) order by pc.is_primary desc, pc.position, c.name) as list
    from app.product_categories pc
    join app.categories c on c.id = pc.category_id
    where pc.product_id = any (product_documents.ids)
    group by pc.product_id
  ), videos as (
    -- A slot is kept as asked and shown no higher than there are photos.
    select l.product_id, json_agg(json_build_object('id', v.id, 'url', internal.media_url(v.playback_path), 'poster_url', internal.media_url(coalesce(v.cover_key, v.poster_key)),
      'width', v.width, 'height', v.height, 'duration_ms', v.duration_ms, 'has_audio', v.has_audio, 'title', coalesce(l.title, p.name),
      'gallery_slot', s.slot, 'sort_order', l.sort_order, 'option_value_id', l.option_value_id) order by s.slot, l.sort_order, l.created_at, l.video_id) as list
    from app.video_placements l
    join app.videos v on v.id = l.video_id and v.status = 'ready'
    join app.products p on p.id = l.product_id
    left join images on images.product_id = l.product_id
    cross join lateral (select least(l.gallery_slot, coalesce(json_array_length(images.list), 0)) as slot) s
    where l.product_id = any (product_documents.ids)
    group by l.product_id
  )
  select w.n, p.id, row_to_json(d)
  from wanted w
  join app.products p on p.id = w.id
  left join app.brands b on b.id = p.brand_id
  left join variants on variants.product_id = p.id
  left join images on images.product_id = p.id
  left join categories on categories.product_id = p.id
  left join videos on videos.product_id = p.id
  cross join lateral (
    select p.id, p.store_id, p.name, p.slug, p.short_description, p.description, internal.media_url(images.thumbnail_key) as thumbnail,
      p.status, p.delivery_charge::text as delivery_charge, p.rating_average::text as rating_average, p.rating_count,
      case when b.id is not null then json_build_object('id', b.id, 'name', b.name, 'slug', b.slug) end as brand,
      coalesce(categories.list, '[]'::json) as categories,
      coalesce(images.list, '[]'::json) as images,
      coalesce(variants.list, '[]'::json) as variants,
      coalesce(videos.list, '[]'::json) as videos,
      internal.timestamp_text(p.created_at) as created_at, internal.timestamp_text(p.updated_at) as updated_at
  ) d
  order by w.n;
end
$$;
comment on function internal.product_documents(uuid[]) is 'Takes product ids; gives each visible one as the API shows it, in the order asked. spec: Product';
grant execute on function internal.product_documents(uuid[]) to haat_api, haat_staff, haat_worker;
--! EndIncluded internal/product_documents.sql
--! Included internal/publish_video_products.sql
create or replace function internal.publish_video_products(product_ids uuid[]) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_id uuid;
begin
  foreach v_id in array product_ids loop
    perform internal.product_changed(v_id);
  end loop;
end
$$;
comment on function internal.publish_video_products(uuid[]) is 'Takes the products whose shown videos just changed; sends product.updated for each. spec: Events';
--! EndIncluded internal/publish_video_products.sql
--! Included internal/refuse_and_keep.sql
-- internal.fail undoes what the operation wrote. Here the refusal is a value that gate.run finds once the operation has
-- returned: the writes stay, the caller is refused, and a retry with the same Idempotency-Key is refused likewise.
create or replace function internal.refuse_and_keep(code text, message text, fields jsonb default null) returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  if refuse_and_keep.code not like 'HT1%' then
    raise exception '% is not stored for replay, so nothing may be kept with it', refuse_and_keep.code;
  end if;
  perform set_config('haat.refusal', jsonb_build_object('sqlstate', refuse_and_keep.code, 'message', refuse_and_keep.message,
    'fields', refuse_and_keep.fields)::text, true);
end
$$;
comment on function internal.refuse_and_keep(text, text, jsonb) is 'Takes a code of class HT1, a text for people and a map of field to list of problems (or null); makes them the answer of the operation under way, which keeps its writes and returns right after.';
--! EndIncluded internal/refuse_and_keep.sql
--! Included internal/reject_video.sql
create or replace function internal.reject_video(video_id uuid, lease uuid, code text, message text) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v constant app.videos := internal.enter_leased_video(reject_video.video_id, reject_video.lease);
begin
  if v.id is not null then
    perform internal.end_video(v.id, rejection_code => reject_video.code, rejection_message => reject_video.message);
  end if;
  perform internal.leave_company();
  return v.id is not null;
end
$$;
comment on function internal.reject_video(uuid, uuid, text, text) is 'Takes an import or a video being checked, the lease, the rule its file breaks (VIDEO_...) and the words for it; rejects it. False: the lease is lost.';
grant execute on function internal.reject_video(uuid, uuid, text, text) to haat_worker;
--! EndIncluded internal/reject_video.sql
--! Included internal/remove_unshown_videos.sql
create or replace function internal.remove_unshown_videos() returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  e record;
  v_before constant timestamptz := internal.now() - interval '48 hours' - interval '7 days';
  v_count integer := 0;
begin
  for e in select * from internal.unshown_videos() loop
    perform internal.act_as(e.company_id);
    begin
      perform internal.lock_company_videos();
      -- Placed again while we came: then it stays.
      continue when not exists (select from app.videos t where t.id = e.video_id and t.unshown_since <= v_before);
      perform internal.remove_video(e.video_id);
      v_count := v_count + 1;
    exception when others then
      raise warning 'video % was not removed: % (%)', e.video_id, sqlerrm, sqlstate;
    end;
  end loop;
  perform internal.leave_company();
  return v_count;
end
$$;
comment on function internal.remove_unshown_videos() is 'Timer: removes ready videos that were on no product for 48 hours (when they stop counting against storage) and 7 days; gives how many. Safe to run twice. decisions: 8; spec: Video limits';
grant execute on function internal.remove_unshown_videos() to haat_worker;
--! EndIncluded internal/remove_unshown_videos.sql
--! Included internal/remove_video.sql
create or replace function internal.remove_video(video_id uuid) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_product_ids constant uuid[] := internal.products_of_video(remove_video.video_id);
  v app.videos;
begin
  select * into v from app.videos t where t.id = remove_video.video_id for update;
  perform internal.delete_media(v.storage_key, v.storage_upload_id), internal.delete_media(v.poster_key), internal.delete_media(v.cover_key);
  delete from app.video_placements l where l.video_id = v.id;
  delete from app.videos t where t.id = v.id;
  perform internal.publish_video_products(v_product_ids);
end
$$;
comment on function internal.remove_video(uuid) is 'Takes a ready video under the company''s lock; removes it with its files, off the archived products that may still have it. What remains of it is its start in app.video_starts.';
--! EndIncluded internal/remove_video.sql
--! Included internal/renew_video_lease.sql
grant create on schema internal to haat_gatekeeper;
set local role haat_gatekeeper;
create or replace function internal.renew_video_lease(video_id uuid, lease uuid, seconds integer) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  update app.videos v set lease_expires_at = clock_timestamp() + make_interval(secs => seconds)
    where v.id = renew_video_lease.video_id and v.lease_id = renew_video_lease.lease and (v.expires_at is null or v.expires_at > internal.now());
  return found;
end
$$;
comment on function internal.renew_video_lease(uuid, uuid, integer) is 'Takes a video, the lease and its seconds from now; says whether the work may go on: not when the video was cancelled, has expired or was taken over.';
grant execute on function internal.renew_video_lease(uuid, uuid, integer) to haat_worker;
set local role haat_owner;
revoke create on schema internal from haat_gatekeeper;
--! EndIncluded internal/renew_video_lease.sql
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
comment on function internal.require_uploading(app.videos) is 'Takes a video from internal.find_video; raises unless its parts may be signed and completed: HT113 (an import), HT114 (being completed or checked), HT116 (ended).';
--! EndIncluded internal/require_uploading.sql
--! Included internal/require_videos.sql
create or replace function internal.require_videos(store_id uuid) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  perform internal.require_plan_feature('product_videos');
  if exists (select from app.stores s where s.id = require_videos.store_id and not s.video_uploads_enabled) then
    perform internal.fail('HT013', 'Video uploads are switched off in this store.');
  end if;
end
$$;
comment on function internal.require_videos(uuid) is 'Takes a store, or null where a read is narrowed to none; raises HT010 when the plan has no product videos, then HT013 when the store''s uploads are switched off.';
grant execute on function internal.require_videos(uuid) to haat_api;
--! EndIncluded internal/require_videos.sql
--! Included internal/reserve_video_storage.sql
create or replace function internal.reserve_video_storage(plan app.plans, bytes bigint, field text) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_used constant bigint := internal.used_video_storage(internal.current_company_id());
begin
  if v_used + bytes > plan.video_storage_bytes then
    perform internal.fail('HT012', format('The plan''s video storage is full: %s of %s bytes are used or reserved, and this needs %s.', v_used, plan.video_storage_bytes, bytes),
      jsonb_build_object(field, jsonb_build_array('does not fit the plan''s video storage')));
  end if;
end
$$;
comment on function internal.reserve_video_storage(app.plans, bigint, text) is 'Takes the plan that internal.lock_company_videos gave, the bytes a video is about to take and the field to name; raises HT012 unless they fit beside what is used. The row that takes them is the reservation.';
--! EndIncluded internal/reserve_video_storage.sql
--! Included internal/restart_import.sql
-- The reservation stays: what comes next is measured against it.
create or replace function internal.restart_import(video_id uuid, lease uuid) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v constant app.videos := internal.enter_leased_video(restart_import.video_id, restart_import.lease);
begin
  if v.id is not null then
    delete from app.video_parts p where p.video_id = v.id;
    update app.videos t set size_bytes = null, source_validator = null where t.id = v.id;
  end if;
  perform internal.leave_company();
  return v.id is not null;
end
$$;
comment on function internal.restart_import(uuid, uuid) is 'Takes an import and the lease; forgets what was copied, because the source changed or cannot be read from the middle. False: the lease is lost, stop.';
grant execute on function internal.restart_import(uuid, uuid) to haat_worker;
--! EndIncluded internal/restart_import.sql
--! Included internal/start_video.sql
-- Under the company's lock every limit is exact: 50 starts a store and UTC day, 20 imports a key and UTC day, 4 unfinished
-- a key and 6 a store, and the plan's storage. A key counts with those it replaced, else rotating would begin anew.
create or replace function internal.start_video(store_id uuid, source text, name text, size_bytes bigint) returns uuid
language plpgsql volatile
set search_path = ''
as $$
declare
  v_plan constant app.plans := internal.lock_company_videos();
  v_company_id constant uuid := internal.current_company_id();
  v_key_id constant uuid := current_setting('haat.key_id')::uuid;
  v_key_ids constant uuid[] := internal.current_key_ids();
  v_now constant timestamptz := internal.now();
  v_day constant date := (v_now at time zone 'UTC')::date;
  v_midnight constant integer := greatest(1, ceil(extract(epoch from (v_day + 1)::timestamp at time zone 'UTC' - v_now)));
  v_bytes constant bigint := coalesce(start_video.size_bytes, 209715200);
  v_is_import constant boolean := start_video.source = 'import';
  v_started record;
  v_open record;
  v_id uuid;
begin
  v_started := internal.count_video_starts(start_video.store_id, v_key_ids, v_day);
  if v_started.in_store >= 50 then
    perform internal.fail('HT005', 'The store''s 50 videos of this UTC day are started.', retry_after => v_midnight);
  elsif v_is_import and v_started.imports_by_keys >= 20 then
    perform internal.fail('HT005', 'This key''s 20 imports of this UTC day are started.', retry_after => v_midnight);
  end if;
  v_open := internal.count_open_videos(start_video.store_id, v_key_ids);
  if v_open.by_keys >= 4 then
    perform internal.fail('HT110', 'This key has 4 unfinished videos: complete or delete one first.');
  elsif v_open.in_store >= 6 then
    perform internal.fail('HT110', 'The store has 6 unfinished videos: one has to be complete or deleted first.');
  end if;
  perform internal.reserve_video_storage(v_plan, v_bytes, case when v_is_import then 'source_url' else 'size_bytes' end);
  insert into app.video_starts as s (company_id, store_id, key_id, day, starts, imports)
  values (v_company_id, start_video.store_id, v_key_id, v_day, 1, v_is_import::integer)
  on conflict on constraint video_starts_pkey do update set starts = s.starts + 1, imports = s.imports + excluded.imports;
  insert into app.videos (company_id, store_id, key_id, source, source_url, file_name, size_bytes, reserved_bytes, storage_key, expires_at, created_at)
  values (v_company_id, start_video.store_id, v_key_id, start_video.source, case when v_is_import then start_video.name end, case when not v_is_import then start_video.name end,
    start_video.size_bytes, v_bytes, format('videos/%s/%s.mp4', v_company_id, gen_random_uuid()),
    v_now + case when v_is_import then interval '1 hour' else interval '24 hours' end, v_now)
  returning id into v_id;
  return v_id;
end
$$;
comment on function internal.start_video(uuid, text, text, bigint) is 'Takes the store, upload or import, the file''s name or the link, and the size (null for an import); starts the video and gives its id. Raises, in this order, HT005 (the day''s starts, the day''s imports; Retry-After to UTC midnight), HT110 (unfinished ones of the key, of the store), HT012 (storage). spec: Video limits';
--! EndIncluded internal/start_video.sql
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
  v := internal.find_video((input ->> 'id')::uuid, v_store_id);
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
--! Included internal/take_up_videos.sql
grant create on schema internal to haat_gatekeeper;
set local role haat_gatekeeper;
-- Every worker asks this every few seconds: it is what makes a killed worker or a lost job harmless.
create or replace function internal.take_up_videos() returns table (imports integer, checks integer, deletions integer)
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return query select
    (select count(*)::integer from (
      select from app.videos v where v.source = 'import' and v.status = 'uploading'
      group by v.company_id
      having bool_or(v.expires_at > internal.now()) and not coalesce(bool_or(v.lease_expires_at > clock_timestamp()), false)) c),
    (select count(*)::integer from app.videos v where v.status = 'verifying' and (v.lease_expires_at is null or v.lease_expires_at <= clock_timestamp())),
    (select count(*)::integer from internal.media_deletions d where d.due_at <= clock_timestamp());
end
$$;
comment on function internal.take_up_videos() is 'Gives how many imports (one a company), checks and deletions of files wait for a worker. Changes nothing.';
grant execute on function internal.take_up_videos() to haat_worker;
set local role haat_owner;
revoke create on schema internal from haat_gatekeeper;
--! EndIncluded internal/take_up_videos.sql
--! Included internal/unshown_videos.sql
grant create on schema internal to haat_gatekeeper;
set local role haat_gatekeeper;
create or replace function internal.unshown_videos() returns table (company_id uuid, video_id uuid)
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_before constant timestamptz := internal.now() - interval '48 hours' - interval '7 days';
begin
  -- Days that no limit looks at any more.
  delete from app.video_starts s where s.day < (internal.now() at time zone 'UTC')::date - 7;
  return query
  select v.company_id, v.id from app.videos v
  where v.unshown_since <= v_before
  order by v.company_id, v.unshown_since, v.id
  limit 1000;
end
$$;
comment on function internal.unshown_videos() is 'Gives ready videos that were on no product for 48 hours and 7 days, at most 1,000, and clears the counts of starts of past days.';
grant execute on function internal.unshown_videos() to haat_owner;
set local role haat_owner;
revoke create on schema internal from haat_gatekeeper;
--! EndIncluded internal/unshown_videos.sql
--! Included internal/used_video_storage.sql
-- As the gatekeeper: the plan is the company's, so videos count in all its stores, whatever the caller's key can see.
grant create on schema internal to haat_gatekeeper;
set local role haat_gatekeeper;
create or replace function internal.used_video_storage(company_id uuid) returns bigint
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_unshown_before constant timestamptz := internal.now() - interval '48 hours';
begin
  return (
    select coalesce(sum(v.reserved_bytes), 0)::bigint from app.videos v
    where v.company_id = used_video_storage.company_id and v.reserved_bytes > 0
      and (v.unshown_since is null or v.unshown_since > v_unshown_before)
      and not internal.has_expired(v.status, v.expires_at, v.lease_expires_at));
end
$$;
comment on function internal.used_video_storage(uuid) is 'Takes a company; gives the bytes of its plan''s video storage in use: what unfinished videos have reserved and ready ones take, except those on no product for 48 hours. spec: Video limits';
grant execute on function internal.used_video_storage(uuid) to haat_owner;
set local role haat_owner;
revoke create on schema internal from haat_gatekeeper;
--! EndIncluded internal/used_video_storage.sql
--! Included internal/verify_video.sql
create or replace function internal.verify_video(video_id uuid) returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  delete from app.video_parts p where p.video_id = verify_video.video_id;
  update app.videos t set status = 'verifying', reserved_bytes = t.size_bytes, expires_at = null, lease_id = null, lease_expires_at = null,
    storage_upload_id = null, source_validator = null
    where t.id = verify_video.video_id;
  perform internal.enqueue('video__verify');
end
$$;
comment on function internal.verify_video(uuid) is 'Takes an uploading video whose file is whole in storage, under the company''s lock; moves it to verifying and has a worker check it.';
--! EndIncluded internal/verify_video.sql
--! Included internal/video_filters.sql
create or replace function internal.video_filters(input jsonb) returns text
language sql immutable
return pg_catalog.concat(
  ' and t.key_id = any ((select internal.current_key_ids())::uuid[])',
  ' and t.abort_reason is distinct from ''expired'' and not internal.has_expired(t.status, t.expires_at, t.lease_expires_at)',
  case when input ->> 'status' is not null then ' and t.status = $1 ->> ''status''' end);
comment on function internal.video_filters(jsonb) is 'Takes the input of the video list; gives its filter clauses for internal.page_ids: constant text only. What expired unfinished is left out. spec: GET /videos';
grant execute on function internal.video_filters(jsonb) to haat_api;
--! EndIncluded internal/video_filters.sql
--! Included internal/video_refusal.sql
create or replace function internal.video_refusal(code text) returns text
language sql immutable
return case code
  when 'VIDEO_TOO_LARGE' then 'HT120' when 'VIDEO_NOT_MP4' then 'HT121' when 'VIDEO_TRUNCATED' then 'HT122' when 'VIDEO_CORRUPT' then 'HT123'
  when 'VIDEO_NO_VIDEO_TRACK' then 'HT124' when 'VIDEO_MULTIPLE_TRACKS' then 'HT125' when 'VIDEO_CODEC' then 'HT126' when 'VIDEO_HEVC' then 'HT127'
  when 'VIDEO_PROFILE' then 'HT128' when 'VIDEO_AUDIO_CODEC' then 'HT129' when 'VIDEO_DIMENSIONS' then 'HT130' when 'VIDEO_EMPTY' then 'HT131'
  when 'VIDEO_ENCRYPTED' then 'HT132' when 'VIDEO_FRAGMENTED' then 'HT133' when 'VIDEO_TOO_LONG' then 'HT134' end;
comment on function internal.video_refusal(text) is 'Takes what is wrong with a file (VIDEO_...); gives the SQLSTATE that refuses it.';
--! EndIncluded internal/video_refusal.sql
--! Included internal/video_upload.sql
create or replace function internal.video_upload(input jsonb) returns json
language plpgsql stable security definer
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.reading_store_id(input);
  v_upload json;
begin
  perform internal.require_videos(v_store_id);
  select json_build_object('id', v.id, 'company_id', v.company_id, 'storage_key', v.storage_key, 'storage_upload_id', v.storage_upload_id,
      'source', v.source, 'status', case when internal.has_expired(v.status, v.expires_at, v.lease_expires_at) then 'aborted' else v.status end, 'size_bytes', v.size_bytes)
    into v_upload
    from app.videos v
    where v.id = (input ->> 'id')::uuid and (v_store_id is null or v.store_id = v_store_id) and v.key_id = any (internal.current_key_ids());
  if v_upload is null then
    perform internal.fail('HT100', 'No such video among those that this key, or one it replaced, started.');
  end if;
  return v_upload;
end
$$;
comment on function internal.video_upload(jsonb) is 'Takes the input of get_video; gives where the video lies {id, company_id, storage_key, storage_upload_id (or null), source, status, size_bytes}. Refuses as get_video does.';
grant execute on function internal.video_upload(jsonb) to haat_api;
--! EndIncluded internal/video_upload.sql
--! Included internal/video_upload_steps.sql
create or replace function internal.video_upload_steps(product_id uuid, store_id uuid) returns json
language sql immutable
return pg_catalog.json_build_array(
  pg_catalog.json_build_object('step', 1, 'method', 'POST', 'path', '/videos',
    'description', pg_catalog.format('Start the upload with {"store_id": "%s", "file_name", "size_bytes"}: an H.264 MP4 file of at most 209715200 bytes. The answer has id, part_size and part_count.', store_id)),
  pg_catalog.json_build_object('step', 2, 'method', 'POST', 'path', '/videos/{id}/parts',
    'description', pg_catalog.format('Cut the file into parts of part_size bytes, the last one the rest, and have them signed with {"store_id": "%s", "parts": [{"part_number", "content_md5"}]}: numbers from 1, the MD5 of each part in base64, all parts in one call.', store_id)),
  pg_catalog.json_build_object('step', 3, 'method', 'PUT', 'path', '{url}',
    'description', 'Send each part to the url it was given, with its headers and no API key, within 15 minutes. Sign it again with the same MD5 when the url has expired.'),
  pg_catalog.json_build_object('step', 4, 'method', 'POST', 'path', '/videos/{id}/complete',
    'description', pg_catalog.format('Complete the upload with {"store_id": "%s"}. The video is then verifying; GET /videos/{id} tells when it is ready.', store_id)),
  pg_catalog.json_build_object('step', 5, 'method', 'POST', 'path', pg_catalog.format('/products/%s/videos', product_id),
    'description', pg_catalog.format('Place it with {"store_id": "%s", "video_id"}, at any time after step 1: the product shows it once it is ready. Or call attach_product_video with video_id.', store_id)));
comment on function internal.video_upload_steps(uuid, uuid) is 'Takes a product and its store; gives the REST calls that upload a file and place it, in order: [{step, method, path, description}]. spec: attach_product_video';
--! EndIncluded internal/video_upload_steps.sql
--! Included ledger/check_videos.sql
create or replace view ledger.check_videos with (security_invoker = true) as
select v.company_id, v.store_id, format('video %s, %s', v.id, v.status) as object, format('reserves %s bytes', v.reserved_bytes) as found,
  format('reserves %s', case when v.status in ('rejected', 'aborted') then 'nothing' when v.status = 'uploading' then 'its size or more' else coalesce(v.size_bytes::text, 'its size') end) as expected
from app.videos v
where case
  when v.status in ('rejected', 'aborted') then v.reserved_bytes <> 0
  when v.status = 'uploading' then v.reserved_bytes = 0 or v.reserved_bytes < coalesce(v.size_bytes, 0)
  else v.reserved_bytes is distinct from v.size_bytes end
union all
select v.company_id, v.store_id, format('video %s, ready', v.id), 'lacks an address or a fact', 'playback_path, ready_at, width, height, duration_ms and has_audio'
from app.videos v
where v.status = 'ready'
  and (v.playback_path is null or v.ready_at is null or v.width is null or v.height is null or v.duration_ms is null or v.has_audio is null)
union all
select v.company_id, v.store_id, format('video %s, ready', v.id), coalesce('on no product since ' || v.unshown_since, 'counts as placed'),
  format('on %s products', (select count(*) from app.video_placements l where l.video_id = v.id))
from app.videos v
where v.status = 'ready' and (v.unshown_since is null) <> exists (select from app.video_placements l where l.video_id = v.id)
union all
select l.company_id, l.store_id, format('product %s', l.product_id), format('video %s, %s', v.id, v.status), 'no video that has ended'
from app.video_placements l join app.videos v on v.id = l.video_id
where v.status in ('rejected', 'aborted')
union all
select p.company_id, p.store_id, format('part %s of video %s', p.part_number, v.id), format('%s bytes of a video that is %s', p.size_bytes, v.status),
  case when v.status <> 'uploading' then 'no part' else format('part of %s bytes', v.size_bytes) end
from app.video_parts p join app.videos v on v.id = p.video_id
where v.status <> 'uploading'
  or (v.source = 'upload' and p.size_bytes is distinct from least(8388608, v.size_bytes - (p.part_number - 1) * 8388608::bigint))
union all
select v.company_id, v.store_id, format('video %s, %s', v.id, v.status), format('%s is about to be deleted', d.media_key), 'its files stay'
from app.videos v join internal.media_deletions d on d.media_key in (v.storage_key, v.poster_key, v.cover_key)
where v.status in ('uploading', 'verifying', 'ready');
comment on view ledger.check_videos is 'A video reserves what it needs, is ready with every fact, knows whether a product has it, has parts only while uploading, is on no product once it ended, and none of its files waits for deletion.';
comment on column ledger.check_videos.company_id is 'The tenant; null for what belongs to none.';
comment on column ledger.check_videos.store_id is 'The store; null for what belongs to none.';
comment on column ledger.check_videos.object is 'What is wrong.';
comment on column ledger.check_videos.found is 'What stands there.';
comment on column ledger.check_videos.expected is 'What should.';
grant select on ledger.check_videos to haat_dba;
--! EndIncluded ledger/check_videos.sql

--! split: 20-replica.sql
--! Included gate/admission_outcome.sql
create or replace function gate.admission_outcome(a gate.admission, request_id text) returns jsonb
language sql immutable
return pg_catalog.jsonb_build_object(
  'rate', case when a.rate_limit is not null then pg_catalog.jsonb_build_object('limit', a.rate_limit, 'remaining', a.rate_remaining, 'reset', a.rate_reset) end,
  'retry_after', a.retry_after,
  'key', case when a.key_id is not null then pg_catalog.jsonb_build_object('id', a.key_id, 'company_id', a.company_id, 'type', a.key_type, 'scopes', a.key_scopes) end,
  'sqlstate', a.sqlstate,
  'message', a.message,
  'replayed', false,
  'request_id', request_id);
comment on function gate.admission_outcome(gate.admission, text) is 'Takes an admission; gives the outcome object that the doorman reads.';
grant execute on function gate.admission_outcome(gate.admission, text) to haat_gateway, haat_gatekeeper;
--! EndIncluded gate/admission_outcome.sql
--! Included gate/admit_read.sql
-- Admission of a read that a replica may answer: on the primary, since the count is kept there. A replica may be some
-- seconds behind, so whoever wrote something lately reads it here. Windows hold whole minutes: a key that wrote neither
-- in this one nor in the one before wrote 60 seconds ago or longer, which with transactions of 30 seconds at most leaves
-- a replica 30 seconds to follow.
grant create on schema gate to haat_gatekeeper;
set local role haat_gatekeeper;
create or replace function gate.admit_read(key_hash bytea, scopes text[], cost integer, out_of_scope_bucket text default null) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  a constant gate.admission := gate.admit(key_hash, scopes, 'read', cost, out_of_scope_bucket => out_of_scope_bucket);
begin
  return gate.admission_outcome(a, null) || jsonb_build_object('wrote_lately', exists (
    select from gate.rate_windows w
    where w.key_id = a.key_id and w.bucket = 'write' and w.used > 0 and w.minute >= floor(extract(epoch from internal.now()) / 60)::bigint - 1));
end
$$;
comment on function gate.admit_read(bytea, text[], integer, text) is 'Takes the key''s SHA-256, the scopes and cost of a read, and for tools the bucket that gate.admit takes last; counts the call and gives the outcome, with wrote_lately: whether the key wrote within the last minute. Raises nothing. design: Growing';
grant execute on function gate.admit_read(bytea, text[], integer, text) to haat_gateway;
set local role haat_owner;
revoke create on schema gate from haat_gatekeeper;
--! EndIncluded gate/admit_read.sql
--! Included gate/read_replica.sql
-- Runs on a standby. How far it has followed is the time of the last commit it replayed: on a primary that anybody writes
-- to, workers included, that is a moment ago. One that has heard of nothing for five seconds gives nothing, and the
-- primary answers.
create or replace function gate.read_replica(key_hash bytea, operation text, input jsonb, request_id text, out outcome jsonb, out result text)
language plpgsql volatile
set search_path = ''
as $$
begin
  if pg_is_in_recovery() and coalesce(pg_last_xact_replay_timestamp() < internal.now() - interval '5 seconds', true) then
    return;
  end if;
  select r.outcome, r.result into outcome, result from gate.run(key_hash, operation, input, null, null, request_id) r;
end
$$;
comment on function gate.read_replica(bytea, text, jsonb, text) is 'Takes the key''s SHA-256, a reading operation, its input and the request id; gives what gate.run gives, both null where this server has fallen behind. Raises nothing. design: Growing';
grant execute on function gate.read_replica(bytea, text, jsonb, text) to haat_gateway;
--! EndIncluded gate/read_replica.sql
--! Included internal/remember_report.sql
create or replace function internal.remember_report(operation text, store_id uuid, parameters jsonb, document json) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_now constant timestamptz := internal.now();
begin
  -- A replica keeps nothing.
  if pg_is_in_recovery() then
    return;
  end if;
  insert into app.report_cache as c (company_id, store_id, operation, parameters, document, built_at)
  values (internal.current_company_id(), remember_report.store_id, remember_report.operation, remember_report.parameters, remember_report.document::text, v_now)
  on conflict on constraint report_cache_pkey do update set document = excluded.document, built_at = excluded.built_at;
  -- Whoever adds a row sweeps the store's old ones; rows that another call holds are left to it, so nobody waits here.
  delete from app.report_cache c using (
    select t.operation, t.parameters from app.report_cache t
    where t.store_id = remember_report.store_id and t.built_at <= v_now - interval '5 minutes'
    for update skip locked
  ) old
  where c.store_id = remember_report.store_id and c.operation = old.operation and c.parameters = old.parameters;
end
$$;
comment on function internal.remember_report(text, uuid, jsonb, json) is 'Takes a report''s operation, store, parameters and answer; keeps it for five minutes. spec: Limits';
grant execute on function internal.remember_report(text, uuid, jsonb, json) to haat_api;
--! EndIncluded internal/remember_report.sql
--! Included internal/recall_report.sql
-- The parameters are resolved ones (days, not "today"), so that a report asked for across midnight is never yesterday's.
create or replace function internal.recall_report(operation text, store_id uuid, parameters jsonb) returns json
language plpgsql stable
set search_path = ''
as $$
declare
  v_now constant timestamptz := internal.now();
  v_document json;
  v_built_at timestamptz;
begin
  -- A replica does not have what is kept here: the table is unlogged.
  if not pg_is_in_recovery() then
    select c.document, c.built_at into v_document, v_built_at
      from app.report_cache c
      where c.store_id = recall_report.store_id and c.operation = recall_report.operation and c.parameters = recall_report.parameters
        and c.built_at > v_now - interval '5 minutes' and c.built_at <= v_now;
  end if;
  perform set_config('haat.response_headers', json_build_object('Cache-Control', 'private, max-age=300',
    'Age', floor(extract(epoch from v_now - coalesce(v_built_at, v_now)))::text)::text, true);
  return v_document;
end
$$;
comment on function internal.recall_report(text, uuid, jsonb) is 'Takes a report''s operation, store and resolved parameters; gives the answer of the last five minutes, null when there is none, and puts Cache-Control and Age on the response. spec: Limits';
grant execute on function internal.recall_report(text, uuid, jsonb) to haat_api;
--! EndIncluded internal/recall_report.sql

--! split: 50-image-calls.sql
-- A call with pictures says which Idempotency-Key it came with.
truncate gate.image_calls;
alter table gate.image_calls
  drop column if exists lineage_id,
  drop column if exists idempotency_key,
  add column lineage_id uuid not null,
  add column idempotency_key text;
comment on column gate.image_calls.lineage_id is 'The first key of the caller''s rotation chain, which Idempotency-Keys belong to.';
comment on column gate.image_calls.idempotency_key is 'The Idempotency-Key of the call, so that its twin is told at once.';
grant create on schema gate to haat_gatekeeper;
set local role haat_gatekeeper;
drop function if exists gate.start_image_call(bytea, integer);
set local role haat_owner;
revoke create on schema gate from haat_gatekeeper;
--! Included gate/start_image_call.sql
-- Two calls with pictures at a time a key, over all processes. A place is a lease: the call gives it back, and that of
-- a process that died runs out.
-- A twin with the same Idempotency-Key is told so here: gate.recall would notice it only once its own pictures are
-- fetched. spec: Idempotency 5
grant create on schema gate to haat_gatekeeper;
set local role haat_gatekeeper;
create or replace function gate.start_image_call(key_hash bytea, lease_seconds integer, idempotency_key text default null) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  c constant gate.caller := gate.find_key(key_hash);
  v_now constant timestamptz := internal.now();
  v_lease constant uuid := gen_random_uuid();
  v_slot integer;
begin
  if c.sqlstate is not null then
    return json_build_object('sqlstate', c.sqlstate, 'message', c.message);
  end if;
  if idempotency_key is not null then
    -- Until this transaction ends, so that of two which come together one sees the other's place.
    perform pg_advisory_xact_lock(hashtextextended('image call ' || c.lineage_id || ' ' || idempotency_key, 0));
    if exists (select from gate.image_calls i
               where i.lineage_id = c.lineage_id and i.idempotency_key = start_image_call.idempotency_key and i.expires_at > v_now) then
      return json_build_object('sqlstate', 'HT007', 'message', 'The same Idempotency-Key is still being processed; retry later with the same key.');
    end if;
  end if;
  for v_try in 1..2 loop
    insert into gate.image_calls as i (key_id, slot, lease, lineage_id, idempotency_key, expires_at)
      values (c.key_id, v_try, v_lease, c.lineage_id, start_image_call.idempotency_key, v_now + make_interval(secs => lease_seconds))
      on conflict on constraint image_calls_pkey do update
        set lease = excluded.lease, lineage_id = excluded.lineage_id, idempotency_key = excluded.idempotency_key, expires_at = excluded.expires_at
        where i.expires_at <= v_now
      returning slot into v_slot;
    exit when v_slot is not null;
  end loop;
  if v_slot is null then
    return json_build_object('sqlstate', 'HT005', 'message', 'Two calls with images of this key are under way; wait for one of them.', 'retry_after', 5);
  end if;
  return json_build_object('lease', v_lease);
end
$$;
comment on function gate.start_image_call(bytea, integer, text) is 'Takes the key''s SHA-256, how long (seconds) the call holds its place at most and its Idempotency-Key (or null); gives {lease} or {sqlstate, message, retry_after} (HT001 to HT003, HT007, HT005). spec: Image rules, Concurrency; Idempotency';
grant execute on function gate.start_image_call(bytea, integer, text) to haat_gateway;
set local role haat_owner;
revoke create on schema gate from haat_gatekeeper;
--! EndIncluded gate/start_image_call.sql

--! split: 60-corrections.sql
--! Included internal/change_order_status.sql
-- Refusals in order: unknown status (422), the parcel's conflicts (409), the table of moves (400), stock when an order
-- comes back from spam (400). Two callers at once: the second waits for the order's lock and is judged by what it finds.
create or replace function internal.change_order_status(order_id uuid, status text, note text default null, detail jsonb default null) returns app.orders
language plpgsql volatile
set search_path = ''
as $$
declare
  v_before constant app.orders := internal.lock_order(order_id);
  o app.orders;
begin
  if not exists (select from app.order_moves m where change_order_status.status in (m.from_status, m.to_status)) then
    perform internal.field_error('HT008', 'status', 'is no order status');
  end if;
  perform internal.refuse_parcel_conflict(v_before, change_order_status.status);
  if not exists (select from app.order_moves m where m.from_status = v_before.status and m.to_status = change_order_status.status) then
    perform internal.fail('HT103', format('An order that is %s cannot become %s.', v_before.status, change_order_status.status),
      jsonb_build_object('status', jsonb_build_array(coalesce(
        (select 'may become ' || string_agg(m.to_status, ', ' order by m.to_status) from app.order_moves m where m.from_status = v_before.status),
        format('%s is final', v_before.status)))));
  end if;
  o := internal.move_order(v_before.id, change_order_status.status, change_order_status.note, change_order_status.detail);
  perform internal.publish_order(v_before, case o.status when 'cancelled' then 'order.cancelled' else 'order.updated' end);
  return o;
end
$$;
comment on function internal.change_order_status(uuid, text, text, jsonb) is 'Takes an order, the status it is to have, a note and detail for the timeline; moves it by the rules of the status route, with its event; gives the order. Raises HT100, HT008, HT101, HT103, HT102. spec: PATCH /orders/{id}/status, decisions: 3';
--! EndIncluded internal/change_order_status.sql
--! Included internal/log_order_work.sql
create or replace function internal.log_order_work(action text, object_type text, object_id uuid, before app.orders) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  o app.orders;
begin
  select * into o from app.orders t where t.id = before.id;
  perform internal.log_activity(o.store_id, log_order_work.action, log_order_work.object_type, log_order_work.object_id,
    jsonb_build_object('order', before.number, 'status', before.status, 'fulfillment_status', before.fulfillment_status, 'assignee_id', before.assignee_id,
      'paid_amount', before.paid_amount::text, 'refunded_amount', before.refunded_amount::text, 'due_amount', before.due_amount::text),
    jsonb_build_object('order', o.number, 'status', o.status, 'fulfillment_status', o.fulfillment_status, 'assignee_id', o.assignee_id,
      'paid_amount', o.paid_amount::text, 'refunded_amount', o.refunded_amount::text, 'due_amount', o.due_amount::text));
end
$$;
comment on function internal.log_order_work(text, text, uuid, app.orders) is 'Takes what staff did around an order (parcel.booked), to which object, and the order as it was before; writes the activity log with the order''s status and money before and after.';
--! EndIncluded internal/log_order_work.sql
--! Included internal/read_order_lines.sql
create or replace function internal.read_order_lines(order_id uuid, lines jsonb, field text) returns table (order_item_id uuid, quantity integer, damaged_quantity integer)
language plpgsql stable
set search_path = ''
as $$
declare
  v_bad record;
begin
  if lines is null then
    return;
  end if;
  if jsonb_typeof(lines) <> 'array' or jsonb_array_length(lines) not between 1 and 1000 then
    perform internal.field_error('HT008', field, 'must be a list of lines [{order_item_id, quantity}]');
  end if;
  -- A misspelt condition would put broken goods back on the shelf, hence no unknown fields.
  select c.line, c.problem
    into v_bad
    from (
      select w.n - 1 as line, case
          when jsonb_typeof(w.entry) <> 'object' then 'must be an object {order_item_id, quantity}'
          when w.entry - '{order_item_id,quantity,condition}'::text[] <> '{}' then 'may hold order_item_id, quantity and condition only'
          when i.id is null then 'order_item_id names no line of this order'
          when not coalesce(w.entry ->> 'quantity' ~ '^[0-9]{1,7}$', false) then 'quantity must be a whole number'
          when coalesce(w.entry ->> 'condition', 'sellable') not in ('sellable', 'damaged') then 'condition must be one of sellable, damaged'
        end as problem
      from jsonb_array_elements(lines) with ordinality as w (entry, n)
      left join app.order_items i on i.order_id = read_order_lines.order_id and i.id::text = lower(w.entry ->> 'order_item_id')
    ) c
    where c.problem is not null
    order by c.line
    limit 1;
  if v_bad.problem is not null then
    perform internal.field_error('HT008', format('%s.%s', field, v_bad.line), v_bad.problem);
  end if;
  return query
  select i.id, sum((w.entry ->> 'quantity')::integer)::integer,
    coalesce(sum((w.entry ->> 'quantity')::integer) filter (where w.entry ->> 'condition' = 'damaged'), 0)::integer
  from jsonb_array_elements(lines) as w (entry)
  join app.order_items i on i.order_id = read_order_lines.order_id and i.id::text = lower(w.entry ->> 'order_item_id')
  group by i.id;
end
$$;
comment on function internal.read_order_lines(uuid, jsonb, text) is 'Takes an order, lines [{order_item_id, quantity, condition?: sellable | damaged}] as staff send them, and the argument''s name; gives the units of each named line and how many of them are damaged; no rows for null. Raises HT008. decisions: 11, Staff arguments';
--! EndIncluded internal/read_order_lines.sql
--! Included internal/refuse_unpicked_parcel.sql
-- Once the customer has it, its pickup needs no report any more: the status route told the delivery.
create or replace function internal.refuse_unpicked_parcel(p app.parcels) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if p.picked_up_at is null and p.delivered_at is null and exists (select from app.couriers c where c.id = p.courier_id and c.reports_pickups) then
    perform internal.fail('HT101', 'The courier has not reported picking this parcel up.', '{"parcel": ["parcel_not_picked_up"]}');
  end if;
end
$$;
comment on function internal.refuse_unpicked_parcel(app.parcels) is 'Takes a parcel; raises HT101 parcel_not_picked_up when its courier reports pickups and has not reported this one, unless it was delivered all the same.';
--! EndIncluded internal/refuse_unpicked_parcel.sql
--! Included staff/assign_order.sql
create or replace function staff.assign_order(order_id uuid, staff_id uuid default null) returns app.orders
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  o app.orders;
  v_before app.orders;
  v_name text;
begin
  perform internal.require_permission('orders.manage');
  v_before := internal.lock_order(order_id);
  if staff_id is not null then
    select s.full_name into v_name from app.staff s where s.id = assign_order.staff_id and s.status = 'active';
    if v_name is null then
      perform internal.field_error('HT101', 'staff_id', 'names no active staff member of this company');
    end if;
  end if;
  update app.orders t set assignee_id = assign_order.staff_id where t.id = v_before.id returning * into o;
  perform internal.add_to_timeline(o.company_id, o.store_id, o.id, 'assigned', null, null, null, jsonb_build_object('staff_id', assign_order.staff_id, 'name', v_name));
  perform internal.publish_order(v_before);
  perform internal.log_order_work('order.assigned', 'order', o.id, v_before);
  return o;
end
$$;
comment on function staff.assign_order(uuid, uuid) is 'Gives an order to a staff member to look after; no staff_id takes it away. Needs orders.manage. Raises HT014, HT100, HT101.';
grant execute on function staff.assign_order(uuid, uuid) to haat_staff;
--! EndIncluded staff/assign_order.sql
--! Included staff/create_order.sql
create or replace function staff.create_order(store_id uuid, items staff.order_line[], customer_id uuid default null, customer staff.new_customer default null, channel text default null, location_id uuid default null, shipping_address json default null, shipping_charge numeric default 0, tax_amount numeric default 0, coupon_code text default null, note text default null, payment staff.upfront_payment default null) returns app.orders
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  o app.orders;
  v_order_id uuid;
begin
  perform internal.require_permission('orders.manage');
  -- "is not null" would ask whether every field of it is given.
  if create_order.payment is distinct from null then
    perform internal.require_permission('payments.manage');
  end if;
  perform internal.require_store(create_order.store_id);
  if coalesce(cardinality(items), 0) not between 1 and 200 then
    perform internal.field_error('HT008', 'items', 'must be from 1 to 200 lines');
  elsif exists (select from unnest(items) i where i.quantity is null or i.quantity not between 1 and 1000000) then
    perform internal.field_error('HT008', 'items', 'each needs a quantity from 1 to 1000000');
  elsif exists (select from unnest(items) i where i.variant_id is null and i.sku is null) then
    perform internal.field_error('HT008', 'items', 'each needs a variant_id or a sku');
  elsif exists (select from unnest(items) i, unnest(array[i.unit_price, i.discount_price]) p where p < 0 or p <> round(p, 2)) then
    perform internal.field_error('HT008', 'items', 'prices must be 0 or more with at most two decimals');
  elsif (create_order.customer_id is null) = (create_order.customer is null) then
    perform internal.field_error('HT008', 'customer', 'give either customer_id or customer');
  elsif create_order.shipping_address is not null and json_typeof(create_order.shipping_address) <> 'object' then
    perform internal.field_error('HT008', 'shipping_address', 'must be an object');
  elsif create_order.shipping_charge < 0 or create_order.shipping_charge <> round(create_order.shipping_charge, 2) then
    perform internal.field_error('HT008', 'shipping_charge', 'must be 0 or more with at most two decimals');
  elsif create_order.tax_amount < 0 or create_order.tax_amount <> round(create_order.tax_amount, 2) then
    perform internal.field_error('HT008', 'tax_amount', 'must be 0 or more with at most two decimals');
  end if;
  v_order_id := (internal.place_order(internal.current_company_id(), create_order.store_id, 'staff', jsonb_strip_nulls(jsonb_build_object(
    'items', to_jsonb(items), 'customer_id', create_order.customer_id, 'customer', to_jsonb(create_order.customer), 'channel', create_order.channel,
    'location_id', create_order.location_id, 'shipping_charge', create_order.shipping_charge, 'tax_amount', create_order.tax_amount,
    'coupon_code', create_order.coupon_code, 'note', create_order.note, 'payment', to_jsonb(create_order.payment)))
    -- Free-form: kept as it was sent, its nulls too.
    || case when create_order.shipping_address is null then '{}' else jsonb_build_object('shipping_address', create_order.shipping_address) end) ->> 'id')::uuid;
  select * into o from app.orders t where t.id = v_order_id;
  perform internal.log_activity(o.store_id, 'order.created', 'order', o.id, null, jsonb_build_object('number', o.number, 'total_amount', o.total_amount::text, 'paid_amount', o.paid_amount::text));
  return o;
end
$$;
comment on function staff.create_order(uuid, staff.order_line[], uuid, staff.new_customer, text, uuid, json, numeric, numeric, text, text, staff.upfront_payment) is 'Places an order for a customer on the phone, by the same rules as the API: stock is reserved, the coupon redeemed, the money added up. Needs orders.manage, and payments.manage with a payment.';
grant execute on function staff.create_order(uuid, staff.order_line[], uuid, staff.new_customer, text, uuid, json, numeric, numeric, text, text, staff.upfront_payment) to haat_staff;
--! EndIncluded staff/create_order.sql
--! Included staff/record_payment.sql
create or replace function staff.record_payment(order_id uuid, payment_method_id uuid, amount numeric, transaction_id text default null, note text default null, received_at timestamptz default null) returns app.payments
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  o app.orders;
  p app.payments;
  v_payment_id uuid;
  v_paid numeric;
  v_id uuid;
begin
  perform internal.require_permission('payments.manage');
  o := internal.lock_order(record_payment.order_id);
  v_id := internal.record_payment(o.id, record_payment.payment_method_id, record_payment.amount, record_payment.transaction_id, record_payment.note, record_payment.received_at, 'staff');
  select * into p from app.payments t where t.id = v_id;
  perform internal.publish_payment(p.id, 'payment.recorded');
  perform internal.publish_order(o);
  select t.paid_amount into v_paid from app.orders t where t.id = o.id;
  perform internal.log_activity(o.store_id, 'payment.recorded', 'payment', p.id, jsonb_build_object('paid_amount', o.paid_amount::text),
    jsonb_build_object('paid_amount', v_paid::text, 'amount', p.amount::text, 'order', o.number, 'transaction_id', p.transaction_id));
  return p;
end
$$;
comment on function staff.record_payment(uuid, uuid, numeric, text, text, timestamptz) is 'Records money received for an order, at most what is due. While a courier is out to collect cash it is refused. Needs payments.manage.';
grant execute on function staff.record_payment(uuid, uuid, numeric, text, text, timestamptz) to haat_staff;
--! EndIncluded staff/record_payment.sql
--! Included staff/rotate_api_key.sql
-- At most one key of a chain is in its grace window, so rotating again ends the one before it at once.
create or replace function staff.rotate_api_key(id uuid, grace_hours integer default 24) returns staff.issued_api_key
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  o app.api_keys;
  v_now constant timestamptz := internal.now();
  k staff.issued_api_key;
begin
  perform internal.require_permission('developer.manage');
  if coalesce(grace_hours, -1) not between 0 and 168 then
    perform internal.field_error('HT008', 'grace_hours', 'must be from 0 to 168');
  end if;
  o := internal.find_own_api_key(rotate_api_key.id);
  if o.type = 'company' then
    perform internal.require_owner('rotate a company key');
  end if;
  if o.revoked_at is not null then
    perform internal.fail('HT101', 'This key was revoked; create a new one.');
  elsif o.grace_ends_at is not null then
    perform internal.fail('HT101', 'This key was rotated already; rotate the key that replaced it.');
  elsif o.expires_at <= v_now then
    perform internal.fail('HT101', 'This key has expired; create a new one.');
  end if;
  -- Nobody revoked it: to who still holds it, it has expired. spec: Authentication 7
  update app.api_keys t set grace_ends_at = null, expires_at = least(t.expires_at, v_now)
    where t.lineage_id = o.lineage_id and t.grace_ends_at is not null and t.revoked_at is null;
  update app.api_keys t set grace_ends_at = v_now + make_interval(hours => grace_hours) where t.id = o.id;
  k := internal.issue_api_key(o.name, o.type, o.store_id, o.scopes, o.expires_at, o);
  perform internal.log_activity(o.store_id, 'api_key.rotated', 'api_key', o.id, jsonb_build_object('last4', o.last4),
    jsonb_build_object('last4', (k.api_key).last4, 'replaced_by', (k.api_key).id, 'grace_ends_at', v_now + make_interval(hours => grace_hours)));
  return k;
end
$$;
comment on function staff.rotate_api_key(uuid, integer) is 'Replaces a key by a new one with the same type, scopes and expiry; both work until the grace window (0 to 168 hours) is over. A key that was still in its window from an earlier rotation ends now. Needs developer.manage; company keys by owners only.';
grant execute on function staff.rotate_api_key(uuid, integer) to haat_staff;
--! EndIncluded staff/rotate_api_key.sql
--! Included internal/worker_metrics.sql
-- Numbers only, over all tenants: what the metrics page shows without a key.
grant create on schema internal to haat_gatekeeper;
set local role haat_gatekeeper;
create or replace function internal.worker_metrics() returns json
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return json_build_object(
    'deliveries_due', (select count(*) from app.webhook_deliveries d where d.status = 'pending' and d.next_attempt_at <= internal.now()),
    'deliveries_waiting', (select count(*) from app.webhook_deliveries d where d.status = 'pending' and d.next_attempt_at > internal.now()),
    'deliveries_sending', (select count(*) from app.webhook_deliveries d where d.status = 'sending'),
    'oldest_due_seconds', (select coalesce(greatest(0, extract(epoch from internal.now() - min(d.next_attempt_at))), 0)
                           from app.webhook_deliveries d where d.status = 'pending'),
    'attempts', (select coalesce(json_object_agg(c.outcome, c.count), '{}')
                 from (select t.outcome, sum(t.count) as count from app.webhook_attempt_counts t group by t.outcome) c),
    'endpoints', (select coalesce(json_object_agg(c.status, c.count), '{}')
                  from (select e.status, count(*) as count from app.webhook_endpoints e group by e.status) c),
    'videos', (select coalesce(json_object_agg(c.status, c.count), '{}')
               from (select v.status, count(*) as count from app.videos v group by v.status) c),
    'video_work_due', (select json_build_object('import', t.imports, 'check', t.checks, 'deletion', t.deletions) from internal.take_up_videos() t));
end
$$;
comment on function internal.worker_metrics() is 'Gives the state of the workers'' work for /metrics: deliveries that are due, waiting for a retry and being sent, the age of the oldest due one, attempts by outcome, endpoints by status, videos by status, and what is due of importing, checking and deleting them.';
grant execute on function internal.worker_metrics() to haat_gateway, haat_worker, haat_dba;
set local role haat_owner;
revoke create on schema internal from haat_gatekeeper;
--! EndIncluded internal/worker_metrics.sql
--! Included internal/add_staff.sql
create or replace function internal.add_staff(email text, full_name text, permissions text[], role text) returns staff.invitation
language plpgsql volatile
set search_path = ''
as $$
declare
  v_password constant text := internal.random_base62(16);
  s app.staff;
begin
  if lower(btrim(add_staff.email)) !~ '^[^@\s]+@[^@\s]+$' then
    perform internal.field_error('HT008', 'email', 'must be an email address');
  end if;
  insert into app.staff (company_id, email, full_name, password_hash, password_expires_at, role, permissions)
  values (internal.current_company_id(), lower(btrim(add_staff.email)), btrim(add_staff.full_name), internal.hash_password(v_password),
          internal.now() + interval '72 hours', add_staff.role, add_staff.permissions)
  returning * into s;
  return (s, v_password, s.password_expires_at);
end
$$;
comment on function internal.add_staff(text, text, text[], text) is 'Takes a staff member''s address, name, permissions and role (agent, owner); adds them to the current company and gives them with a one-time password, good for 72 hours. Whoever calls it has seen to it that they may be given these. Raises HT008 (email), 23505.';
--! EndIncluded internal/add_staff.sql
--! Included staff/invite_staff.sql
create or replace function staff.invite_staff(email text, full_name text, permissions text[] default '{}', role text default 'agent') returns staff.invitation
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  i staff.invitation;
begin
  perform internal.require_permission('staff.manage');
  perform internal.require_grantable(invite_staff.permissions, '{}', invite_staff.role = 'owner');
  i := internal.add_staff(invite_staff.email, invite_staff.full_name, invite_staff.permissions, invite_staff.role);
  perform internal.log_activity(null, 'staff.invited', 'staff', (i.staff_member).id, null,
    jsonb_build_object('email', (i.staff_member).email, 'full_name', (i.staff_member).full_name, 'role', (i.staff_member).role,
      'permissions', (i.staff_member).permissions));
  return i;
end
$$;
comment on function staff.invite_staff(text, text, text[], text) is 'Adds a staff member and gives a one-time password, good for 72 hours and shown this once. You can hand out only permissions you hold; owners are named by owners. Needs staff.manage.';
grant execute on function staff.invite_staff(text, text, text[], text) to haat_staff;
--! EndIncluded staff/invite_staff.sql
--! Included internal/create_company.sql
-- Nobody of a company can make it: an operator does (npm run haat), and its first owner takes it from there.
create or replace function internal.create_company(name text, plan text, owner_email text, owner_full_name text) returns jsonb
language plpgsql volatile
set search_path = ''
as $$
declare
  v_id constant uuid := uuidv7();
  v_plan_id uuid;
  v_location app.locations;
  v_owner staff.invitation;
begin
  select p.id into v_plan_id from app.plans p where p.code = create_company.plan;
  if v_plan_id is null then
    perform internal.field_error('HT008', 'plan', coalesce('must be among ' || (select string_agg(p.code, ', ' order by p.code) from app.plans p), 'there is none yet'));
  end if;
  perform internal.act_as(v_id, 'Command line', permissions => '{settings.manage}');
  insert into app.companies (id, name, plan_id) values (v_id, btrim(create_company.name), v_plan_id);
  v_location := staff.create_location('Main warehouse', 'MAIN');
  v_owner := internal.add_staff(create_company.owner_email, create_company.owner_full_name, '{}', 'owner');
  perform internal.log_activity(null, 'company.created', 'company', v_id, null,
    jsonb_build_object('name', btrim(create_company.name), 'plan', create_company.plan, 'owner_id', (v_owner.staff_member).id));
  return jsonb_build_object('id', v_id, 'name', btrim(create_company.name), 'plan', create_company.plan, 'location_id', v_location.id,
    'owner_id', (v_owner.staff_member).id, 'owner_email', (v_owner.staff_member).email, 'one_time_password', v_owner.one_time_password,
    'valid_until', v_owner.valid_until);
end
$$;
comment on function internal.create_company(text, text, text, text) is 'Takes a company''s name, its plan''s code, and the address and name of its first owner; makes the company with a main warehouse and the owner; gives {id, name, plan, location_id, owner_id, owner_email, one_time_password, valid_until}: the password is shown this once. For the owner of the database only. Raises HT008 (plan, email), 23505 (email).';
--! EndIncluded internal/create_company.sql
