-- What the tables of db/schema/videos.sql and their columns mean.

comment on table app.videos is
  'Videos for products: a file that is being uploaded or imported, checked, ready, or refused.';
comment on column app.videos.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.videos.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.videos.store_id is 'The store. The fence compares it.';
comment on column app.videos.key_id is
  'The API key that started it; null when staff did. That key and those that replaced it may use it, and staff; to '
  'other keys it does not exist.';
comment on column app.videos.status is 'uploading, verifying, ready, rejected or aborted. The last two are final.';
comment on column app.videos.source is 'upload: a client sends parts. import: a worker copies it from source_url.';
comment on column app.videos.source_url is 'The link an import is copied from; null for uploads.';
comment on column app.videos.file_name is 'Name given by who uploads; null for imports.';
comment on column app.videos.content_type is 'video/mp4: nothing else is taken.';
comment on column app.videos.size_bytes is
  'Declared size of an upload; true size of an import, null until the link has told it.';
comment on column app.videos.part_count is
  'Parts of 8 MiB an upload is sent in, the last one the rest; null for imports.';
comment on column app.videos.reserved_bytes is
  'What it takes of the plan''s video storage: an import 200 MiB until its size is known, ended ones nothing.';
comment on column app.videos.storage_key is 'Name of the file in storage, never used again.';
comment on column app.videos.storage_upload_id is 'The storage''s own id of the upload in parts, while there is one.';
comment on column app.videos.source_validator is
  'ETag or Last-Modified of an import''s first answer: a later one with another is another file.';
comment on column app.videos.import_started_at is 'When a worker first took the import up.';
comment on column app.videos.lease_id is 'Who works on it: a worker that copies or checks, or a completion under way.';
comment on column app.videos.lease_expires_at is
  'By the wall clock, which tests do not move: it is about a process, not about business.';
comment on column app.videos.completion_idempotency_key is
  'The Idempotency-Key, if any, of the completion that holds the lease or held it last, so that its twin is told at '
  'once.';
comment on column app.videos.check_attempts is
  'Checks in a row that were begun and of which nothing more was heard: what kills its worker each time is given up '
  'in the end.';
comment on column app.videos.width is 'Width in pixels as shown; null until ready.';
comment on column app.videos.height is 'Height in pixels as shown; null until ready.';
comment on column app.videos.duration_ms is 'Length in milliseconds; null until ready.';
comment on column app.videos.has_audio is 'Whether it has sound; null until ready.';
comment on column app.videos.playback_path is 'What stands behind our media address to play it; null until ready.';
comment on column app.videos.poster_key is
  'The picture made of one of its frames, where this installation can make one.';
comment on column app.videos.cover_key is 'The picture its owner chose; shown in place of the made one.';
comment on column app.videos.rejection_code is 'The rule the file breaks.';
comment on column app.videos.rejection_message is 'What is wrong and how to mend it.';
comment on column app.videos.abort_reason is
  'expired, cancelled (deleted before it was complete) or import_download_failed.';
comment on column app.videos.expires_at is
  'While uploading: when it is given up. 24 hours after its start; an import that no worker took up, 1 hour.';
comment on column app.videos.ready_at is 'When it passed every check.';
comment on column app.videos.unshown_since is
  'Ready and on no product since then; null while placed. 48 hours later it stops counting against storage, 7 days '
  'after that it is removed.';
comment on column app.videos.created_at is 'When it was started, by internal.now().';
comment on column app.videos.updated_at is 'When anything shown of it last changed.';
comment on column app.videos.staff_id is 'The member of staff who started it; null when a key did.';

comment on table app.video_parts is
  'Parts of a video on its way to storage: those signed for an upload, those copied of an import.';
comment on column app.video_parts.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.video_parts.store_id is 'The store. The fence compares it.';
comment on column app.video_parts.video_id is 'Its video.';
comment on column app.video_parts.part_number is 'From 1; 8 MiB each, the last one the rest.';
comment on column app.video_parts.size_bytes is 'Its size.';
comment on column app.video_parts.content_md5 is
  'MD5 of its bytes in base64, fixed when it was first signed; empty for a copied part whose storage tells none.';
comment on column app.video_parts.created_at is 'When it was first signed or copied.';

comment on table app.video_placements is
  'Which product shows which video, and where. A product shows a video once it is ready.';
comment on column app.video_placements.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.video_placements.store_id is 'The store. The fence compares it.';
comment on column app.video_placements.product_id is 'The product.';
comment on column app.video_placements.video_id is 'The video: never a rejected or aborted one.';
comment on column app.video_placements.gallery_slot is
  'Photos before the video, as asked for. Shown no higher than the product has photos, so that it stays right when '
  'photos come and go.';
comment on column app.video_placements.sort_order is 'Order among videos of the same slot.';
comment on column app.video_placements.option_value_id is
  'The option it shows, such as a colour; null for all variants.';
comment on column app.video_placements.title is 'Title; null shows the product''s name.';
comment on column app.video_placements.created_at is 'When it was placed.';
comment on column app.video_placements.updated_at is 'When it was last moved.';

comment on table app.video_starts is
  'How many videos a key or a member of staff started in a store on a UTC day: counted apart, since a video may be '
  'deleted and its start still counts.';
comment on column app.video_starts.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.video_starts.store_id is 'The store. The fence compares it.';
comment on column app.video_starts.key_id is 'The API key; null when staff started them.';
comment on column app.video_starts.day is 'The UTC day.';
comment on column app.video_starts.starts is 'Uploads and imports started.';
comment on column app.video_starts.imports is 'Those of them that are imports.';
comment on column app.video_starts.staff_id is 'The member of staff; null when a key started them.';
comment on column app.video_starts.starter_id is 'The one of the two.';

comment on table internal.media_deletions is
  'Files that no row needs any more, written in the transaction that stopped needing them, and pictures that staff '
  'uploaded and nothing shows yet. A worker deletes the file, then the row; a crash in between does it twice, which '
  'harms nothing. due_at is by the wall clock.';
comment on column internal.media_deletions.id is 'UUIDv7, rising with time.';
comment on column internal.media_deletions.company_id is 'The tenant.';
comment on column internal.media_deletions.media_key is 'Key of the stored file.';
comment on column internal.media_deletions.storage_upload_id is
  'Its unfinished multipart upload in storage; null when there is none.';
comment on column internal.media_deletions.due_at is 'When a worker may take it, by the wall clock.';
comment on column internal.media_deletions.created_at is 'When the row was written, by internal.now().';
comment on column internal.media_deletions.picture is
  'Of an upload that may still be taken: {media_key, width, height, size_bytes, received_bytes}; null for a file '
  'that is given up.';

-- The same for what staff may read: internal.readable_videos.
call internal.install_readable('app.videos');
