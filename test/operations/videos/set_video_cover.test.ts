import test from 'ava';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { makeVideo } from '../../helpers/operations/makers.ts';
import { drawn } from '../../helpers/servers/image-server.ts';
import { createShop } from '../../helpers/shop.ts';
import { api, closeImageShop, db, openImageShop, server } from '../../helpers/shops/image-shop.ts';
import { ok, refused } from '../../helpers/shops/video-shop.ts';
import { check, reached, type Send, start, upload } from '../../helpers/videos/uploads.ts';

test.before(openImageShop);
test.after.always(closeImageShop);

async function open(): Promise<{ send: Send }> {
  const { storeKey } = await createShop(db.admin);
  const send: Send = (method, target, body, more = {}) =>
    api.request(method, target, { key: storeKey.key, ...(body !== undefined && { body }), ...more });
  return { send };
}

testCommonRules('set_video_cover', () => ({ db, api }), {
  sound: async (maker) => ({ id: (await makeVideo(maker)).id, cover_url: server.url('/red.png') }),
  of: 'key',
  wrong: [
    [{ cover_url: undefined }, 'cover_url'],
    [{ cover_url: 'http://example.com/cover.png' }, 'cover_url'],
    [{ cover_url: 'https://127.0.0.1/cover.png' }, 'cover_url'],
  ],
});

test('a cover comes as a part of a form, within its own limits', async (t) => {
  const { send } = await open();
  const id = await upload(api, send, ok);
  const cover = (bytes: Buffer, part = 'cover') => {
    const raw = new FormData();
    raw.append(part, new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'cover.png');
    return send('PUT', `/videos/${id}/cover`, undefined, { raw });
  };
  const small = await drawn('png', { width: 64, height: 36 });
  t.is(refused(await cover(Buffer.alloc(8 * 1024 * 1024 + 1))), '413 VALIDATION_ERROR');
  t.is(refused(await cover(Buffer.concat([small, Buffer.alloc(2 * 1024 * 1024)]))), '422 VALIDATION_ERROR');
  t.is(refused(await cover(ok)), '422 VALIDATION_ERROR');
  t.is(refused(await cover(small, 'picture')), '422 VALIDATION_ERROR');
  t.is(refused(await send('PUT', `/videos/${id}/cover`, {})), '422 VALIDATION_ERROR');
  const answer = await cover(small);
  t.is(answer.status, 200);
  const shown = await fetch(reached(api, answer.body.poster_url));
  t.is(shown.headers.get('content-type'), 'image/webp');
  await send('POST', `/videos/${id}/complete`, {});
  await check(api, db, id);
  const ready = (await send('GET', `/videos/${id}`)).body;
  t.deepEqual([ready.status, ready.poster_url], ['ready', answer.body.poster_url], 'a frame does not replace it');
  const ended = (await start(send, ok)).body.id;
  await send('DELETE', `/videos/${ended}`);
  const raw = new FormData();
  raw.append('cover', new Blob([new Uint8Array(small)]), 'cover.png');
  t.is(refused(await send('PUT', `/videos/${ended}/cover`, undefined, { raw })), '410 UPLOAD_NOT_ACTIVE');
});
