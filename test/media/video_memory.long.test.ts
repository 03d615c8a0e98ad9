// The largest video there may be on its way into a folder and out again, through a server in a process of its own.
import { type ChildProcess, fork } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { type MediaStorage, openStorage, partSize } from '../../server/media/storage/index.ts';
import type { Task } from '../helpers/processes/video-memory.ts';
import { pinned, send, start } from '../helpers/storage-behaviours.ts';

const helper = path.join(import.meta.dirname, '..', 'helpers', 'processes', 'video-memory.ts');
const atOnce = 4;

test('200 MB in parts, joined and played, take less than 150 MB of memory', async (t) => {
  t.timeout(180_000);
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'haat-video-memory-'));
  const server = fork(helper, [directory], { execArgv: [] });
  t.teardown(async () => {
    const ended = once(server, 'exit');
    server.disconnect();
    await ended;
    fs.rmSync(directory, { recursive: true });
  });
  const [mediaUrl] = (await once(server, 'message')) as [string];
  const storage = openStorage({ kind: 'folder', directory }, mediaUrl);

  // What the code itself takes is not the video's doing.
  await bringThrough(t, server, storage, mediaUrl, 1);
  await tell(server, 'forget the peak');
  await bringThrough(t, server, storage, mediaUrl, 25);
  const { idle, grown } = (await tell(server, 'tell the peak')) as { idle: number; grown: number };
  t.log(`${grown} MB above ${idle} MB`);
  t.true(grown < 150, `${grown} MB`);
});

/** Uploads, joins and plays a video of so many parts; 25 are 200 MB. */
async function bringThrough(
  t: ExecutionContext,
  server: ChildProcess,
  storage: MediaStorage,
  mediaUrl: string,
  count: number,
): Promise<void> {
  const part = randomBytes(partSize);
  const upload = await start(storage);
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const queue = [...numbers];
  const work = async () => {
    for (let n = queue.shift(); n; n = queue.shift()) t.is((await send(storage, upload, n, part)).status, 200);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  await tell(server, { finish: upload, parts: numbers.map((n) => pinned(n, part)) });
  const expected = createHash('sha256');
  for (const _ of numbers) expected.update(part);
  const played = createHash('sha256');
  const answer = await fetch(`${mediaUrl}/${await storage.playbackPath(upload.key)}`);
  for await (const chunk of answer.body!) played.update(chunk);
  t.is(played.digest('hex'), expected.digest('hex'));
}

async function tell(server: ChildProcess, task: Task): Promise<unknown> {
  const answered = once(server, 'message');
  server.send(task);
  return (await answered)[0];
}
