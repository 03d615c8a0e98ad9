// Slugs made from names: Latin letters as they are, Bengali ones by sound, else the end of the record's id.
import test from 'ava';
import type { TestDatabase } from '../helpers/database.ts';
import { borrowDatabase } from '../helpers/shared-database.ts';
import { callGate, createShop, type TestShop } from '../helpers/shop.ts';

let db: TestDatabase;
let shop: TestShop;
test.before(async () => {
  db = await borrowDatabase();
  shop = await createShop(db.admin);
});
test.after.always(() => db?.drop());

const extras = {
  product: () => ({ variants: [{ sku: `S-${Math.random()}`, name: 'x', price: 1 }] }),
  brand: () => ({}),
  category: () => ({}),
  attribute: () => ({ type: 'variant' }),
};

async function create(what: keyof typeof extras, name: string): Promise<{ id: string; slug: string }> {
  const { outcome, result } = await callGate(db.as('haat_gateway'), shop.storeKey, `create_${what}`, {
    name,
    ...extras[what](),
  });
  if (outcome.sqlstate) throw new Error(String(outcome.message));
  return result;
}

for (const what of Object.keys(extras) as (keyof typeof extras)[]) {
  test(`${what}: a name in Bengali is written by its sound`, async (t) => {
    for (const [name, slug] of [
      ['শাড়ি', 'shari'],
      ['পাঞ্জাবি ২০২৬', 'panjabi-2026'],
      ['মোবাইল ফোন!', 'mobail-fon'],
      ['টি-শার্ট (Cotton)', 'ti-shart-cotton'],
      ['কে\u09beট ও প\u09dc\u09be', 'kot-o-pora'],
      ['রং', 'rong'],
      ['  Red Shirt ', 'red-shirt'],
    ] as const)
      t.is((await create(what, name)).slug, slug, name);
    t.is((await create(what, 'শাড়ি ।')).slug, 'shari-1');
  });

  test(`${what}: a name without any letter that can be written takes the end of its id`, async (t) => {
    for (const name of ['商品', '✨✨', '👗']) {
      const { id, slug } = await create(what, name);
      t.is(slug, `${what}-${id.slice(-12)}`);
    }
  });

  test(`${what}: the longest name in Bengali still gives a slug`, async (t) => {
    const letters = what === 'attribute' ? 100 : 200;
    const { slug } = await create(what, 'ছ'.repeat(letters));
    t.regex(slug, /^chhochho[a-z]+$/);
    t.regex((await create(what, `${'ছ'.repeat(letters - 1)}ঝ`)).slug, /^chhochho[a-z]+-1$/);
  });
}
