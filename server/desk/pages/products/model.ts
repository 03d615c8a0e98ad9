// A product as the fields of its form, and the fields that were changed as the input of the mutation.
import { t } from '../../i18n.ts';
import { numberOf, plain } from '../../number.ts';
import { tagsInput } from '../../parts/tags.ts';
import { type NewVariant, newVariant } from './combinations.ts';
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

type InCategories = { productCategories: Pick<Product['productCategories'], 'nodes'> };

/** The first category is the main one. */
export const categoriesOf = ({ productCategories: { nodes } }: InCategories): string =>
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
    tags: product.tags.join(', '),
    seoTitle: product.seoTitle ?? '',
    seoDescription: product.seoDescription ?? '',
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

/** A new product like this one, as its form begins: a draft with SKUs of its own, without pictures and barcodes. */
export function copyOf(product: Product): { store: string; values: Values; variants: NewVariant[] } {
  // What search engines know it by stays its own.
  const { slug: _, seoTitle: _title, seoDescription: _description, ...known } = valuesOf(product);
  const values = Object.fromEntries(Object.entries(known).filter(([field]) => !field.startsWith('variant ')));
  const copied = t('product.copyName', { name: values.name! });
  const skus: string[] = [];
  const variants = product.variants.nodes.map((variant, n) => {
    const options = variant.variantOptions.nodes.map(({ attribute, value }) => ({
      attribute: attribute?.name ?? '',
      value: value?.value ?? '',
    }));
    const made = newVariant(copied, options, n, skus);
    skus.push(made.sku);
    return {
      ...made,
      ...(options.length === 0 && product.variants.nodes.length > 1 && { name: variant.name }),
      price: variant.price,
      discountPrice: variant.discountPrice ?? '',
      lowStockThreshold: String(variant.lowStockThreshold),
    };
  });
  return { store: product.storeId, values: { ...values, name: copied, status: 'draft' }, variants };
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
  if (field === 'tags') return tagsInput(value);
  if (field === 'lowStockThreshold') return numberOf(text || '0');
  if (text === '' && mayBeNull.includes(field)) return null;
  return amounts.includes(field) ? plain(text) : text;
};

export function updateOf(product: Product, edits: Edits): { input: UpdateProductInput; variantIds: string[] } {
  const fields: Record<string, unknown> = {};
  const variants = new Map<string, Record<string, unknown>>();
  for (const [name, { value }] of Object.entries(edits)) {
    const [, variantId, field] = /^variant (\S+) (\S+)$/.exec(name) ?? [];
    const [, seo] = /^seo(Title|Description)$/.exec(name) ?? [];
    if (seo) fields.seo = { ...(fields.seo as object), [seo.toLowerCase()]: value.trim() || null };
    else if (variantId && field)
      variants.set(variantId, { ...variants.get(variantId), [field]: inputOf(field, value) });
    else fields[name] = inputOf(name, value);
  }
  const saved = [...variants].map(([id, changes]): SavedVariantInput => ({ id, ...changes }));
  return {
    input: { id: product.id, ...fields, ...(saved.length > 0 && { variants: saved }) },
    variantIds: [...variants.keys()],
  };
}
