// What the API refuses in a write of the catalog, the staff's GraphQL refuses too: with the same code, of the same field, and
// nothing is written. The wrong values are made from the operations' schemas, for every field at every depth.
import test from 'ava';
import { z } from 'zod';
import { operations } from '../../server/operations/index.ts';
import { camelCase, fieldsOf, type TakenField, toOperation } from '../../server/staff/operation-inputs.ts';
import { type CatalogDesk, openCatalogDesk } from '../helpers/catalog.ts';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';

type Input = Record<string, unknown>;

let db: TestDatabase;
let desk: CatalogDesk;
/** A sound input of each mutation; its values are replaced one by one. */
let sound: Record<string, Input>;
test.before(async () => {
  db = await freshDatabase();
  desk = await openCatalogDesk(db);
  const { storeId } = desk;
  const category = await desk.change('createCategory', 'category', 'id', { storeId, name: 'Shirts' });
  const brand = await desk.change('createBrand', 'brand', 'id', { storeId, name: 'Bata' });
  const attribute = await desk.change('createAttribute', 'attribute', 'id attributeValues { nodes { id } }', {
    storeId,
    name: 'Colour',
    type: 'variant',
    inputType: 'color',
    values: [{ value: 'Red' }],
  });
  const variant = {
    sku: 'A',
    name: 'A',
    barcode: '1',
    price: '10.00',
    discountPrice: '9.00',
    costPrice: '5.00',
    weight: '1.5',
    dimensions: { length: 1, width: 1, height: 1, unit: 'cm' },
    lowStockThreshold: 1,
    options: [{ attribute: 'Colour', value: 'Red' }],
    imageIndex: null,
  };
  const product = await desk.change('createProduct', 'product', 'id variants { nodes { id } }', {
    storeId,
    name: 'Shirt',
    variants: [variant],
  });
  const texts = {
    name: 'Shirt',
    slug: 'shirt-2',
    shortDescription: 'Cotton',
    description: 'Soft',
    deliveryCharge: '60.00',
    categories: [{ id: category.id, isPrimary: true }],
  };
  const shelf = { name: 'New', slug: 'new', description: 'x', seo: { title: 'x', description: 'x' } };
  const value = { value: 'Blue', position: 1, swatchHex: '#0000FF' };
  sound = {
    createProduct: { storeId, ...texts, variants: [{ ...variant, sku: 'B' }] },
    updateProduct: { id: product.id, ...texts, variants: [{ ...variant, sku: 'C' }] },
    updateVariant: { ...variant, id: product.variants.nodes[0].id, options: undefined, imageIndex: undefined },
    createCategory: { storeId, ...shelf, position: 1 },
    updateCategory: { id: category.id, ...shelf, position: 1 },
    createBrand: { storeId, ...shelf },
    updateBrand: { id: brand.id, ...shelf },
    createAttribute: { storeId, name: 'Size', slug: 'size', type: 'variant', inputType: 'color', values: [value] },
    updateAttribute: { id: attribute.id, name: 'Colour', slug: 'colour' },
    addAttributeValues: { id: attribute.id, values: [value] },
    updateAttributeValue: { id: attribute.id, valueId: attribute.attributeValues.nodes[0].id, ...value },
  };
});
test.after.always(async () => {
  await desk?.stop();
  await db?.drop();
});

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** What no field of this kind may hold. GraphQL itself refuses values of another type, so these have the right one. */
const hostile: Readonly<Record<string, unknown[]>> = {
  String: ['', ' ', 'x'.repeat(100_001), 'nul \0', 'lone \ud800'],
  BigFloat: ['-1', '0.001', '1e30', '10000000000', 'NaN'],
  Int: [-1, 2_000_000_000],
  Float: [-1, 1e9],
};

