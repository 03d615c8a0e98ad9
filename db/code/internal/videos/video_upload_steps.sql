-- Takes: a product and its store.
-- Gives: the REST calls that upload a file and place it, in order: [{step, method, path, description}].
-- see: guides/videos#show-it-on-a-product
create or replace function internal.video_upload_steps(product_id uuid, store_id uuid) returns json
language sql immutable
return pg_catalog.json_build_array(
  pg_catalog.json_build_object('step', 1, 'method', 'POST', 'path', '/videos',
    'description', pg_catalog.format(
      'Start the upload with {"store_id": "%s", "file_name", "size_bytes"}: an H.264 MP4 file of at most 209715200 '
      'bytes. The answer has id, part_size and part_count.', store_id)),
  pg_catalog.json_build_object('step', 2, 'method', 'POST', 'path', '/videos/{id}/parts',
    'description', pg_catalog.format(
      'Cut the file into parts of part_size bytes, the last one the rest, and have them signed with {"store_id": '
      '"%s", "parts": [{"part_number", "content_md5"}]}: numbers from 1, the MD5 of each part in base64, all parts '
      'in one call.', store_id)),
  pg_catalog.json_build_object('step', 3, 'method', 'PUT', 'path', '{url}',
    'description', 'Send each part to the url it was given, with its headers and no API key, within 15 minutes. Sign '
      'it again with the same MD5 when the url has expired.'),
  pg_catalog.json_build_object('step', 4, 'method', 'POST', 'path', '/videos/{id}/complete',
    'description', pg_catalog.format(
      'Complete the upload with {"store_id": "%s"}. The video is then verifying; GET /videos/{id} tells when it is '
      'ready.', store_id)),
  pg_catalog.json_build_object('step', 5, 'method', 'POST', 'path',
    pg_catalog.format('/products/%s/videos', product_id),
    'description', pg_catalog.format(
      'Place it with {"store_id": "%s", "video_id"}, at any time after step 1: the product shows it once it is '
      'ready. Or call attach_product_video with video_id.', store_id)));
