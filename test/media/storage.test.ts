import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import test from 'ava';
import { isMediaKey, newPictureKey, openStorage } from '../../server/media/storage.ts';

function storageOf(t: { teardown(work: () => void): void }) {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'haat-storage-'));
  t.teardown(() => fs.rmSync(directory, { recursive: true }));
  return { directory, storage: openStorage({ kind: 'folder', directory }, 'http://127.0.0.1:4000/media') };
}

const filesIn = (directory: string) =>
  (fs.readdirSync(directory, { recursive: true, withFileTypes: true }) as fs.Dirent[]).filter((entry) =>
    entry.isFile(),
  );

test('what is put can be read, in part too, and deleted twice', async (t) => {
  const { storage } = storageOf(t);
  const key = newPictureKey('company');
  t.is(await storage.stat(key), null);
  await storage.put(key, Readable.from(['0123', '456789']));
  t.deepEqual(await storage.stat(key), { size: 10 });
  t.is(await text(storage.get(key)), '0123456789');
  t.is(await text(storage.get(key, { start: 2, end: 4 })), '234');
  await storage.delete(key);
  await storage.delete(key);
  t.is(await storage.stat(key), null);
});

test('a write that fails half-way leaves nothing', async (t) => {
  const { storage, directory } = storageOf(t);
  async function* broken() {
    yield 'half';
    throw new Error('gone');
  }
  await t.throwsAsync(() => storage.put('images/a/b.webp', Readable.from(broken())), { message: 'gone' });
  t.deepEqual(filesIn(directory), []);
});

test('no key leads out of the store', async (t) => {
  const { storage } = storageOf(t);
  for (const key of [
    ...['../x.webp', 'a/../../x.webp', '/etc/passwd', 'a//b.webp', 'a/.b.webp', '.webp', 'a', 'a.webp/', ''],
    ...['a\\b.webp', 'a%2fb.webp', 'A.webp', 'a b.webp', 'a\0.webp', 'a.webp\n', `${'a'.repeat(300)}.webp`],
  ]) {
    t.false(isMediaKey(key), key);
    await t.throwsAsync(() => storage.stat(key), { message: 'not a media key' }, key);
  }
  t.true(isMediaKey(newPictureKey('01a1fdd0-3732-7be8-9866-6e9a8714c2ef')));
});
