// What the pages of orders work out by themselves: how a list stands still while it changes, and the store's own clock.
import test from 'ava';
import { heldOf } from '../../server/desk/amounts.ts';
import { merge } from '../../server/desk/pages/orders/merge.ts';
import { expectedCash } from '../../server/desk/pages/orders/order/expected-cash.ts';
import { fromLocal, inDays, toLocal } from '../../server/desk/zoned.ts';

const rows = (ids: string, status = 'new') => [...ids].map((id) => ({ id, status }));
const idsOf = (list: { id: string }[]) => list.map(({ id }) => id).join('');
const shown = (ids: string, hasMore: boolean) => ({ rows: rows(ids), fresh: [], gone: new Set<string>(), hasMore });

test('what arrives waits, and no row that is shown moves', (t) => {
  const { rows: kept, fresh, gone } = merge(shown('cba', true), rows('edc'), false);
  t.is(idsOf(kept), 'cba');
  t.is(idsOf(fresh), 'ed');
  t.deepEqual([...gone], []);
});

test('a row that left the list stays, marked, until it comes back', (t) => {
  const left = merge(shown('dcba', true), rows('dbaz'), false);
  t.is(idsOf(left.rows), 'dcba');
  t.deepEqual([...left.gone], ['c']);
  // The row behind the page moved up into it: it is not new.
  t.is(idsOf(left.fresh), '');
  t.deepEqual([...merge(left, rows('dcba'), false).gone], []);
});

test('rows behind the first page are not taken for gone, but when the page is the whole list', (t) => {
  t.deepEqual([...merge(shown('dcba', false), rows('dc'), false).gone], []);
  t.deepEqual([...merge(shown('dcba', false), rows('dc'), true).gone], ['b', 'a']);
});

test('at the end of a list that grows there, what arrives is new', (t) => {
  t.is(idsOf(merge(shown('ab', false), rows('abc'), true).fresh), 'c');
});

test('a row that changed is drawn anew, the others are the same objects', (t) => {
  const known = shown('ba', false);
  const { rows: now } = merge(known, [{ id: 'b', status: 'confirmed' }, ...rows('a')], true);
  t.is(now[0]!.status, 'confirmed');
  t.is(now[1], known.rows[1]);
});

test('tomorrow at eleven is so on the clock of the store, also across the end of summer time', (t) => {
  const evening = Date.parse('2026-11-22T20:30:00Z');
  // In Dhaka it is the 23rd already.
  t.is(inDays(1, 11, 'Asia/Dhaka', evening).toISOString(), '2026-11-24T05:00:00.000Z');
  t.is(inDays(1, 11, 'UTC', evening).toISOString(), '2026-11-23T11:00:00.000Z');
  const saturday = Date.parse('2026-10-24T10:00:00Z');
  t.is(inDays(0, 11, 'Europe/Berlin', saturday).toISOString(), '2026-10-24T09:00:00.000Z');
  t.is(inDays(1, 11, 'Europe/Berlin', saturday).toISOString(), '2026-10-25T10:00:00.000Z');
});

test('what a form shows of a moment is that moment again', (t) => {
  const moment = new Date('2026-11-22T20:30:00Z');
  for (const zone of ['Asia/Dhaka', 'Europe/Berlin', 'America/St_Johns', 'UTC'])
    t.is(fromLocal(toLocal(moment, zone), zone).getTime(), moment.getTime(), zone);
  t.is(toLocal(moment, 'Asia/Dhaka'), '2026-11-23T02:30');
});

test('of a parcel that is kept in part one expects what is due less what comes back, and no more than was to be collected', (t) => {
  const orderItems = {
    nodes: [
      { id: 'a', quantity: 3, lineTotal: '100.00' },
      { id: 'b', quantity: 1, lineTotal: '250.50' },
    ],
  };
  const expected = (kept: Record<string, number>, dueAmount = '410.50', codAmount = '410.50') =>
    expectedCash({ dueAmount, orderItems }, codAmount, kept);
  t.is(expected({ a: 3, b: 1 }), '410.50');
  // Two of three come back: 66.67 of 100.
  t.is(expected({ a: 1, b: 1 }), '343.83');
  t.is(expected({ a: 3 }), '160.00');
  t.is(expected({ a: 3, b: 1 }, '410.50', '300.00'), '300.00');
  t.is(expected({ a: 1 }, '200.00'), '0.00');
});

test('the cash that is held is added up without losing a poisha', (t) => {
  const work = [
    { heldParcels: 2, heldAmount: '0.10' },
    { heldParcels: 1, heldAmount: '0.20' },
    { heldParcels: 0, heldAmount: null },
  ];
  t.deepEqual(heldOf(work), { parcels: 3, amount: '0.30' });
});
