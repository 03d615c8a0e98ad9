// Functions of the pages that need no browser. They are written for one, whose types are not those of the server.
import fs from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { bn } from '../../server/desk/messages/bn.ts';
import { en } from '../../server/desk/messages/en.ts';

// biome-ignore lint/suspicious/noExplicitAny: see above
const of = (file: string): Promise<any> => import(new URL(`../../server/desk/${file}`, import.meta.url).href);
const root = path.join(import.meta.dirname, '../..');

test('a SKU is suggested for a Bengali name in Latin letters, and none that is taken', async (t) => {
  const { newVariant } = await of('pages/products/combinations.ts');
  const skuOf = (name: string, values: string[] = [], taken: string[] = []) =>
    newVariant(
      name,
      values.map((value) => ({ attribute: 'x', value })),
      0,
      taken,
    ).sku;
  t.is(skuOf('পাঞ্জাবি'), 'PANJABI');
  t.is(skuOf('শাড়ি', ['লাল', 'XL']), 'SHARI-LAL-XL');
  t.is(skuOf('শাড়ি ২০২৬'), 'SHARI-2026');
  t.is(skuOf('পাঞ্জাবি', [], ['panjabi', 'PANJABI-2']), 'PANJABI-3');
  t.not(skuOf('গামছা'), skuOf('লুঙ্গি'));
  t.is(skuOf('!!!'), 'SKU-1');
});

test('a phone is printed as it is dialled', async (t) => {
  const { plainPhone } = await of('address.ts');
  for (const spelling of ['+880 1711-234567', '০১৭১১২৩৪৫৬৭', '8801711234567', '01711 234 567'])
    t.is(plainPhone(spelling), '01711234567', spelling);
  t.is(plainPhone('+44 20 7946 0000'), '+44 20 7946 0000');
});

test('a coupon whose time is over is not on', async (t) => {
  const { stateOf } = await of('pages/coupons/offer.ts');
  t.is(stateOf({ status: 'active', endsAt: '2020-01-01T00:00:00Z' }), 'ended');
  t.is(stateOf({ status: 'inactive', endsAt: '2020-01-01T00:00:00Z' }), 'inactive');
  for (const endsAt of [null, '2999-01-01T00:00:00Z']) t.is(stateOf({ status: 'active', endsAt }), 'active');
});

test('times in Bengali have the words of the language, before the hour', async (t) => {
  const { settings, when } = await of('i18n.ts');
  const language = settings.language;
  settings.language = 'bn';
  const shown = (['time', 'dayAndTime', 'full'] as const).flatMap((style) =>
    ['03', '09', '13', '17', '21'].map((hour) => when(`2026-01-05T${hour}:05:00Z`, style, 'UTC')),
  );
  settings.language = language;
  for (const text of shown) t.notRegex(text, /[AP]M/i);
  t.is(shown[1], 'সকাল 9:05');
  t.is(new Set(shown.slice(0, 5)).size, 5);
});

test('a filter of days has the last second of its last day, and no more', async (t) => {
  const { inDaysFromTo } = await of('zoned.ts');
  t.deepEqual(inDaysFromTo('2026-02-28', '2026-02-28', 'Asia/Dhaka'), {
    ...{ greaterThanOrEqualTo: '2026-02-27T18:00:00.000Z', lessThan: '2026-02-28T18:00:00.000Z' },
  });
  t.deepEqual(inDaysFromTo('', '2026-12-31', 'UTC'), { lessThan: '2027-01-01T00:00:00.000Z' });
});

test('a list is ordered by its columns alone, in both directions', async (t) => {
  const { sortOf } = await of('parts/columns.ts');
  const columns = [{ text: 'Number', sort: 'NUMBER' }, { text: 'Made', sort: 'CREATED_AT' }, { text: 'Lines' }];
  const by = (sort: string) => sortOf(new URLSearchParams({ sort }), columns);
  for (const sort of ['NUMBER_ASC', 'NUMBER_DESC', 'CREATED_AT_ASC', 'CREATED_AT_DESC']) t.is(by(sort), sort);
  for (const sort of ['', 'NUMBER', 'NAME_ASC', 'undefined_ASC', 'oldest']) t.is(by(sort), 'CREATED_AT_DESC', sort);
});

test('what has no id in its address is no record', async (t) => {
  const { matchPath } = await of('paths.ts');
  t.is(matchPath('/stock/:variantId', '/stock/counts'), undefined);
  const id = '01980a2b-7c3d-7e4f-8a5b-6c7d8e9f0a1b';
  t.deepEqual(matchPath('/stock/:variantId', `/stock/${id}/`), { variantId: id });
  // The parcels that went without a courier stand where a courier's do.
  t.deepEqual(matchPath('/couriers/:id/payouts', '/couriers/by-hand/payouts'), { id: 'by-hand' });
});

test('what happened to an order is told in the histories of its customer', (t) => {
  const sql = fs
    .globSync('db/code/**/*.sql', { cwd: root })
    .map((file) => fs.readFileSync(path.join(root, file), 'utf8'))
    .join('\n');
  const acts = [...sql.matchAll(/add_to_timeline\((?:[^();]|\([^()]*\))*?\s'([a-z_]+)'/g)].map(([, act]) => act!);
  t.true(new Set(acts).size > 15, String(acts));
  t.deepEqual(
    acts.filter((act) => !(`did.order.${act}` in en) || !(`did.order.${act}` in bn)),
    [],
  );
});
