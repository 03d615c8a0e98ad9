-- Written by "npm run db -- schema" from a migrated database: do not edit.

-- Parts of a video on its way to storage: those signed for an upload, those copied of an import.
table app.video_parts (
  -- The tenant. On every row: the fence compares it.
  company_id  uuid not null,
  -- The store. The fence compares it.
  store_id    uuid not null,
  -- Its video.
  video_id    uuid not null,
  -- From 1; 8 MiB each, the last one the rest.
  part_number integer not null,
  -- Its size.
  size_bytes  integer not null,
  -- MD5 of its bytes in base64, fixed when it was first signed; empty for a copied part whose storage tells none.
  content_md5 text not null,
  -- When it was first signed or copied.
  created_at  timestamptz not null default internal.now(),
  constraint video_parts_pkey primary key (video_id, part_number),
  constraint video_parts_company_id_store_id_fkey foreign key (company_id, store_id) references app.stores(company_id, id),
  constraint video_parts_store_id_video_id_fkey foreign key (company_id, store_id, video_id) references app.videos(company_id, store_id, id) on delete cascade,
  constraint video_parts_content_md5_check check (content_md5 ~ '^([A-Za-z0-9+/]{22}==)?$'),
  constraint video_parts_part_number_check check (part_number >= 1 and part_number <= 25),
  constraint video_parts_size_bytes_check check (size_bytes >= 1 and size_bytes <= 8388608)
);
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (true);
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using (((company_id = (select internal.current_company_id())) and (store_id = any ((select internal.current_store_ids())::uuid[]))));
grant select to haat_dba, haat_gatekeeper;

-- Which product shows which video, and where. A product shows a video once it is ready.
table app.video_placements (
  -- The tenant. On every row: the fence compares it.
  company_id      uuid not null,
  -- The store. The fence compares it.
  store_id        uuid not null,
  -- The product.
  product_id      uuid not null,
  -- The video: never a rejected or aborted one.
  video_id        uuid not null,
  -- Photos before the video, as asked for. Shown no higher than the product has photos, so that it stays right when
  -- photos come and go.
  gallery_slot    integer not null default 1,
  -- Order among videos of the same slot.
  sort_order      integer not null default 0,
  -- The option it shows, such as a colour; null for all variants.
  option_value_id uuid,
  -- Title; null shows the product's name.
  title           text,
  -- When it was placed.
  created_at      timestamptz not null,
  -- When it was last moved.
  updated_at      timestamptz not null,
  constraint video_placements_pkey primary key (product_id, video_id),
  constraint video_placements_company_id_store_id_fkey foreign key (company_id, store_id) references app.stores(company_id, id),
  constraint video_placements_store_id_option_value_id_fkey foreign key (company_id, store_id, option_value_id) references app.attribute_values(company_id, store_id, id),
  constraint video_placements_store_id_product_id_fkey foreign key (company_id, store_id, product_id) references app.products(company_id, store_id, id),
  constraint video_placements_store_id_video_id_fkey foreign key (company_id, store_id, video_id) references app.videos(company_id, store_id, id),
  constraint video_placements_gallery_slot_check check (gallery_slot >= 0 and gallery_slot <= 30),
  constraint video_placements_sort_order_check check (sort_order >= 0 and sort_order <= 99),
  constraint video_placements_title_check check (length(title) >= 1 and length(title) <= 200)
);
create index video_placements_option_value_id_idx on app.video_placements using btree (store_id, option_value_id) where (option_value_id is not null);
create index video_placements_video_id_idx on app.video_placements using btree (store_id, video_id);
trigger _100_stamp_times before insert or update on app.video_placements for each row execute function internal.tg__stamp_times();
trigger _400_journal after insert or delete or update on app.video_placements for each row execute function internal.tg__journal('video_placement', 'product_id video_id', '', '', '');
trigger _500_touch_on_delete after delete on app.video_placements referencing old table as old_rows for each statement execute function internal.tg_video_placements__touch();
trigger _500_touch_on_insert after insert on app.video_placements referencing new table as new_rows for each statement execute function internal.tg_video_placements__touch();
trigger _500_touch_on_update after update on app.video_placements referencing old table as old_rows new table as new_rows for each statement execute function internal.tg_video_placements__touch();
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (true);
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using (((company_id = (select internal.current_company_id())) and (store_id = any ((select internal.current_store_ids())::uuid[]))));
grant select to haat_api, haat_dba, haat_gatekeeper, haat_staff;

