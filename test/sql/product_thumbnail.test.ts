// A product with pictures has one thumbnail, whatever is done to its pictures, and `thumbnail` is that picture.
import test from 'ava';
import type { TestDatabase } from '../helpers/database.ts';
import { runs } from '../helpers/long.ts';
import fc from '../helpers/properties.ts';
import { borrowDatabase } from '../helpers/shared-database.ts';
import { callGate, createShop, type TestShop } from '../helpers/shop.ts';

let db: TestDatabase;
let shop: TestShop;
test.before(async () => {
  db = await borrowDatabase();
  shop = await createShop(db.admin);
});
test.after.always(() => db?.drop());

type Product = { id: string; thumbnail: string | null; images: { id: string; url: string; is_thumbnail: boolean }[] };

async function call(operation: string, input: object) {
  const { outcome, result } = await callGate(db.as('haat_gateway'), shop.storeKey, operation, input);
  if (outcome.sqlstate) throw new Error(`${operation}: ${outcome.sqlstate} ${outcome.message}`);
  return result;
}

let files = 0;
const picture = () => ({ picture: { media_key: `images/${++files}.webp`, width: 10, height: 10, size_bytes: 100 } });
let products = 0;
const createProduct = async (pictures: number): Promise<Product> =>
  call('create_product', {
    name: `Thumb ${++products}`,
    variants: [{ sku: `THUMB-${products}`, name: 'x', price: 1 }],
    images: Array.from({ length: pictures }, picture),
  });

const thumbnailOf = ({ images }: Product) => images.filter(({ is_thumbnail }) => is_thumbnail).map(({ url }) => url);

const step = fc.oneof(
  fc.record({ what: fc.constant('add' as const), which: fc.constant(0) }),
  fc.record({ what: fc.constantFrom('set', 'unset', 'move', 'delete', 'reorder'), which: fc.nat(4) }),
);

test('whatever is done to the pictures, the flag and the field name the same one', async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.nat(3), fc.array(step, { maxLength: 8 }), async (pictures, steps) => {
      let product = await createProduct(pictures);
      for (const { what, which } of steps) {
        const { id, images } = product;
        const image_id = images[which % images.length]?.id;
        if (what === 'add') await call('add_product_images', { id, images: [picture()] });
        else if (!image_id) continue;
        else if (what === 'delete') await call('delete_product_image', { id, image_id });
        else if (what === 'reorder')
          await call('reorder_product_images', { id, image_ids: images.map((i) => i.id).reverse() });
        else {
          const change = { set: { is_thumbnail: true }, unset: { is_thumbnail: false }, move: { position: 0 } }[
            what as 'set'
          ];
          await call('update_product_image', { id, image_id, ...change });
        }
        const { outcome, result } = await callGate(
          db.as('haat_gateway'),
          shop.storeKey,
          'get_product',
          { id },
          { bucket: 'read' },
        );
        t.is(outcome.sqlstate, null);
        product = result;
        t.is(thumbnailOf(product).length, Math.min(product.images.length, 1));
        t.is(product.thumbnail, thumbnailOf(product)[0] ?? null);
      }
    }),
    { numRuns: runs(60) },
  );
});

test('the thumbnail that gives itself up passes it on to the first other picture; the only one stays it', async (t) => {
  const { id, images } = await createProduct(3);
  const [a, b] = images as [Product['images'][0], Product['images'][0]];
  let product: Product = await call('update_product_image', { id, image_id: a.id, is_thumbnail: false });
  t.deepEqual(thumbnailOf(product), [b.url]);
  t.is(product.thumbnail, b.url);
  product = await call('update_product_image', { id, image_id: a.id, is_thumbnail: false });
  t.is(product.thumbnail, b.url, 'one that was none stays none');
  const alone = await createProduct(1);
  product = await call('update_product_image', { id: alone.id, image_id: alone.images[0]!.id, is_thumbnail: false });
  t.deepEqual([product.thumbnail, product.images[0]!.is_thumbnail], [alone.images[0]!.url, true]);
});
