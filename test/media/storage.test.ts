import { randomBytes, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { FolderStorage } from '../../server/media/storage/folder.ts';
import { isMediaKey, newImageKey, newVideoKey, StorageUnavailable } from '../../server/media/storage/index.ts';
import { type MediaServer, startMediaServer } from '../helpers/servers/media-server.ts';
import { pinned, put, send, start, storageBehaviours } from '../helpers/storage-behaviours.ts';

let shared: MediaServer;
const sharedDirectory = fs.mkdtempSync(path.join(os.tmpdir(), 'haat-storage-'));

test.before(async () => {
  shared = await startMediaServer({ kind: 'folder', directory: sharedDirectory });
});

test.after.always(async () => {
  await shared.stop();
  fs.rmSync(sharedDirectory, { recursive: true });
});

storageBehaviours(test, () => shared);

async function serverOf(t: ExecutionContext) {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'haat-storage-'));
  const server = await startMediaServer({ kind: 'folder', directory });
  t.teardown(async () => {
    await server.stop();
    fs.rmSync(directory, { recursive: true });
  });
  return { ...server, directory };
}

const filesIn = (directory: string) =>
  (fs.readdirSync(directory, { recursive: true, withFileTypes: true }) as fs.Dirent[])
    .filter((entry) => entry.isFile() && entry.name !== '.secret')
    .map(({ name }) => name);

const bodyOf = async (answer: Response) => (await answer.json()) as { error: Record<string, unknown> };

test('a write that fails half-way leaves nothing', async (t) => {
  const { storage, directory } = await serverOf(t);
  async function* broken() {
    yield 'half';
    throw new Error('gone');
  }
  await t.throwsAsync(() => storage.put('images/a/b.webp', Readable.from(broken())), { message: 'gone' });
  t.deepEqual(filesIn(directory), []);
});

test('no key leads out of the store', async (t) => {
  const { storage, mediaUrl } = shared;
  for (const key of [
    ...['../x.webp', 'a/../../x.webp', '/etc/passwd', 'a//b.webp', 'a/.b.webp', '.webp', 'a', 'a.webp/', ''],
    ...['a\\b.webp', 'a%2fb.webp', 'A.webp', 'a b.webp', 'a\0.webp', 'a.webp\n', `${'a'.repeat(300)}.webp`],
    ...['.secret', '.uploads/a.webp', '.unfinished/a.webp'],
  ]) {
    t.false(isMediaKey(key), key);
    await t.throwsAsync(() => storage.stat(key), { message: 'not a media key' }, key);
    await t.throwsAsync(() => storage.startUpload(key), { message: 'not a media key' }, key);
    t.is((await raw(`${mediaUrl}/${encodeURI(key)}`)).status, 404, key);
  }
  for (const id of ['..', '../../images', '.', '', 'x'.repeat(36)]) {
    const upload = { key: newVideoKey('company'), id };
    await t.throwsAsync(() => storage.listParts(upload), { message: 'not an id of an upload' }, id);
    t.is((await raw(`${mediaUrl}/uploads/${id}/1`, 'PUT')).status, 404, id);
  }
  t.true(isMediaKey(newImageKey('01a1fdd0-3732-7be8-9866-6e9a8714c2ef')));
});

test('what an upload has so far is no media', async (t) => {
  const { storage, mediaUrl } = shared;
  const upload = await start(storage);
  await storage.putPart(upload, 1, Buffer.from('secret'));
  for (const tail of ['1', '1.mp4', '1.webp']) {
    t.is((await raw(`${mediaUrl}/.uploads/${upload.id}/${tail}`)).status, 404);
    t.not((await raw(`${mediaUrl}/uploads/${upload.id}/${tail}`)).status, 200);
  }
});

test('refusals are told in the envelope, and pages of any origin may read them', async (t) => {
  const { storage } = shared;
  const bytes = randomBytes(100);
  const upload = await start(storage);
  const { url, headers } = await storage.signPart(upload, pinned(1, bytes));
  const refusal = async (body: Buffer, sent: Record<string, string>) => {
    const answer = await put(url, body, sent);
    t.is(answer.headers.get('access-control-allow-origin'), '*');
    t.is(answer.headers.get('cache-control'), 'no-store');
    const { code, message, fields } = (await bodyOf(answer)).error;
    return [answer.status, code, message, fields];
  };
  t.deepEqual(await refusal(randomBytes(100), headers), [
    400,
    'VALIDATION_ERROR',
    'The bytes do not match their Content-MD5.',
    { body: ['must be the bytes whose MD5 was signed'] },
  ]);
  const otherLength = [400, 'VALIDATION_ERROR', 'The part must have 100 bytes.', { body: ['must have 100 bytes'] }];
  t.deepEqual(await refusal(randomBytes(101), headers), otherLength);
  t.deepEqual(await refusal(randomBytes(99), headers), otherLength);
  const forbidden = 'The signature does not match this part, its size and its Content-MD5.';
  t.deepEqual(await refusal(bytes, {}), [403, 'FORBIDDEN', forbidden, undefined]);
  await storage.abortUpload(upload);
  t.deepEqual(await refusal(bytes, headers), [
    404,
    'NOT_FOUND',
    'No such upload. It was completed, cancelled or has expired.',
    undefined,
  ]);

  const other = await fetch(url, { method: 'POST' });
  t.is(other.status, 405);
  t.is(other.headers.get('allow'), 'OPTIONS, PUT');
});