-- How many videos a key or a member of staff started in a store on a UTC day: counted apart, since a video may be
-- deleted and its start still counts.
table app.video_starts (
  -- The tenant. On every row: the fence compares it.
  company_id uuid not null,
  -- The store. The fence compares it.
  store_id   uuid not null,
  -- The API key; null when staff started them.
  key_id     uuid,
  -- The UTC day.
  day        date not null,
  -- Uploads and imports started.
  starts     integer not null,
  -- Those of them that are imports.
  imports    integer not null,
  -- The member of staff; null when a key started them.
  staff_id   uuid,
  -- The one of the two.
  starter_id uuid not null generated always as (coalesce(key_id, staff_id)) stored,
  constraint video_starts_pkey primary key (store_id, starter_id, day),
  constraint video_starts_company_id_key_id_fkey foreign key (company_id, key_id) references app.api_keys(company_id, id),
  constraint video_starts_company_id_staff_id_fkey foreign key (company_id, staff_id) references app.staff(company_id, id),
  constraint video_starts_company_id_store_id_fkey foreign key (company_id, store_id) references app.stores(company_id, id),
  constraint video_starts_check check (imports >= 0 and imports <= starts),
  constraint video_starts_have_one_starter check ((key_id is null) <> (staff_id is null)),
  constraint video_starts_starts_check check (starts > 0)
);
create index video_starts_key_id_idx on app.video_starts using btree (company_id, key_id, day);
create index video_starts_staff_id_idx on app.video_starts using btree (company_id, staff_id) where (staff_id is not null);
create index video_starts_starter_id_idx on app.video_starts using btree (starter_id, day);
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (true);
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using (((company_id = (select internal.current_company_id())) and (store_id = any ((select internal.current_store_ids())::uuid[]))));
grant delete, select to haat_gatekeeper;
grant select to haat_dba;

