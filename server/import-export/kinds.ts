// What moves between shops, and in whose columns. Without what reads and writes it, which brings every operation along.
export const kinds = ['products', 'customers', 'orders'] as const;
export type Kind = (typeof kinds)[number];

/** What becomes of a variant whose SKU stands above already: it waits, or gets one of its own. */
export const skuChoices = ['wait', 'options', 'suffix'] as const;
export type SkuChoice = (typeof skuChoices)[number];

/** What becomes of customers and orders of other shops that have no phone: they are left out, or known by email. */
export const withoutPhoneChoices = ['leave', 'email'] as const;
export type WithoutPhone = (typeof withoutPhoneChoices)[number];

export type Source = 'shopify' | 'woocommerce' | 'haat' | 'other';

/** Whose columns are written too. */
export type Format = Exclude<Source, 'other'>;

/** Which columns each kind is written with. */
export const formats: Record<Kind, readonly Format[]> = {
  products: ['shopify', 'woocommerce', 'haat'],
  customers: ['haat'],
  orders: ['haat'],
};
