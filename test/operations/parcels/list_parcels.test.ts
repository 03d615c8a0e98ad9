import test from 'ava';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { makeConfirmedOrder, makeCourier, makeParcel } from '../../helpers/operations/makers.ts';
import { closeApiShop, house, openApiShop, own, send } from '../../helpers/shops/api-shop.ts';

test.before(openApiShop);
test.after.always(closeApiShop);

testCommonRules('list_parcels', house, {
  async sound(maker) {
    await makeParcel(maker);
    return {};
  },
  wrong: [
    [{ status: 'lost' }, 'status'],
    [{ order_id: 'one' }, 'order_id'],
    [{ courier_id: 'one' }, 'courier_id'],
    [{ tracking_code: '' }, 'tracking_code'],
    [{ updated_after: 'yesterday' }, 'updated_after'],
    [{ limit: 0 }, 'limit'],
  ],
});

const ids = async (query: string) =>
  (await send('GET', `/parcels?${query}`)).body.data.map(({ id }: { id: string }) => id);

test('parcels by status, order, courier, tracking code and the time of their last change', async (t) => {
  const maker = own();
  const { order, parcel } = await makeParcel(maker);
  const second = await makeConfirmedOrder(maker);
  const courier_id = await makeCourier(maker);
  const other = await maker.make('book_parcel', { id: second.id, courier_id, tracking_code: 'PX-77 a' });
  t.deepEqual(await ids(''), [other.id, parcel.id]);
  t.deepEqual(await ids('sort=created_at'), [parcel.id, other.id]);
  t.deepEqual(await ids(`order_id=${order.id}`), [parcel.id]);
  t.deepEqual(await ids(`courier_id=${courier_id}`), [other.id]);
  t.deepEqual(await ids(`courier_id=${courier_id}&status=picked_up`), []);
  t.deepEqual(await ids('tracking_code=px-77%20A'), [other.id]);
  const moved = await maker.make('record_parcel_pickup', { id: parcel.id });
  t.deepEqual(await ids('status=booked'), [other.id]);
  t.deepEqual(await ids('status=picked_up'), [parcel.id]);
  t.deepEqual(await ids(`updated_after=${moved.updated_at}`), [parcel.id]);
  const page = (await send('GET', '/parcels?limit=1')).body;
  t.like(page.meta, { has_more: true, next_cursor: other.id });
  t.deepEqual(await ids(`limit=1&starting_after=${page.meta.next_cursor}`), [parcel.id]);
});

test('the parcels of a courier are merged from those of every status', async (t) => {
  const { rows } = await house().db.admin.query(
    `select p.prosrc, l.words from internal.closed_lists() l, pg_proc p
     where (l.relation_name, l.column_name) = ('parcels', 'status') and p.oid = 'internal.parcel_paths'::regproc`,
  );
  const [{ prosrc, words }] = rows;
  const [, named] = /cross join unnest\(array\[([^\]]*)\]\)/.exec(prosrc)!;
  t.deepEqual(named!.match(/\w+/g), words);
});
