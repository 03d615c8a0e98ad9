import test from 'ava';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { makeReturn } from '../../helpers/operations/makers.ts';
import { closeApiShop, house, openApiShop, own, send } from '../../helpers/shops/api-shop.ts';

test.before(openApiShop);
test.after.always(closeApiShop);

testCommonRules('list_returns', house, {
  async sound(maker) {
    await makeReturn(maker);
    return {};
  },
  wrong: [
    [{ status: 'lost' }, 'status'],
    [{ order_id: 'one' }, 'order_id'],
    [{ updated_after: 'yesterday' }, 'updated_after'],
  ],
});

test('returns by status, order and the time of their last change', async (t) => {
  const maker = own();
  const [first, second] = [await makeReturn(maker), await makeReturn(maker)];
  const ids = async (query: string) =>
    (await send('GET', `/returns?${query}`)).body.data.map(({ id }: { id: string }) => id);
  t.deepEqual(await ids(''), [second.id, first.id]);
  t.deepEqual(await ids(`order_id=${first.order_id}`), [first.id]);
  const received = await maker.make('receive_return', { id: first.id });
  t.deepEqual(await ids('status=received'), [first.id]);
  t.deepEqual(await ids('status=requested'), [second.id]);
  t.deepEqual(await ids(`updated_after=${received.updated_at}`), [first.id]);
});
