// What every storage does, folder or bucket: the same tests for both, over real HTTP.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ExecutionContext } from 'ava';
import {
  newImageKey,
  newVideoKey,
  type PinnedPart,
  StorageUnavailable,
  type Upload,
} from '../../server/media/storage/index.ts';
import type { MediaServer } from './servers/media-server.ts';

// The smallest that S3 takes for a part that is not the last.
export const smallestPart = 5 * 1024 * 1024;

export const md5 = (bytes: Buffer, encoding: 'base64' | 'hex' = 'base64') =>
  createHash('md5').update(bytes).digest(encoding);

export const pinned = (partNumber: number, bytes: Buffer): PinnedPart => ({
  part_number: partNumber,
  size_bytes: bytes.length,
  content_md5: md5(bytes),
});

type Opened = Pick<MediaServer, 'mediaUrl' | 'storage'>;

type Test = (title: string, run: (t: ExecutionContext) => Promise<void>) => void;

/** `opened` is asked when the tests run. */
export function storageBehaviours(test: Test, opened: () => Opened): void {
  const behaviour = (title: string, run: (t: ExecutionContext, opened: Opened) => Promise<void>) =>
    test(title, (t) => run(t, opened()));

  behaviour('what is put can be read, in part too, and deleted twice', async (t, { storage }) => {
    for (const content of [Buffer.from('0123456789'), Readable.from(['0123', '456789'])]) {
      const key = newImageKey('company');
      t.is(await storage.stat(key), null);
      await storage.put(key, content);
      t.deepEqual(await storage.stat(key), { size: 10 });
      t.is(String(await buffer(storage.get(key))), '0123456789');
      t.is(String(await buffer(storage.get(key, { start: 2, end: 4 }))), '234');
      await storage.delete(key);
      await storage.delete(key);
      t.is(await storage.stat(key), null);
    }
  });

  behaviour('a long stream is put whole, and one that breaks off not at all', async (t, { storage }) => {
    const bytes = randomBytes(17 * 1024 * 1024 + 1);
    const pieces = Array.from({ length: 18 }, (_, n) => bytes.subarray(n * 1024 * 1024, (n + 1) * 1024 * 1024));
    const key = newVideoKey('company');
    await storage.put(key, Readable.from(pieces));
    t.true(bytes.equals(await buffer(storage.get(key))));

    const broken = newVideoKey('company');
    async function* breaksOff() {
      yield* pieces;
      throw new Error('gone');
    }
    await t.throwsAsync(() => storage.put(broken, Readable.from(breaksOff())), { message: 'gone' });
    t.is(await storage.stat(broken), null);
  });

  behaviour('an upload comes in parts and is joined', async (t, { storage }) => {
    const parts = [randomBytes(smallestPart), randomBytes(smallestPart + 1), randomBytes(77)];
    const whole = Buffer.concat(parts);
    const upload = await start(storage);
    t.deepEqual(await storage.listParts(upload), []);
    // In any order, and again.
    for (const n of [3, 1, 2, 1]) {
      const answer = await send(storage, upload, n, parts[n - 1]!);
      t.is(answer.status, 200);
      t.is(answer.headers.get('etag'), `"${md5(parts[n - 1]!, 'hex')}"`);
    }
    const pins = parts.map((bytes, index) => pinned(index + 1, bytes));
    t.deepEqual(await storage.listParts(upload), pins);
    t.is(await storage.stat(upload.key), null);

    await storage.finishUpload(upload, pins);
    t.deepEqual(await storage.stat(upload.key), { size: whole.length });
    const range = { start: smallestPart - 3, end: 2 * smallestPart + 20 };
    t.true(whole.subarray(range.start, range.end + 1).equals(await buffer(storage.get(upload.key, range))));
    t.true(whole.equals(await buffer(storage.get(upload.key))));

    // The answer of the first call may have been lost.
    await storage.finishUpload(upload, pins);
    // Nor does giving up what was joined harm it.
    await storage.abortUpload(upload);
    t.deepEqual(await storage.stat(upload.key), { size: whole.length });
    t.true(whole.equals(await buffer(storage.get(upload.key))));
  });

  behaviour('an address takes its part and nothing else', async (t, { storage }) => {
    const bytes = randomBytes(1000);
    const others = randomBytes(1000);
    const upload = await start(storage);
    const { url, headers, expires_at } = await storage.signPart(upload, pinned(1, bytes));
    t.deepEqual(headers, { 'Content-MD5': md5(bytes) });
    const minutes = (Date.parse(expires_at) - Date.now()) / 60_000;
    t.true(minutes > 13 && minutes <= 15, `${minutes}`);

    const refused = async (what: string, statuses: number[], ...call: Parameters<typeof put>) => {
      const answer = await put(...call);
      t.true(statuses.includes(answer.status), `${what}: ${answer.status} ${await answer.text()}`);
    };
    const change = (pattern: RegExp, to: string) => {
      t.regex(url, pattern);
      return url.replace(pattern, to);
    };
    await refused('other bytes', [400], url, others, headers);
    await refused('another checksum', [403], url, others, { 'Content-MD5': md5(others) });
    await refused('no checksum', [403], url, bytes, {});
    await refused('more bytes', [400, 403], url, Buffer.concat([bytes, others]), headers);
    await refused('fewer bytes', [400, 403], url, bytes.subarray(1), headers);
    const numbered = /(\/|partNumber=)1(?=[?&])/;
    await refused('another part', [403], change(numbered, '$12'), bytes, headers);
    await refused('a longer life', [403], change(/(expires=|X-Amz-Expires=)(\d+)/, '$1$29'), bytes, headers);
    await refused('another signature', [403], change(/([Ss]ignature=)(..)/, '$100'), bytes, headers);
    await refused('no signature', [400, 403], change(/(&|\b)(X-Amz-)?[Ss]ignature=[^&]+/, ''), bytes, headers);
    t.deepEqual(await storage.listParts(upload), []);

    t.is((await put(url, bytes, headers)).status, 200);
    // Not even by its own address can a part that came become another one.
    await refused('other bytes', [400], url, others, headers);
    t.deepEqual(await storage.listParts(upload), [pinned(1, bytes)]);
  });

  behaviour('an upload that was given up takes nothing more', async (t, { storage }) => {
    const bytes = randomBytes(1000);
    const upload = await start(storage);
    const signed = await storage.signPart(upload, pinned(1, bytes));
    t.is((await put(signed.url, bytes, signed.headers)).status, 200);
    await storage.abortUpload(upload);
    await storage.abortUpload(upload);
    t.is(await storage.listParts(upload), null);
    t.is((await put(signed.url, bytes, signed.headers)).status, 404);
    await t.throwsAsync(() => storage.finishUpload(upload, [pinned(1, bytes)]), { instanceOf: StorageUnavailable });
    await t.throwsAsync(() => storage.putPart(upload, 1, bytes), { instanceOf: StorageUnavailable });
    t.is(await storage.stat(upload.key), null);
  });

  behaviour('an import puts its parts itself, and may put one again', async (t, { storage }) => {
    const first = randomBytes(smallestPart);
    const second = randomBytes(5);
    const upload = await start(storage);
    t.deepEqual(await storage.putPart(upload, 1, randomBytes(10)), await only(storage.listParts(upload)));
    t.deepEqual(await storage.putPart(upload, 1, first), pinned(1, first));
    await storage.putPart(upload, 2, second);
    const parts = await storage.listParts(upload);
    t.deepEqual(parts, [pinned(1, first), pinned(2, second)]);
    await storage.finishUpload(upload, parts!);
    t.true(Buffer.concat([first, second]).equals(await buffer(storage.get(upload.key))));
  });

  behaviour('only the parts that were named are joined', async (t, { storage }) => {
    const upload = await start(storage);
    const part = await storage.putPart(upload, 1, randomBytes(20));
    const another = { ...part, content_md5: md5(randomBytes(20)) };
    for (const parts of [[another], [{ ...part, size_bytes: 19 }], [part, { ...part, part_number: 2 }]]) {
      await t.throwsAsync(() => storage.finishUpload(upload, parts), { instanceOf: StorageUnavailable });
    }
    t.is(await storage.stat(upload.key), null);
    t.deepEqual(await storage.listParts(upload), [part]);
    await storage.finishUpload(upload, [part]);
    t.deepEqual(await storage.stat(upload.key), { size: 20 });
  });

  behaviour('a video is played from our media address, in ranges', async (t, { storage, mediaUrl }) => {
    const bytes = randomBytes(3000);
    const key = newVideoKey('company');
    await storage.put(key, bytes);
    const path = await storage.playbackPath(key);
    t.is(await storage.playbackPath(key), path);
    const address = `${mediaUrl}/${path}`;
    const whole = await fetch(address);
    t.is(whole.status, 200);
    t.is(whole.headers.get('content-type'), 'video/mp4');
    t.is(whole.headers.get('cache-control'), 'public, max-age=31536000, immutable');
    t.true(bytes.equals(Buffer.from(await whole.arrayBuffer())));
    const part = await fetch(address, { headers: { range: 'bytes=1000-1099' } });
    t.is(part.status, 206);
    t.is(part.headers.get('content-range'), 'bytes 1000-1099/3000');
    t.true(bytes.subarray(1000, 1100).equals(Buffer.from(await part.arrayBuffer())));
    t.is((await fetch(address, { headers: { range: 'bytes=3000-' } })).status, 416);
    const known = await fetch(address, { headers: ifChanged(whole.headers.get('etag')!) });
    t.is(known.status, 304);
    const head = await fetch(address, { method: 'HEAD' });
    t.is(head.status, 200);
    t.is(head.headers.get('content-length'), '3000');
    t.is(head.headers.get('content-type'), 'video/mp4');

    const missing = await storage.playbackPath(newVideoKey('company'));
    t.is((await fetch(`${mediaUrl}/${missing}`)).status, 404);
    t.is((await fetch(`${mediaUrl}/${missing}`, { method: 'HEAD' })).status, 404);
  });

  behaviour('an export is given for its signed address, under its name', async (t, { storage, mediaUrl }) => {
    const key = `exports/company/${randomUUID()}.csv`;
    await storage.put(key, Readable.from(['a,b\r\n', '1,2\r\n']));
    const address = await storage.signDownload(key, 'orders.csv', Math.floor(Date.now() / 1000) + 60);
    const answer = await fetch(address);
    t.is(answer.status, 200);
    t.is(answer.headers.get('content-type'), 'text/csv; charset=utf-8');
    t.regex(answer.headers.get('content-disposition')!, /^attachment; filename="?orders\.csv"?$/);
    t.is(await answer.text(), 'a,b\r\n1,2\r\n');
    t.true([403, 404].includes((await fetch(`${mediaUrl}/${key}`)).status));
    const changed = new URL(address);
    for (const name of changed.searchParams.keys()) if (/signature/i.test(name)) changed.searchParams.set(name, 'x');
    t.is((await fetch(changed)).status, 403);
  });

  behaviour('a picture is served by our origin', async (t, { storage, mediaUrl }) => {
    const key = newImageKey('company');
    await storage.put(key, Buffer.from('0123456789'));
    const answer = await fetch(`${mediaUrl}/${key}`, { redirect: 'error' });
    t.is(answer.status, 200);
    t.is(answer.headers.get('content-type'), 'image/webp');
    t.is(await answer.text(), '0123456789');
    const etag = answer.headers.get('etag')!;
    t.is((await fetch(`${mediaUrl}/${key}`, { headers: ifChanged(etag) })).status, 304);
    const part = await fetch(`${mediaUrl}/${key}`, { headers: { range: 'bytes=-3' } });
    t.is(part.status, 206);
    t.is(await part.text(), '789');
    const beyond = await fetch(`${mediaUrl}/${key}`, { headers: { range: 'bytes=10-' } });
    t.is(beyond.status, 416);
    t.is(beyond.headers.get('cache-control'), 'no-store');
    t.is((await fetch(`${mediaUrl}/${newImageKey('company')}`)).status, 404);
    t.is((await fetch(`${mediaUrl}/${key}`, { method: 'POST' })).status, 405);
  });
}

export async function start(storage: MediaServer['storage']): Promise<Upload> {
  const key = newVideoKey(randomUUID());
  return { key, id: await storage.startUpload(key) };
}

export async function send(storage: MediaServer['storage'], upload: Upload, partNumber: number, bytes: Buffer) {
  const { url, headers } = await storage.signPart(upload, pinned(partNumber, bytes));
  return put(url, bytes, headers);
}

export const put = (url: string, body: Buffer, headers: Record<string, string>) =>
  fetch(url, { method: 'PUT', body: new Uint8Array(body), headers });

/** By itself, fetch would ask for a fresh answer too. */
const ifChanged = (etag: string) => ({ 'if-none-match': etag, 'cache-control': 'max-age=0' });

const only = async <T>(list: Promise<T[] | null>) => (await list)?.[0];
