// A product as the fields of its form, and the fields that were changed as the input of the mutation.
import { numberOf, plain } from '../../number.ts';
import type { Edits, Values } from './edits.ts';
import type { ProductQuery, SavedVariantInput, UpdateProductInput } from './product.graphql';

export type Product = NonNullable<ProductQuery['product']>;
export type Variant = Product['variants']['nodes'][number];

const variantFields = [
  'name',
  'sku',
  'barcode',
  'price',
  'discountPrice',
  'costPrice',
  'lowStockThreshold',
  'status',
  'imageId',
] as const;
export type VariantField = (typeof variantFields)[number];
export const fieldOfVariant = (id: string, field: VariantField): string => `variant ${id} ${field}`;

/** The first category is the main one. */
const categoriesOf = ({ productCategories: { nodes } }: Product): string =>
  nodes
    .toSorted(
      (one, other) => Number(other.isPrimary) - Number(one.isPrimary) || (one.categoryId < other.categoryId ? -1 : 1),
    )
    .map(({ categoryId }) => categoryId)
    .join(' ');

export function valuesOf(product: Product): Values {
  const values: Values = {
    name: product.name,
    slug: product.slug,
    status: product.status,
    shortDescription: product.shortDescription ?? '',
    description: product.description ?? '',
    deliveryCharge: product.deliveryCharge ?? '',
    brandId: product.brandId ?? '',
    categories: categoriesOf(product),
  };
  for (const variant of product.variants.nodes) {
    const shown: Record<VariantField, string> = {
      name: variant.name,
      sku: variant.sku,
      barcode: variant.barcode ?? '',
      price: variant.price,
      discountPrice: variant.discountPrice ?? '',
      // Written, never read: what goods cost is their average, which is shown beside it.
      costPrice: '',
      lowStockThreshold: String(variant.lowStockThreshold),
      status: variant.status,
      imageId: variant.imageId ?? '',
    };
    for (const field of variantFields) values[fieldOfVariant(variant.id, field)] = shown[field];
  }
  return values;
}

export const categoriesInput = (ids: string): { id: string; isPrimary: boolean }[] =>
  ids.split(' ').flatMap((id, n) => (id ? [{ id, isPrimary: n === 0 }] : []));

/** What an emptied field means: nothing, for those that may be without. */
const mayBeNull = [
  'brandId',
  'shortDescription',
  'description',
  'deliveryCharge',
  'barcode',
  'discountPrice',
  'imageId',
];
const amounts = ['deliveryCharge', 'price', 'discountPrice', 'costPrice'];
const inputOf = (field: string, value: string): unknown => {
  const text = value.trim();
  if (field === 'categories') return categoriesInput(value);
  if (field === 'lowStockThreshold') return numberOf(text || '0');
  if (text === '' && mayBeNull.includes(field)) return null;
  return amounts.includes(field) ? plain(text) : text;
};

export function updateOf(product: Product, edits: Edits): { input: UpdateProductInput; variantIds: string[] } {
  const fields: Record<string, unknown> = {};
  const variants = new Map<string, Record<string, unknown>>();
  for (const [name, { value }] of Object.entries(edits)) {
    const [, variantId, field] = /^variant (\S+) (\S+)$/.exec(name) ?? [];
    if (variantId && field) variants.set(variantId, { ...variants.get(variantId), [field]: inputOf(field, value) });
    else fields[name] = inputOf(name, value);
  }
  const saved = [...variants].map(([id, changes]): SavedVariantInput => ({ id, ...changes }));
  return {
    input: { id: product.id, ...fields, ...(saved.length > 0 && { variants: saved }) },
    variantIds: [...variants.keys()],
  };
}
