import test from 'ava';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { makeVideo } from '../../helpers/operations/makers.ts';
import { createKey } from '../../helpers/shop.ts';
import { closeVideoApi, db, house, ok, open, openVideoApi } from '../../helpers/shops/video-shop.ts';
import { start } from '../../helpers/videos/uploads.ts';

test.before(openVideoApi);
test.after.always(closeVideoApi);

testCommonRules('list_videos', house, {
  async sound(maker) {
    await makeVideo(maker);
    return {};
  },
  of: 'key',
  wrong: [
    [{ limit: 0 }, 'limit'],
    [{ sort: 'name' }, 'sort'],
    [{ starting_after: 7 }, 'starting_after'],
    [{ status: 'lost' }, 'status'],
  ],
});

test('a key lists what it uploads itself, newest first, by status', async (t) => {
  const { shop, send } = await open();
  const [first, second] = [(await start(send, ok)).body.id, (await start(send, ok)).body.id];
  const ids = async (query = '', key = shop.storeKey.key) =>
    (await send('GET', `/videos${query}`, undefined, { key })).body.data.map(({ id }: { id: string }) => id);
  t.deepEqual(await ids(), [second, first]);
  t.deepEqual(await ids('?sort=created_at'), [first, second]);
  t.deepEqual(await ids('?status=ready'), []);
  await send('DELETE', `/videos/${second}`);
  t.deepEqual(await ids('?status=uploading'), [first]);
  const sibling = await createKey(db.admin, shop.companyId, { storeId: shop.stores[0].id });
  t.deepEqual(await ids('', sibling.key), []);
});
