// Variants from options: every size in every colour, as rows that are still to be saved.
import { latinDigits } from '../../../gate/typed-number.ts';
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
  /** Of a product that is new: so many are there already. */
  stock: string;
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

/** As Bengali names are written in Latin letters. A consonant that has no vowel of its own is said with an A. */
const latin: Record<string, string> = Object.fromEntries(
  'অA আA ইI ঈI উU ঊU ঋRI এE ঐOI ওO ঔOU কK খKH গG ঘGH ঙNG চC ছCH জJ ঝJH ঞN টT ঠTH ডD ঢDH ণN তT থTH দD ধDH নN পP ফF বB ভBH মM যJ রR লL শSH ষSH সS হH ড়R ঢ়RH য়Y ৎT াA িI ীI ুU ূU ৃRI েE ৈOI োO ৌOU ংNG ঃH ঁN ্'
    .split(' ')
    .map((pair) => [pair.replace(/[A-Z]+$/, ''), pair.replace(/[^A-Z]/g, '')]),
);
const consonant = '[ক-হ]়?(?=[ক-হৎংঃঁ])';

const inLatin = (text: string): string =>
  text
    .normalize('NFC')
    .replace(new RegExp(consonant, 'g'), (letter) => `${latin[letter] ?? letter}A`)
    .replace(/[ঀ-৿]়?/g, (letter) => latin[letter] ?? (/[০-৯]/.test(letter) ? latinDigits(letter) : ''));

const short = (text: string): string =>
  inLatin(text)
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 12);

/** What SKUs of a product of this name begin with. */
export const skuStart = (productName: string): string => short(productName);

/** A SKU to begin with: of the product's name and the values, numbered where it is taken. */
function skuOf(productName: string, options: readonly Option[], taken: readonly string[]): string {
  const parts = [short(productName), ...options.map(({ value }) => short(value))].filter(Boolean);
  const sku = parts.join('-') || 'SKU-1';
  const known = new Set(taken.map((one) => one.toUpperCase()));
  let number = 1;
  while (known.has(number === 1 ? sku : `${sku}-${number}`)) number++;
  return number === 1 ? sku : `${sku}-${number}`;
}

export const newVariant = (
  productName: string,
  options: Option[],
  n: number,
  taken: readonly string[] = [],
): NewVariant => ({
  key: keyOf(options) || `new ${n}`,
  options,
  name: options.map(({ value }) => value).join(' / ') || productName,
  sku: skuOf(productName, options, taken),
  barcode: '',
  price: '',
  discountPrice: '',
  costPrice: '',
  lowStockThreshold: '',
  stock: '',
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