test('a browser is told that it may send a part with its checksum', async (t) => {
  const preflight = await fetch(`${shared.mediaUrl}/uploads/${randomUUID()}/1`, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://shop.example',
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'content-md5,content-type',
    },
  });
  t.is(preflight.status, 204);
  t.is(preflight.headers.get('access-control-allow-origin'), '*');
  t.is(preflight.headers.get('access-control-allow-methods'), 'PUT');
  t.is(preflight.headers.get('access-control-allow-headers'), 'Content-MD5, Content-Type');
});

test('an address ends after a quarter of an hour', async (t) => {
  const directory = sharedDirectory;
  const bytes = randomBytes(100);
  const upload = await start(shared.storage);
  const { url, headers } = await shared.storage.signPart(upload, pinned(1, bytes));
  const expires = Math.floor(Date.now() / 1000) - 1;
  const { Signer } = await import('../../server/media/storage/signing.ts');
  const signer = new Signer(fs.readFileSync(path.join(directory, '.secret')));
  const signature = signer.sign('PUT', upload.id, 1, 100, pinned(1, bytes).content_md5, expires);
  const old = new URL(url);
  old.searchParams.set('expires', String(expires));
  t.is((await put(old.href, bytes, headers)).status, 403);
  old.searchParams.set('signature', signature);
  const answer = await put(old.href, bytes, headers);
  t.is(answer.status, 403);
  t.is((await bodyOf(answer)).error.message, 'The address has expired. Sign the part again.');
  const larger = new URL(url);
  larger.searchParams.set('size', '101');
  t.is((await put(larger.href, randomBytes(101), headers)).status, 403);
  t.deepEqual(await shared.storage.listParts(upload), []);
});

test('a body of unknown length is read no further than the part, and one that breaks off leaves nothing', async (t) => {
  const { storage, directory } = await serverOf(t);
  const bytes = randomBytes(200_000);
  const upload = await start(storage);
  const { url, headers } = await storage.signPart(upload, pinned(1, bytes));
  const longer = http.request(url, { method: 'PUT', headers });
  const answered = new Promise<number>((resolve) => longer.on('response', ({ statusCode }) => resolve(statusCode!)));
  longer.write(bytes);
  longer.end('x');
  t.is(await answered, 400);
  t.deepEqual(filesIn(directory), []);

  const broken = http.request(url, { method: 'PUT', headers: { ...headers, 'Content-Length': bytes.length } });
  broken.on('error', () => undefined);
  broken.write(bytes.subarray(0, 150_000));
  await until(() => filesIn(directory).length === 1);
  broken.destroy();
  await until(() => filesIn(directory).length === 0);
  t.deepEqual(await storage.listParts(upload), []);
  t.is((await put(url, bytes, headers)).status, 200);
});

test('of one part the disk holds one that is on its way: the latest', async (t) => {
  const { storage, directory } = await serverOf(t);
  const bytes = randomBytes(200_000);
  const upload = await start(storage);
  const { url, headers } = await storage.signPart(upload, pinned(1, bytes));
  const sendSlowly = () => {
    const slow = http.request(url, { method: 'PUT', headers: { ...headers, 'Content-Length': bytes.length } });
    slow.write(bytes.subarray(0, 150_000));
    return new Promise((resolve) => slow.on('error', resolve));
  };
  const first = sendSlowly();
  await until(() => filesIn(directory).length === 1);
  const second = sendSlowly();
  await first;
  t.is((await put(url, bytes, headers)).status, 200);
  await second;
  await until(() => filesIn(directory).length === 1);
  t.deepEqual(filesIn(directory), ['1']);
});

test('an upload that ends while a part comes in takes it no more', async (t) => {
  const { storage, directory } = await serverOf(t);
  const bytes = randomBytes(200_000);
  const upload = await start(storage);
  const { url, headers } = await storage.signPart(upload, pinned(1, bytes));
  const request = http.request(url, { method: 'PUT', headers: { ...headers, 'Content-Length': bytes.length } });
  const answered = new Promise<number>((resolve) => request.on('response', ({ statusCode }) => resolve(statusCode!)));
  request.write(bytes.subarray(0, 100_000));
  await until(() => filesIn(directory).length === 1);
  await storage.abortUpload(upload);
  request.end(bytes.subarray(100_000));
  t.is(await answered, 404);
  t.deepEqual(filesIn(directory), []);
});

