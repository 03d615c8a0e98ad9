// Corruptions of videos, their parts and where they are shown.
import type { Corruption } from './index.ts';

export const videosCorruptions: Corruption[] = [
  {
    check: 'check_videos',
    what: 'a reservation that is not the size',
    statements: [
      'alter table app.videos drop constraint videos_reserve_what_they_need',
      'update app.videos set reserved_bytes = reserved_bytes + 1 where id = :video',
    ],
    object: /^video .*, ready$/,
  },
  {
    check: 'check_videos',
    what: 'storage held by one that ended',
    statements: [
      'alter table app.videos drop constraint videos_reserve_what_they_need',
      'update app.videos set reserved_bytes = 1 where id = :cancelled',
    ],
    object: /^video .*, aborted$/,
  },
  {
    check: 'check_videos',
    what: 'a ready one without a fact',
    statements: [
      'alter table app.videos drop constraint videos_ready_ones_have_every_fact',
      'update app.videos set duration_ms = null where id = :video',
    ],
    object: /^video .*, ready$/,
  },
  {
    check: 'check_videos',
    what: 'a placed one that counts as unshown',
    statements: ['update app.videos set unshown_since = now() where id = :video'],
    object: /^video .*, ready$/,
  },
  {
    check: 'check_videos',
    what: 'one on no product that counts as placed',
    statements: ['delete from app.video_placements where video_id = :video'],
    object: /^video .*, ready$/,
  },
  {
    check: 'check_videos',
    what: 'one that ended still on a product',
    statements: [
      `insert into app.video_placements (company_id, store_id, product_id, video_id, created_at, updated_at) values (:company, :store, :product, :cancelled, now(), now())`,
    ],
    object: /^product /,
  },
  {
    check: 'check_videos',
    what: 'a part of another size',
    statements: ['update app.video_parts set size_bytes = size_bytes - 1 where video_id = :upload'],
    object: /^part 1 of video /,
  },
  {
    check: 'check_videos',
    what: 'a part of a video that is whole',
    statements: ['update app.video_parts set video_id = :video where video_id = :upload'],
    object: /^part 1 of video /,
  },
  {
    check: 'check_videos',
    what: 'a file about to be deleted that is still shown',
    statements: [
      'insert into internal.media_deletions (company_id, media_key) select company_id, poster_key from app.videos where id = :video',
    ],
    object: /^video .*, ready$/,
  },
];
