import test from 'ava';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { closeVideoApi, house, ok, open, openVideoApi, refused } from '../../helpers/shops/video-shop.ts';
import { sign } from '../../helpers/videos/uploads.ts';

test.before(openVideoApi);
test.after.always(closeVideoApi);

testCommonRules('import_video', house, {
  sound: () => ({ source_url: 'https://8.8.8.8/saree.mp4' }),
  wrong: [
    [{ source_url: undefined }, 'source_url'],
    [{ source_url: 'http://example.com/saree.mp4' }, 'source_url'],
    [{ source_url: 'https://127.0.0.1/saree.mp4' }, 'source_url'],
  ],
});

test('an import is accepted, and a link that cannot be followed is refused at once', async (t) => {
  const { send } = await open();
  const from = (source_url: string) => send('POST', '/videos/import', { source_url });
  t.is(refused(await from('http://example.com/a.mp4')), '422 VALIDATION_ERROR');
  for (const link of [
    'https://127.0.0.1/a.mp4',
    'https://localhost/a.mp4',
    'https://169.254.169.254/',
    'https://user:pass@8.8.8.8/',
  ]) {
    const answer = await from(link);
    t.is(refused(answer), '422 VALIDATION_ERROR', link);
    t.is(answer.body.error.fields.source_url.length, 1);
  }
  const accepted = await from('https://8.8.8.8/saree.mp4');
  t.is(accepted.status, 202);
  t.like(accepted.body, {
    status: 'uploading',
    source: 'import',
    source_url: 'https://8.8.8.8/saree.mp4',
    size_bytes: null,
    part_count: null,
  });
  t.is(refused(await sign(send, accepted.body.id, ok)), '409 UPLOAD_IS_IMPORT');
  t.is(refused(await send('POST', `/videos/${accepted.body.id}/complete`, {})), '409 UPLOAD_IS_IMPORT');
});
