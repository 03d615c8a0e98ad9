-- Tells whether who acts may use a video: a key those that it or a key it replaced started, staff every one that they
-- see.
-- Takes: the key that started it, null when a member of staff did.
-- see: guides/videos#show-it-on-a-product
create or replace function internal.is_own_video(key_id uuid) returns boolean
language sql stable
return internal.is_staff_acting() or coalesce(is_own_video.key_id = any (internal.current_key_ids()), false);
