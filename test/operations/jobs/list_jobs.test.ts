import test from 'ava';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { brandJob } from '../../helpers/operations/makers.ts';
import { closeApiShop, house, openApiShop, own, send } from '../../helpers/shops/api-shop.ts';

test.before(openApiShop);
test.after.always(closeApiShop);

testCommonRules('list_jobs', house, {
  async sound(maker) {
    await brandJob(maker);
    return {};
  },
  wrong: [
    [{ limit: 0 }, 'limit'],
    [{ status: 'receiving' }, 'status'],
    [{ operation: 'list_brands' }, 'operation'],
  ],
});

test('jobs are listed newest first, by status and by operation', async (t) => {
  const [first, second] = [await brandJob(own()), await brandJob(own())];
  await send('POST', `/jobs/${first.id}/cancel`);
  const ids = async (query = '') => (await send('GET', `/jobs${query}`)).body.data.map(({ id }: { id: string }) => id);
  t.deepEqual(await ids(), [second.id, first.id]);
  t.deepEqual(await ids('?status=cancelled'), [first.id]);
  t.deepEqual(await ids('?operation=create_brand&limit=1'), [second.id]);
  t.deepEqual(await ids('?operation=create_order'), []);
});
