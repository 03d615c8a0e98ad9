// The bucket, on a real server that speaks S3. Where that is not to be had, these tests are skipped and the log says why.
import net from 'node:net';
import { buffer } from 'node:stream/consumers';
import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import test from 'ava';
import { newImageKey, newVideoKey, openStorage, StorageUnavailable } from '../../server/media/storage/index.ts';
import { type MediaServer, startMediaServer } from '../helpers/servers/media-server.ts';
import { clientOf, hasSwift, type Swift, startSwift } from '../helpers/servers/swift.ts';
import { send, start, storageBehaviours } from '../helpers/storage-behaviours.ts';

const isThere = hasSwift();
const s3Test = isThere ? test : test.skip;
let swift: Swift;
let server: MediaServer;

if (isThere) {
  test.before(async (t) => {
    t.timeout(120_000);
    swift = await startSwift();
    server = await startMediaServer(swift.bucket);
  });

  test.after.always(async () => {
    await server?.stop();
    await swift?.stop();
  });
}

storageBehaviours(s3Test, () => server);

s3Test('objects lie under the prefix, with their content type', async (t) => {
  const key = newImageKey('company');
  await server.storage.put(key, Buffer.from('x'));
  const { bucket, prefix } = swift.bucket;
  const listed = await clientOf(swift.bucket).send(new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix + key }));
  t.deepEqual(
    listed.Contents?.map(({ Key }) => Key),
    [prefix + key],
  );
});

s3Test('a video is answered with an address of the bucket that many share and that ends', async (t) => {
  const key = newVideoKey('company');
  await server.storage.put(key, Buffer.from('0123456789'));
  const answer = await fetch(`${server.mediaUrl}/${key}`, { redirect: 'manual' });
  t.is(answer.status, 302);
  t.is(answer.headers.get('cache-control'), 'public, max-age=900');
  t.is(answer.headers.get('access-control-allow-origin'), '*');
  const address = answer.headers.get('location')!;
  t.true(address.startsWith(`${swift.bucket.endpoint}/`));
  t.is(new URL(address).searchParams.get('X-Amz-Expires'), '3600');
  t.is((await fetch(address.replace(/(X-Amz-Signature=)(..)/, '$100'))).status, 403);
  t.is((await fetch(address.replace(key, newVideoKey('company')))).status, 403);
});

s3Test('nothing is uploaded to our origin', async (t) => {
  const answer = await fetch(`${server.mediaUrl}/uploads/x/1`, { method: 'PUT', body: 'x' });
  t.is(answer.status, 405);
});

s3Test('a join whose answer was lost is found done, on any machine', async (t) => {
  const upload = await start(server.storage);
  t.is((await send(server.storage, upload, 1, Buffer.from('whole'))).status, 200);
  const parts = (await server.storage.listParts(upload))!;
  await server.storage.finishUpload(upload, parts);
  const other = openStorage(swift.bucket, server.mediaUrl);
  await other.finishUpload(upload, parts);
  // Another size under the key is not the join of these.
  await t.throwsAsync(() => other.finishUpload(upload, [{ ...parts[0]!, size_bytes: 4 }]), {
    instanceOf: StorageUnavailable,
  });
  t.is(String(await buffer(other.get(upload.key))), 'whole');
});

s3Test('trouble of every kind is unavailability, and tells nothing of itself', async (t) => {
  const silent = net.createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  t.teardown(() => silent.close());
  const { port } = silent.address() as net.AddressInfo;
  const { credentials } = swift.bucket;
  const broken = {
    'no server': { ...swift.bucket, endpoint: 'http://127.0.0.1:1' },
    'a server that hangs up': { ...swift.bucket, endpoint: `http://127.0.0.1:${port}` },
    'a wrong secret': { ...swift.bucket, credentials: { ...credentials!, secretAccessKey: 'wrong' } },
    'no bucket': { ...swift.bucket, bucket: 'absent' },
  };
  for (const [trouble, bucket] of Object.entries(broken)) {
    const storage = openStorage(bucket, 'http://127.0.0.1:4000/media');
    const key = newImageKey('company');
    const upload = { key, id: 'x' };
    const refused = { instanceOf: StorageUnavailable, message: 'The storage did not answer.' };
    await t.throwsAsync(() => storage.put(key, Buffer.from('x')), refused, trouble);
    await t.throwsAsync(() => storage.startUpload(key), refused, trouble);
    await t.throwsAsync(() => storage.listParts(upload), refused, trouble);
    await t.throwsAsync(() => storage.finishUpload(upload, []), refused, trouble);
    await t.throwsAsync(() => buffer(storage.get(key)), refused, trouble);
  }
  const server = await startMediaServer(broken['no server']);
  t.teardown(server.stop);
  const answer = await fetch(`${server.mediaUrl}/${newImageKey('company')}`);
  t.is(answer.status, 502);
  const { code, message } = ((await answer.json()) as { error: Record<string, string> }).error;
  t.deepEqual([code, message], ['STORAGE_UNAVAILABLE', 'The file storage did not answer. Try again in a few seconds.']);
});
