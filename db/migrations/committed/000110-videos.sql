--! Previous: sha1:644bd0dc9453c60ae13a90808000323a451da747
--! Hash: sha1:bf286e7268c388d27cf1a7084652675b56b89e25
--! Message: Videos

-- Product videos: uploads and imports, their parts, where they stand on products, what is to be deleted from storage.

create table app.videos (
  id uuid primary key default uuidv7(),
  company_id uuid not null,
  store_id uuid not null,
  key_id uuid,
  status text not null default 'uploading'
    check (status in ('uploading', 'verifying', 'ready', 'rejected', 'aborted')),
  source text not null check (source in ('upload', 'import')),
  source_url text check (length(source_url) between 1 and 2048),
  file_name text check (length(file_name) between 1 and 255),
  content_type text not null default 'video/mp4' check (content_type = 'video/mp4'),
  size_bytes bigint check (size_bytes between 1 and 209715200),
  part_count integer generated always as (case when source = 'upload' then (size_bytes + 8388607) / 8388608
    else null end) stored,
  reserved_bytes bigint not null check (reserved_bytes between 0 and 209715200),
  storage_key text not null check (length(storage_key) between 1 and 300) unique,
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
    'VIDEO_AUDIO_CODEC', 'VIDEO_DIMENSIONS', 'VIDEO_EMPTY', 'VIDEO_ENCRYPTED', 'VIDEO_FRAGMENTED',
    'VIDEO_TOO_LONG')),
  rejection_message text check (length(rejection_message) between 1 and 1000),
  abort_reason text check (abort_reason in ('expired', 'cancelled', 'import_download_failed')),
  expires_at timestamptz,
  ready_at timestamptz,
  unshown_since timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  staff_id uuid,
  constraint videos_store_id_id_key unique (store_id, id, company_id),
  foreign key (company_id, store_id) references app.stores (company_id, id),
  foreign key (company_id, key_id) references app.api_keys (company_id, id),
  foreign key (company_id, staff_id) references app.staff (company_id, id),
  constraint videos_imports_have_a_link check ((source = 'import') = (source_url is not null)),
  constraint videos_uploads_have_a_name_and_size check (case source
    when 'upload' then file_name is not null and size_bytes is not null
    else file_name is null end),
  constraint videos_only_imports_are_started check (source = 'import' or import_started_at is null
    and source_validator is null),
  constraint videos_uploading_ones_expire check ((status = 'uploading') = (expires_at is not null)),
  constraint videos_uploads_end_with_uploading check (status = 'uploading' or storage_upload_id is null
    and source_validator is null),
  constraint videos_leases_have_an_end check ((lease_id is null) = (lease_expires_at is null)),
  constraint videos_leased_ones_have_work check (lease_id is null or (status in ('uploading', 'verifying'))),
  constraint videos_reserve_what_they_need check (case
    when status in ('rejected', 'aborted') then reserved_bytes = 0
    when status = 'uploading' then reserved_bytes > 0 and reserved_bytes >= coalesce(size_bytes, 0)
    else size_bytes is not null and reserved_bytes = size_bytes end),
  constraint videos_ready_ones_have_every_fact check (case
    when status = 'ready' then ready_at is not null and width is not null and height is not null
      and duration_ms is not null and has_audio is not null and playback_path is not null
    else ready_at is null and width is null and height is null and duration_ms is null and has_audio is null
      and playback_path is null and poster_key is null and unshown_since is null end),
  constraint videos_rejected_ones_say_why check ((status = 'rejected') = (rejection_code is not null)
    and (status = 'rejected') = (rejection_message is not null)),
  constraint videos_aborted_ones_say_why check ((status = 'aborted') = (abort_reason is not null)),
  constraint videos_only_imports_fail_to_download check (abort_reason <> 'import_download_failed'
    or source = 'import'),
  constraint videos_ended_ones_have_no_cover check ((status not in ('rejected', 'aborted')) or cover_key is null),
  constraint videos_have_one_starter check ((key_id is null) <> (staff_id is null))
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
create index videos_staff_id_idx on app.videos (company_id, staff_id) where staff_id is not null;

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
  constraint video_parts_store_id_video_id_fkey foreign key (company_id, store_id, video_id)
    references app.videos (company_id, store_id, id) on delete cascade
);

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
  constraint video_placements_store_id_option_value_id_fkey foreign key (company_id, store_id, option_value_id)
    references app.attribute_values (company_id, store_id, id),
  constraint video_placements_store_id_product_id_fkey foreign key (company_id, store_id, product_id)
    references app.products (company_id, store_id, id),
  constraint video_placements_store_id_video_id_fkey foreign key (company_id, store_id, video_id)
    references app.videos (company_id, store_id, id)
);
create index video_placements_video_id_idx on app.video_placements (store_id, video_id);
create index video_placements_option_value_id_idx on app.video_placements (store_id, option_value_id)
  where option_value_id is not null;

create table app.video_starts (
  company_id uuid not null,
  store_id uuid not null,
  key_id uuid,
  day date not null,
  starts integer not null check (starts > 0),
  imports integer not null,
  staff_id uuid,
  starter_id uuid not null generated always as (coalesce(key_id, staff_id)) stored,
  primary key (store_id, starter_id, day),
  foreign key (company_id, store_id) references app.stores (company_id, id),
  foreign key (company_id, key_id) references app.api_keys (company_id, id),
  foreign key (company_id, staff_id) references app.staff (company_id, id),
  check (imports between 0 and starts),
  constraint video_starts_have_one_starter check ((key_id is null) <> (staff_id is null))
);
create index video_starts_key_id_idx on app.video_starts (company_id, key_id, day);
create index video_starts_staff_id_idx on app.video_starts (company_id, staff_id) where staff_id is not null;
create index video_starts_starter_id_idx on app.video_starts (starter_id, day);

create table internal.media_deletions (
  id uuid primary key default uuidv7(),
  company_id uuid not null,
  media_key text not null check (length(media_key) between 1 and 300),
  storage_upload_id text,
  due_at timestamptz not null default clock_timestamp(),
  created_at timestamptz not null default internal.now(),
  picture jsonb
);
create index media_deletions_due_at_idx on internal.media_deletions (due_at, id);
create index media_deletions_untaken_idx on internal.media_deletions (company_id) where picture is not null;
