// The bundles in which the pages are loaded: pages that staff open one after the other come in one file. The server reads this
// list too, so that a browser asks for the files of its page at once.
const bundles = {
  '': 'today',
  orders: 'work',
  'orders/print': 'print',
  packing: 'parcels',
  couriers: 'parcels',
  returns: 'stock',
  stock: 'stock',
  products: 'goods',
  customers: 'office',
  coupons: 'office',
  reports: 'office',
  settings: 'settings',
  'settings/jobs': 'jobs',
  account: 'office',
  tools: 'office',
  find: 'find',
  design: 'design',
  'sign-in': 'entrance',
} as const;

export type BundleName = (typeof bundles)[keyof typeof bundles];
export const bundleNames: readonly BundleName[] = [...new Set(Object.values(bundles))];

/** The bundle of an address without /admin, such as '/orders/5': by its first two words, else by its first. */
export function bundleAt(path: string): BundleName | undefined {
  const [, first = '', second] = path.split('/');
  const at = (words: string) => (Object.hasOwn(bundles, words) ? bundles[words as keyof typeof bundles] : undefined);
  return at(`${first}/${second}`) ?? at(first);
}