/** Every input that differs from the sound one in one hostile value, with the way to it. */
function* wrongInputs(fields: TakenField[], input: Input, path: string[] = []): Generator<[string[], Input]> {
  for (const { name, taken } of fields) {
    const here = [...path, name];
    const given = input[name];
    if (given === undefined || given === null) continue;
    if (taken.kind === 'scalar') {
      for (const value of hostile[taken.type] ?? []) yield [here, { ...input, [name]: value }];
    } else if (taken.kind === 'object') {
      for (const [at, wrong] of wrongInputs(taken.fields, given as Input, here))
        yield [at, { ...input, [name]: wrong }];
    } else if (taken.kind === 'list' && taken.of.kind === 'object') {
      const [first, ...rest] = given as Input[];
      for (const [at, wrong] of wrongInputs(taken.of.fields, first!, [...here, '0']))
        yield [at, { ...input, [name]: [wrong, ...rest] }];
      yield [here, { ...input, [name]: Array(201).fill(first) }];
    }
  }
}

/** The rows of the catalog, as one text. */
const written = async () =>
  (
    await db.admin.query(
      `select md5(string_agg(t::text, '' order by t::text)) as hash from (
         select to_jsonb(p) from app.products p union all select to_jsonb(v) from app.variants v
         union all select to_jsonb(c) from app.categories c union all select to_jsonb(b) from app.brands b
         union all select to_jsonb(a) from app.attributes a union all select to_jsonb(v) from app.attribute_values v) t`,
    )
  ).rows[0].hash;

test('every value that the API refuses is refused, by the same code and field, and nothing is written', async (t) => {
  const before = await written();
  let tried = 0;
  for (const [mutation, input] of Object.entries(sound)) {
    const name = snakeCase(mutation);
    const operation = operations[name]!;
    const fields = fieldsOf(name, operation, name === 'create_product' ? ['videos'] : []);
    for (const [at, wrong] of wrongInputs(fields, input)) {
      const label = `${mutation} ${at.join('.')}: ${JSON.stringify(wrong).slice(0, 300)}`;
      const sent = toOperation(fields, wrong, []);
      // A number that is none has no form in JSON.
      const path = operation.path.replace(/\{(\w+)\}/g, (_, parameter) => encodeURIComponent(String(sent[parameter])));
      const parameters = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter!);
      const body = Object.fromEntries(Object.entries(sent).filter(([field]) => !parameters.includes(field)));
      if (z.json().safeParse(body).success === false) continue;
      const isRefusedByShape = !operation.input.safeParse(sent).success || /\\u0000|\\ud800/.test(JSON.stringify(sent));
      if (!isRefusedByShape) continue;
      const answer = await desk.request(operation.method, path, { key: desk.key, body });
      t.is(answer.status, 422, label);
      const { errors } = await desk.attempt(mutation, wrong);
      t.is(errors[0]?.extensions.code, answer.body.error.code, label);
      t.deepEqual(
        errors[0]?.extensions.fields,
        Object.fromEntries(
          Object.entries(answer.body.error.fields).map(([field, problems]) => [
            camelCase(field),
            problems as unknown[],
          ]),
        ),
        label,
      );
      tried += 1;
    }
  }
  t.true(tried > 150, String(tried));
  t.is(await written(), before);
});

test('numbers and words that have no form in JSON or in the schema are refused', async (t) => {
  for (const price of ['NaN', 'Infinity', 'ten', '', '1,5']) {
    const { errors } = await desk.attempt('updateVariant', { id: sound.updateVariant!.id, price });
    t.is(errors[0]?.extensions.code, 'VALIDATION_ERROR', price);
  }
  for (const [mutation, field] of [
    ['updateProduct', 'status'],
    ['updateCategory', 'status'],
    ['updateBrand', 'status'],
    ['updateAttribute', 'type'],
    ['updateAttribute', 'inputType'],
  ] as const) {
    const { errors } = await desk.attempt(mutation, { id: sound[mutation]!.id, [field]: 'sold' });
    t.is(errors[0]?.extensions.code, 'VALIDATION_ERROR', `${mutation} ${field}`);
  }
});
