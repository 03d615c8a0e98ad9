--! Previous: sha1:d6c8391be35207f230fef3732f1ad97b8fcae137
--! Hash: sha1:0dbbd05de548b71254fb83ec6b532ce14fdca2e0
--! Message: Videos

-- Product videos: uploads and imports, their parts, where they stand on products, what is to be deleted from storage.

create table app.videos (
  id uuid primary key default uuidv7(),
  company_id uuid not null,
  store_id uuid not null,
  key_id uuid not null,
  status text not null default 'uploading'
    check (status in ('uploading', 'verifying', 'ready', 'rejected', 'aborted')),
  source text not null check (source in ('upload', 'import')),
  source_url text check (length(source_url) between 1 and 2048),
  file_name text check (length(file_name) between 1 and 255),
  content_type text not null default 'video/mp4' check (content_type = 'video/mp4'),
  size_bytes bigint check (size_bytes between 1 and 209715200),
  part_count integer generated always as (case when source = 'upload'
    then (size_bytes + 8388607) / 8388608 end) stored,
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
  rejection_code text check (rejection_code in ('VIDEO_TOO_LARGE', 'VIDEO_NOT_MP4', 'VIDEO_TRUNCATED',
    'VIDEO_CORRUPT', 'VIDEO_NO_VIDEO_TRACK', 'VIDEO_MULTIPLE_TRACKS', 'VIDEO_CODEC', 'VIDEO_HEVC', 'VIDEO_PROFILE',
    'VIDEO_AUDIO_CODEC', 'VIDEO_DIMENSIONS', 'VIDEO_EMPTY', 'VIDEO_ENCRYPTED', 'VIDEO_FRAGMENTED', 'VIDEO_TOO_LONG')),
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
  constraint videos_uploads_have_a_name_and_size
    check (case source when 'upload' then file_name is not null and size_bytes is not null
    else file_name is null end),
  constraint videos_only_imports_are_started
    check (source = 'import' or (import_started_at is null and source_validator is null)),
  constraint videos_uploading_ones_expire check ((status = 'uploading') = (expires_at is not null)),
  constraint videos_uploads_end_with_uploading
    check (status = 'uploading' or (storage_upload_id is null and source_validator is null)),
  constraint videos_leases_have_an_end check ((lease_id is null) = (lease_expires_at is null)),
  constraint videos_leased_ones_have_work check (lease_id is null or status in ('uploading', 'verifying')),
  constraint videos_reserve_what_they_need check (case
    when status in ('rejected', 'aborted') then reserved_bytes = 0
    when status = 'uploading' then reserved_bytes > 0 and reserved_bytes >= coalesce(size_bytes, 0)
    else size_bytes is not null and reserved_bytes = size_bytes end),
  constraint videos_ready_ones_have_every_fact check (case when status = 'ready'
    then ready_at is not null and width is not null and height is not null and duration_ms is not null
      and has_audio is not null and playback_path is not null
    else ready_at is null and width is null and height is null and duration_ms is null and has_audio is null
      and playback_path is null
      and poster_key is null and unshown_since is null end),
  constraint videos_rejected_ones_say_why check ((status = 'rejected') = (rejection_code is not null)
    and (status = 'rejected') = (rejection_message is not null)),
  constraint videos_aborted_ones_say_why check ((status = 'aborted') = (abort_reason is not null)),
  constraint videos_only_imports_fail_to_download
    check (abort_reason <> 'import_download_failed' or source = 'import'),
  constraint videos_ended_ones_have_no_cover check (status not in ('rejected', 'aborted') or cover_key is null)
);
create index videos_store_id_created_at_idx on app.videos (store_id, created_at desc, id desc);
create index videos_company_id_created_at_idx on app.videos (company_id, created_at desc, id desc);
create index videos_key_id_idx on app.videos (company_id, key_id);
create index videos_reserved_idx on app.videos (company_id) include (reserved_bytes, status, unshown_since)
  where reserved_bytes > 0;
create index videos_uploading_idx on app.videos (created_at, id) where status = 'uploading';
create index videos_verifying_idx on app.videos (created_at, id) where status = 'verifying';
create index videos_unshown_idx on app.videos (unshown_since) where unshown_since is not null;
create unique index videos_one_import_copied_a_company on app.videos (company_id)
  where source = 'import' and status = 'uploading' and lease_id is not null;
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
create index video_placements_option_value_id_idx on app.video_placements (store_id, option_value_id)
  where option_value_id is not null;
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
