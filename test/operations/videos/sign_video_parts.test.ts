import test from 'ava';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { makeVideo } from '../../helpers/operations/makers.ts';
import { api, closeVideoApi, house, large, ok, open, openVideoApi, refused } from '../../helpers/shops/video-shop.ts';
import { md5, partSize, partsOf, put, sign, start } from '../../helpers/videos/uploads.ts';

test.before(openVideoApi);
test.after.always(closeVideoApi);

testCommonRules('sign_video_parts', house, {
  sound: async (maker) => ({
    id: (await makeVideo(maker)).id,
    parts: [{ part_number: 1, content_md5: md5(Buffer.from('bytes')) }],
  }),
  of: 'key',
  wrong: [
    [{ parts: [] }, 'parts'],
    [{ parts: [{ part_number: 0, content_md5: md5(ok) }] }, 'parts.0.part_number'],
    [{ parts: [{ part_number: 1, content_md5: 'abc' }] }, 'parts.0.content_md5'],
  ],
  // The addresses of a replay live anew.
  lasting: ({ data }) => data.map(({ part_number }: { part_number: number }) => part_number),
});

test('a part takes the bytes it was signed for and no others', async (t) => {
  const { send } = await open();
  const { id } = (await start(send, large)).body;
  const { data } = (await sign(send, id, large)).body;
  const [bytes] = partsOf(large) as [Buffer];
  const tampered = Buffer.from(bytes);
  tampered[9] = tampered[9]! ^ 1;
  t.is((await put(api, data[0], tampered)).status, 400);
  t.is((await put(api, { ...data[0], headers: { 'Content-MD5': md5(tampered) } }, tampered)).status, 403);
  t.deepEqual((await send('GET', `/videos/${id}`)).body.uploaded_parts, []);
  t.is((await sign(send, id, large)).status, 200, 'the same checksum is signed again');
  t.is(refused(await sign(send, id, Buffer.concat([tampered, large.subarray(partSize)]))), '409 FILE_CHANGED');
});

test('signing again with the same Idempotency-Key gives addresses that live anew', async (t) => {
  const { send } = await open();
  const { id } = (await start(send, ok)).body;
  const body = { parts: [{ part_number: 1, content_md5: md5(ok) }] };
  const first = await send('POST', `/videos/${id}/parts`, body, { idempotencyKey: 'once' });
  const again = await send('POST', `/videos/${id}/parts`, body, { idempotencyKey: 'once' });
  t.is(again.headers.get('idempotent-replayed'), 'true');
  t.true(again.body.data[0].expires_at >= first.body.data[0].expires_at);
  t.is((await put(api, again.body.data[0], ok)).status, 200);
});
