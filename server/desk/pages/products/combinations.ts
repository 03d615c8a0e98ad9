// Variants from options: every size in every colour, as rows that are still to be saved.
import { numberOf, plain } from '../../number.ts';
import type { NewVariantInput } from './product.graphql';
import type { Attribute } from './taxonomy.ts';

export type Option = { attribute: string; value: string };
export type NewVariant = {
  key: string;
  options: Option[];
  name: string;
  sku: string;
  barcode: string;
  price: string;
  discountPrice: string;
  costPrice: string;
  lowStockThreshold: string;
};
export type NewField = Exclude<keyof NewVariant, 'key' | 'options'>;

/** The values that are chosen, by the id of their attribute. */
export type ChosenValues = Record<string, string[]>;

export const keyOf = (options: readonly Option[]): string =>
  options
    .map(({ attribute, value }) => `${attribute}=${value}`)
    .toSorted()
    .join('|');

/** Every combination of the chosen values. Attributes without a chosen value take no part. */
export function combinationsOf(attributes: Attribute[], chosen: ChosenValues): Option[][] {
  let combinations: Option[][] = [[]];
  for (const { id, name, attributeValues } of attributes) {
    const values = attributeValues.nodes.filter((value) => chosen[id]?.includes(value.id));
    if (values.length === 0) continue;
    combinations = combinations.flatMap((options) =>
      values.map(({ value }) => [...options, { attribute: name, value }]),
    );
  }
  return combinations.filter((options) => options.length > 0);
}

const short = (text: string): string =>
  text
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 12);

/** A SKU to begin with: of the product's name and the values, numbered where they have no Latin letters. */
function skuOf(productName: string, options: readonly Option[], n: number): string {
  const parts = [short(productName), ...options.map(({ value }) => short(value))].filter(Boolean);
  return parts.length > options.length ? parts.join('-') : [...parts, String(n + 1)].join('-');
}

export const newVariant = (productName: string, options: Option[], n: number): NewVariant => ({
  key: keyOf(options) || `new ${n}`,
  options,
  name: options.map(({ value }) => value).join(' / ') || productName,
  sku: skuOf(productName, options, n),
  barcode: '',
  price: '',
  discountPrice: '',
  costPrice: '',
  lowStockThreshold: '',
});

export const newVariantInput = (variant: NewVariant): NewVariantInput => ({
  sku: variant.sku.trim(),
  name: variant.name.trim(),
  price: plain(variant.price),
  ...(variant.barcode.trim() && { barcode: variant.barcode.trim() }),
  ...(variant.discountPrice.trim() && { discountPrice: plain(variant.discountPrice) }),
  ...(variant.costPrice.trim() && { costPrice: plain(variant.costPrice) }),
  ...(variant.lowStockThreshold.trim() && { lowStockThreshold: numberOf(variant.lowStockThreshold)! }),
  ...(variant.options.length > 0 && { options: variant.options }),
});