test('a join goes on from wherever it was broken off, and two at once do no harm', async (t) => {
  const { storage, directory } = await serverOf(t);
  const upload = await start(storage);
  for (const [index, bytes] of ['one', 'two', 'three'].entries()) {
    t.is((await send(storage, upload, index + 1, Buffer.from(bytes))).status, 200);
  }
  const parts = (await storage.listParts(upload))!;
  const saved = path.join(directory, 'saved');
  fs.cpSync(path.join(directory, '.uploads'), saved, { recursive: true });
  await Promise.all([storage.finishUpload(upload, parts), storage.finishUpload(upload, parts)]);
  t.is(await text(storage.get(upload.key)), 'onetwothree');
  t.is(await storage.listParts(upload), null);
  // As if the process had died after the join, before the parts went.
  fs.cpSync(saved, path.join(directory, '.uploads'), { recursive: true });
  t.deepEqual(await storage.listParts(upload), parts);
  await storage.finishUpload(upload, parts);
  t.is(await storage.listParts(upload), null);
  t.is(await text(storage.get(upload.key)), 'onetwothree');
  fs.rmSync(saved, { recursive: true });
  t.deepEqual(filesIn(directory), [path.basename(upload.key)]);
});

test('what dead processes left goes in time; what is written just now stays', async (t) => {
  const { directory, storage } = await serverOf(t);
  const old = await start(storage);
  const young = await start(storage);
  const unfinished = path.join(directory, '.unfinished');
  fs.mkdirSync(unfinished);
  for (const name of ['old', 'young']) fs.writeFileSync(path.join(unfinished, name), name);
  const before = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  fs.utimesSync(path.join(unfinished, 'old'), before(1.1), before(1.1));
  fs.utimesSync(path.join(directory, '.uploads', old.id), before(169), before(169));
  fs.utimesSync(path.join(directory, '.uploads', young.id), before(100), before(100));
  await storage.put(newImageKey('company'), Buffer.from('x'));
  t.deepEqual(fs.readdirSync(unfinished), ['young']);
  t.is(await storage.listParts(old), null);
  t.deepEqual(await storage.listParts(young), []);
});

test('one secret signs for all processes, and no other account may read it', async (t) => {
  const directory = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'haat-storage-')), 'media');
  t.teardown(() => fs.rmSync(path.dirname(directory), { recursive: true }));
  const stores = Array.from({ length: 8 }, () => new FolderStorage(directory, 'http://127.0.0.1:4000/media'));
  const key = newVideoKey('company');
  const paths = await Promise.all(stores.map((storage) => storage.playbackPath(key)));
  t.is(new Set(paths).size, 1);
  t.deepEqual(fs.readdirSync(directory), ['.secret']);
  t.is(fs.statSync(path.join(directory, '.secret')).mode & 0o777, 0o600);
});

test('a video needs its own signature', async (t) => {
  const { storage, mediaUrl } = shared;
  const key = newVideoKey('company');
  await storage.put(key, Buffer.from('0123456789'));
  const [, signature] = (await storage.playbackPath(key)).split('?signature=');
  const [, other] = (await storage.playbackPath(newVideoKey('company'))).split('?signature=');
  // The last letter holds two bits that no byte is made of.
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const respelt = signature!.slice(0, -1) + letters[letters.indexOf(signature!.at(-1)!) + 1];
  const wrong = ['', '?signature=', '?signature=x', `?signature=${other}`, `?signature=${signature}x`];
  for (const query of [
    ...wrong,
    `?signature=${signature}&signature=${signature}`,
    `?signature=${signature}&signature=`,
    `?signature=${respelt}`,
    `?signature=${signature!.slice(1)}`,
  ]) {
    for (const method of ['GET', 'HEAD']) {
      const answer = await fetch(`${mediaUrl}/${key}${query}`, { method });
      t.is(answer.status, 403, query);
      t.is(answer.headers.get('cache-control'), 'no-store');
    }
  }
  t.is(await (await fetch(`${mediaUrl}/${key}?signature=${signature}`)).text(), '0123456789');
});

test('a disk that does not take it is unavailability', async (t) => {
  const { directory, storage, mediaUrl } = await serverOf(t);
  // A file where a folder should be stands for every trouble; root may write anywhere else.
  fs.writeFileSync(path.join(directory, '.unfinished'), '');
  const unavailable = { instanceOf: StorageUnavailable, message: 'The storage did not answer.' };
  await t.throwsAsync(() => storage.put(newImageKey('company'), Buffer.from('x')), unavailable);
  const upload = await start(storage);
  const bytes = Buffer.from('x');
  await t.throwsAsync(() => storage.putPart(upload, 1, bytes), unavailable);
  const { url, headers } = await storage.signPart(upload, pinned(1, bytes));
  t.true(url.startsWith(`${mediaUrl}/uploads/`));
  const answer = await put(url, bytes, headers);
  t.is(answer.status, 502);
  t.is((await bodyOf(answer)).error.code, 'STORAGE_UNAVAILABLE');
});

/** Sends the path as it is: fetch would resolve its dots. */
function raw(address: string, method = 'GET'): Promise<{ status: number }> {
  const { hostname, port, origin } = new URL(address);
  return new Promise((resolve, reject) => {
    http
      .request({ hostname, port, method, path: address.slice(origin.length) }, (response) => {
        response.resume();
        resolve({ status: response.statusCode! });
      })
      .on('error', reject)
      .end();
  });
}

async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; !holds(); tries++) {
    if (tries > 6_000) throw new Error('waited too long');
    await sleep(10);
  }
}
