// Videos as far as the database is concerned: what the doorman and the workers call, without any storage.
import { createHash, randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { TestDatabase } from '../database.ts';
import { callGate, createKey, insert, type TestKey, type TestShop } from '../shop.ts';

export const MIB = 1024 * 1024;
export const md5 = (text: string) => createHash('md5').update(text).digest('base64');

export const facts = { width: 1280, height: 720, duration_ms: 5000, has_audio: false };

/** A pool whose sessions live so much later: '49 hours'. */
export const later = (db: TestDatabase, role: string, offset: string): pg.Pool =>
  db.as(role, { options: `-c haat.clock_offset=${offset.replaceAll(' ', '\\ ')}` });

/** What the doorman asks the gate besides gate.call. */
export async function ask(
  gateway: pg.Pool,
  name: 'start_video_completion' | 'keep_storage_upload',
  values: unknown[],
  // biome-ignore lint/suspicious/noExplicitAny: a value or a refusal
): Promise<any> {
  const { rows } = await gateway.query(
    `select gate.${name}(${values.map((_, i) => `$${i + 1}`).join(', ')}) as answer`,
    values,
  );
  return rows[0].answer;
}

/** Starts an upload of so many bytes; throws when it is refused. */
export async function startUpload(gateway: pg.Pool, key: TestKey, more: Record<string, unknown> = {}): Promise<string> {
  const { outcome, result } = await callGate(gateway, key, 'create_video', {
    file_name: 'clip.mp4',
    size_bytes: 1000,
    ...more,
  });
  if (outcome.sqlstate) throw new Error(`${outcome.sqlstate}: ${outcome.message}`);
  return result.id;
}

export async function startImport(gateway: pg.Pool, key: TestKey, more: Record<string, unknown> = {}): Promise<string> {
  const { outcome, result } = await callGate(gateway, key, 'import_video', {
    source_url: 'https://example.com/clip.mp4',
    ...more,
  });
  if (outcome.sqlstate) throw new Error(`${outcome.sqlstate}: ${outcome.message}`);
  return result.id;
}

/** Signs every part and completes the upload, as the doorman does when storage has all of it. */
export async function completeUpload(
  gateway: pg.Pool,
  key: TestKey,
  id: string,
  checked: Record<string, unknown> = {},
  options: { storeId?: string; idempotencyKey?: string } = {},
) {
  const store = options.storeId ? { store_id: options.storeId } : {};
  const { result: video } = await callGate(gateway, key, 'get_video', { id, ...store }, { bucket: 'read' });
  await callGate(gateway, key, 'sign_video_parts', {
    id,
    ...store,
    parts: Array.from({ length: video.part_count }, (_, n) => ({
      part_number: n + 1,
      content_md5: md5(`${id} ${n + 1}`),
    })),
  });
  const started = await ask(gateway, 'start_video_completion', [key.hash, { id, ...store }, 'test', 60]);
  if (started.sqlstate) throw new Error(`${started.sqlstate}: ${started.message}`);
  return callGate(
    gateway,
    key,
    'complete_video',
    { id, ...store, checked: { lease: started.lease, ...checked } },
    options.idempotencyKey ? { idempotencyKey: options.idempotencyKey } : {},
  );
}

/** Leases a video, whatever else waits. */
export async function lease(db: TestDatabase, id: string): Promise<string> {
  const lease = randomUUID();
  await db.admin.query(
    `update app.videos set lease_id = $2, lease_expires_at = clock_timestamp() + interval '1 minute' where id = $1`,
    [id, lease],
  );
  return lease;
}

/** Checks a video that is verifying and finds it good, as a worker does. */
export async function passCheck(db: TestDatabase, id: string, worker = db.as('haat_worker')): Promise<boolean> {
  const { rows } = await worker.query('select internal.finish_video($1, $2, $3, $4, $5) as done', [
    id,
    await lease(db, id),
    facts,
    { media_key: `images/p/${id}.webp`, width: 1280, height: 720, size_bytes: 1 },
    `videos/c/${id}.mp4?signature=s`,
  ]);
  return rows[0].done;
}

/** An upload that went all the way. */
export async function readyVideo(
  db: TestDatabase,
  gateway: pg.Pool,
  key: TestKey,
  more: Record<string, unknown> = {},
): Promise<string> {
  const id = await startUpload(gateway, key, more);
  const { outcome } = await completeUpload(
    gateway,
    key,
    id,
    {},
    more.store_id ? { storeId: more.store_id as string } : {},
  );
  if (outcome.sqlstate) throw new Error(`${outcome.sqlstate}: ${outcome.message}`);
  // Not as haat_worker: a session of its own would count as a worker that is there.
  await passCheck(db, id, db.admin);
  return id;
}

/** The key that replaces another by rotation. */
export async function rotateKey(db: TestDatabase, shop: TestShop, old: TestKey, row: Record<string, unknown> = {}) {
  await db.admin.query(
    `update app.api_keys k set revoked_at = internal.now() from app.api_keys o
     where o.id = $1 and k.lineage_id = o.lineage_id and k.grace_ends_at is not null and k.revoked_at is null`,
    [old.id],
  );
  const { rows } = await db.admin.query(
    `update app.api_keys set grace_ends_at = internal.now() + interval '1 day' where id = $1 returning lineage_id, store_id`,
    [old.id],
  );
  return createKey(db.admin, shop.companyId, {
    storeId: rows[0].store_id ?? undefined,
    row: { lineage_id: rows[0].lineage_id, replaces_key_id: old.id, ...row },
  });
}

export async function addPhotos(db: TestDatabase, shop: TestShop, productId: string, count: number): Promise<void> {
  const { rows } = await db.admin.query('select count(*)::int as count from app.product_images where product_id = $1', [
    productId,
  ]);
  for (let n = 0; n < count; n++)
    await insert(db.admin, 'product_images', {
      company_id: shop.companyId,
      store_id: shop.stores[0].id,
      product_id: productId,
      media_key: `images/x/${randomUUID()}.webp`,
      position: rows[0].count + n,
    });
}