-- Videos for products: a file that is being uploaded or imported, checked, ready, or refused.
table app.videos (
  -- UUIDv7: opaque to clients, rising with time.
  id                         uuid not null default uuidv7(),
  -- The tenant. On every row: the fence compares it.
  company_id                 uuid not null,
  -- The store. The fence compares it.
  store_id                   uuid not null,
  -- The API key that started it; null when staff did. That key and those that replaced it may use it, and staff; to
  -- other keys it does not exist.
  key_id                     uuid,
  -- uploading, verifying, ready, rejected or aborted. The last two are final.
  status                     text not null default 'uploading',
  -- upload: a client sends parts. import: a worker copies it from source_url.
  source                     text not null,
  -- The link an import is copied from; null for uploads.
  source_url                 text,
  -- Name given by who uploads; null for imports.
  file_name                  text,
  -- video/mp4: nothing else is taken.
  content_type               text not null default 'video/mp4',
  -- Declared size of an upload; true size of an import, null until the link has told it.
  size_bytes                 bigint,
  -- Parts of 8 MiB an upload is sent in, the last one the rest; null for imports.
  part_count                 integer generated always as ( case when (source = 'upload') then ((size_bytes + 8388607) / 8388608) else null end) stored,
  -- What it takes of the plan's video storage: an import 200 MiB until its size is known, ended ones nothing.
  reserved_bytes             bigint not null,
  -- Name of the file in storage, never used again.
  storage_key                text not null,
  -- The storage's own id of the upload in parts, while there is one.
  storage_upload_id          text,
  -- ETag or Last-Modified of an import's first answer: a later one with another is another file.
  source_validator           text,
  -- When a worker first took the import up.
  import_started_at          timestamptz,
  -- Who works on it: a worker that copies or checks, or a completion under way.
  lease_id                   uuid,
  -- By the wall clock, which tests do not move: it is about a process, not about business.
  lease_expires_at           timestamptz,
  -- The Idempotency-Key, if any, of the completion that holds the lease or held it last, so that its twin is told at
  -- once.
  completion_idempotency_key text,
  -- Checks in a row that were begun and of which nothing more was heard: what kills its worker each time is given up
  -- in the end.
  check_attempts             integer not null default 0,
  -- Width in pixels as shown; null until ready.
  width                      integer,
  -- Height in pixels as shown; null until ready.
  height                     integer,
  -- Length in milliseconds; null until ready.
  duration_ms                integer,
  -- Whether it has sound; null until ready.
  has_audio                  boolean,
  -- What stands behind our media address to play it; null until ready.
  playback_path              text,
  -- The picture made of one of its frames, where this installation can make one.
  poster_key                 text,
  -- The picture its owner chose; shown in place of the made one.
  cover_key                  text,
  -- The rule the file breaks.
  rejection_code             text,
  -- What is wrong and how to mend it.
  rejection_message          text,
  -- expired, cancelled (deleted before it was complete) or import_download_failed.
  abort_reason               text,
  -- While uploading: when it is given up. 24 hours after its start; an import that no worker took up, 1 hour.
  expires_at                 timestamptz,
  -- When it passed every check.
  ready_at                   timestamptz,
  -- Ready and on no product since then; null while placed. 48 hours later it stops counting against storage, 7 days
  -- after that it is removed.
  unshown_since              timestamptz,
  -- When it was started, by internal.now().
  created_at                 timestamptz not null,
  -- When anything shown of it last changed.
  updated_at                 timestamptz not null,
  -- The member of staff who started it; null when a key did.
  staff_id                   uuid,
  constraint videos_pkey primary key (id),
  constraint videos_storage_key_key unique (storage_key),
  constraint videos_store_id_id_key unique (store_id, id, company_id),
  constraint videos_company_id_key_id_fkey foreign key (company_id, key_id) references app.api_keys(company_id, id),
  constraint videos_company_id_staff_id_fkey foreign key (company_id, staff_id) references app.staff(company_id, id),
  constraint videos_company_id_store_id_fkey foreign key (company_id, store_id) references app.stores(company_id, id),
  constraint videos_abort_reason_check check (abort_reason in ('expired', 'cancelled', 'import_download_failed')),
  constraint videos_aborted_ones_say_why check ((status = 'aborted') = (abort_reason is not null)),
  constraint videos_check_attempts_check check (check_attempts >= 0),
  constraint videos_content_type_check check (content_type = 'video/mp4'),
  constraint videos_cover_key_check check (length(cover_key) >= 1 and length(cover_key) <= 300),
  constraint videos_duration_ms_check check (duration_ms > 0),
  constraint videos_ended_ones_have_no_cover check ((status <> all (array['rejected', 'aborted'])) or cover_key is null),
  constraint videos_file_name_check check (length(file_name) >= 1 and length(file_name) <= 255),
  constraint videos_have_one_starter check ((key_id is null) <> (staff_id is null)),
  constraint videos_height_check check (height > 0),
  constraint videos_imports_have_a_link check ((source = 'import') = (source_url is not null)),
  constraint videos_leased_ones_have_work check (lease_id is null or (status in ('uploading', 'verifying'))),
  constraint videos_leases_have_an_end check ((lease_id is null) = (lease_expires_at is null)),
  constraint videos_only_imports_are_started check (source = 'import' or import_started_at is null and source_validator is null),
  constraint videos_only_imports_fail_to_download check (abort_reason <> 'import_download_failed' or source = 'import'),
  constraint videos_playback_path_check check (length(playback_path) >= 1 and length(playback_path) <= 1024),
  constraint videos_poster_key_check check (length(poster_key) >= 1 and length(poster_key) <= 300),
  constraint videos_ready_ones_have_every_fact check (
case
    when status = 'ready' then ready_at is not null and width is not null and height is not null and duration_ms is not null and has_audio is not null and playback_path is not null
    else ready_at is null and width is null and height is null and duration_ms is null and has_audio is null and playback_path is null and poster_key is null and unshown_since is null
end),
  constraint videos_rejected_ones_say_why check ((status = 'rejected') = (rejection_code is not null) and (status = 'rejected') = (rejection_message is not null)),
  constraint videos_rejection_code_check check (rejection_code in ('VIDEO_TOO_LARGE', 'VIDEO_NOT_MP4', 'VIDEO_TRUNCATED', 'VIDEO_CORRUPT', 'VIDEO_NO_VIDEO_TRACK', 'VIDEO_MULTIPLE_TRACKS', 'VIDEO_CODEC', 'VIDEO_HEVC', 'VIDEO_PROFILE', 'VIDEO_AUDIO_CODEC', 'VIDEO_DIMENSIONS', 'VIDEO_EMPTY', 'VIDEO_ENCRYPTED', 'VIDEO_FRAGMENTED', 'VIDEO_TOO_LONG')),
  constraint videos_rejection_message_check check (length(rejection_message) >= 1 and length(rejection_message) <= 1000),
  constraint videos_reserve_what_they_need check (
case
    when status in ('rejected', 'aborted') then reserved_bytes = 0
    when status = 'uploading' then reserved_bytes > 0 and reserved_bytes >= coalesce(size_bytes, 0)
    else size_bytes is not null and reserved_bytes = size_bytes
end),
  constraint videos_reserved_bytes_check check (reserved_bytes >= 0 and reserved_bytes <= 209715200),
  constraint videos_size_bytes_check check (size_bytes >= 1 and size_bytes <= 209715200),
  constraint videos_source_check check (source in ('upload', 'import')),
  constraint videos_source_url_check check (length(source_url) >= 1 and length(source_url) <= 2048),
  constraint videos_source_validator_check check (length(source_validator) >= 1 and length(source_validator) <= 1024),
  constraint videos_status_check check (status in ('uploading', 'verifying', 'ready', 'rejected', 'aborted')),
  constraint videos_storage_key_check check (length(storage_key) >= 1 and length(storage_key) <= 300),
  constraint videos_storage_upload_id_check check (length(storage_upload_id) >= 1 and length(storage_upload_id) <= 1024),
  constraint videos_uploading_ones_expire check ((status = 'uploading') = (expires_at is not null)),
  constraint videos_uploads_end_with_uploading check (status = 'uploading' or storage_upload_id is null and source_validator is null),
  constraint videos_uploads_have_a_name_and_size check (
case source
    when 'upload' then file_name is not null and size_bytes is not null
    else file_name is null
end),
  constraint videos_width_check check (width > 0)
);
create index videos_company_id_created_at_idx on app.videos using btree (company_id, created_at desc, id desc);
create index videos_key_id_idx on app.videos using btree (company_id, key_id);
create index videos_reserved_idx on app.videos using btree (company_id) include (reserved_bytes, status, unshown_since) where (reserved_bytes > 0);
create index videos_staff_id_idx on app.videos using btree (company_id, staff_id) where (staff_id is not null);
create index videos_store_id_created_at_idx on app.videos using btree (store_id, created_at desc, id desc);
create index videos_unshown_idx on app.videos using btree (unshown_since) where (unshown_since is not null);
create index videos_uploading_idx on app.videos using btree (created_at, id) where (status = 'uploading');
create index videos_verifying_idx on app.videos using btree (created_at, id) where (status = 'verifying');
create unique index videos_one_import_copied_a_company on app.videos using btree (company_id) where ((source = 'import') and (status = 'uploading') and (lease_id is not null));
trigger _100_stamp_times before insert or update on app.videos for each row execute function internal.tg__stamp_times();
trigger _400_journal after insert or delete or update on app.videos for each row execute function internal.tg__journal('video', 'id', '', 'storage_upload_id source_validator import_started_at lease_id lease_expires_at completion_idempotency_key check_attempts reserved_bytes expires_at unshown_since', 'storage_key');
trigger _500_touch_products after update on app.videos for each row when (('ready' = old.status or 'ready' = new.status) and (old.status is distinct from new.status or old.playback_path is distinct from new.playback_path or old.poster_key is distinct from new.poster_key or old.cover_key is distinct from new.cover_key or old.width is distinct from new.width or old.height is distinct from new.height or old.duration_ms is distinct from new.duration_ms or old.has_audio is distinct from new.has_audio)) execute function internal.tg_videos__touch_products();
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (true);
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using (((company_id = (select internal.current_company_id())) and (store_id = any ((select internal.current_store_ids())::uuid[]))));
grant select (id, company_id, store_id, key_id, status, source, source_url, file_name, content_type, size_bytes, part_count, reserved_bytes, lease_expires_at, width, height, duration_ms, has_audio, playback_path, poster_key, cover_key, rejection_code, rejection_message, abort_reason, expires_at, ready_at, unshown_since, created_at, updated_at) to haat_api;
grant select (id, company_id, store_id, key_id, status, source, source_url, file_name, content_type, size_bytes, part_count, reserved_bytes, width, height, duration_ms, has_audio, rejection_code, rejection_message, abort_reason, expires_at, ready_at, unshown_since, created_at, updated_at, staff_id) to haat_staff;
grant select to haat_dba;
grant select, update to haat_gatekeeper;

