// A client that uploads videos as the guide tells, and a worker that checks them.
import { createHash } from 'node:crypto';
import { openStorage } from '../../../server/media/storage/index.ts';
import { createLog } from '../../../server/process/log.ts';
import { createOutbound } from '../../../server/process/outbound.ts';
import { Videos } from '../../../workers/videos/index.ts';
import { type Answer, mediaUrl, type RequestOptions, type TestApi } from '../api.ts';
import type { TestDatabase } from '../database.ts';

export const partSize = 8 * 1024 * 1024;

export const md5 = (bytes: Buffer) => createHash('md5').update(bytes).digest('base64');

export const partsOf = (bytes: Buffer) =>
  Array.from({ length: Math.ceil(bytes.length / partSize) }, (_, index) =>
    bytes.subarray(index * partSize, (index + 1) * partSize),
  );

export type Send = (method: string, path: string, body?: unknown, more?: RequestOptions) => Promise<Answer>;

/** Where this test's API listens; documents show the address that a new database knows. */
export const reached = (api: TestApi, url: string) => url.replace(mediaUrl, `${api.url}/media`);

export const start = (send: Send, bytes: Buffer, more: object = {}) =>
  send('POST', '/videos', { file_name: 'saree.mp4', size_bytes: bytes.length, ...more });

export const sign = (send: Send, id: string, bytes: Buffer, more: object = {}) =>
  send('POST', `/videos/${id}/parts`, {
    parts: partsOf(bytes).map((part, index) => ({ part_number: index + 1, content_md5: md5(part) })),
    ...more,
  });

type Signed = { part_number: number; url: string; headers: Record<string, string> };

export const put = (api: TestApi, { url, headers }: Signed, bytes: Buffer) =>
  fetch(reached(api, url), { method: 'PUT', headers, body: new Uint8Array(bytes) });

/** Starts an upload and brings its parts; it is still to be completed. */
export async function upload(api: TestApi, send: Send, bytes: Buffer, more: object = {}): Promise<string> {
  const started = await start(send, bytes, more);
  if (started.status !== 201) throw new Error(started.text);
  const { id } = started.body;
  const signed = await sign(send, id, bytes, more);
  if (signed.status !== 200) throw new Error(signed.text);
  for (const part of signed.body.data as Signed[]) {
    const { status } = await put(api, part, partsOf(bytes)[part.part_number - 1]!);
    if (status !== 200) throw new Error(`part ${part.part_number}: ${status}`);
  }
  return id;
}

export const storageOf = (api: TestApi) => openStorage({ kind: 'folder', directory: api.mediaDirectory }, mediaUrl);

/** Works as a worker does until the video is checked. */
export async function check(api: TestApi, db: TestDatabase, id: string): Promise<void> {
  const isDue = 'select from app.videos where id = $1 and status = $2';
  while ((await db.admin.query(isDue, [id, 'verifying'])).rows.length > 0) {
    const videos = new Videos({
      pool: db.as('haat_worker'),
      storage: storageOf(api),
      outbound: createOutbound({ outboundAllow: [], outboundCa: undefined }),
      maxSeconds: 120,
      log: createLog('silent'),
    });
    await videos.checks.run();
  }
}