-- Files that no row needs any more, written in the transaction that stopped needing them, and pictures that staff
-- uploaded and nothing shows yet. A worker deletes the file, then the row; a crash in between does it twice, which
-- harms nothing. due_at is by the wall clock.
table internal.media_deletions (
  -- UUIDv7, rising with time.
  id                uuid not null default uuidv7(),
  -- The tenant.
  company_id        uuid not null,
  -- Key of the stored file.
  media_key         text not null,
  -- Its unfinished multipart upload in storage; null when there is none.
  storage_upload_id text,
  -- When a worker may take it, by the wall clock.
  due_at            timestamptz not null default clock_timestamp(),
  -- When the row was written, by internal.now().
  created_at        timestamptz not null default internal.now(),
  -- Of an upload that may still be taken: {media_key, width, height, size_bytes, received_bytes}; null for a file that
  -- is given up.
  picture           jsonb,
  constraint media_deletions_pkey primary key (id),
  constraint media_deletions_media_key_check check (length(media_key) >= 1 and length(media_key) <= 300)
);
create index media_deletions_due_at_idx on internal.media_deletions using btree (due_at, id);
create index media_deletions_untaken_idx on internal.media_deletions using btree (company_id) where (picture is not null);
grant insert, select to haat_gatekeeper;
grant select to haat_dba;
