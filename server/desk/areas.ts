// The parts that the pages are loaded in: what one opens after the other in one's work comes together, in one file. The server
// reads it too, so that a browser asks for the files of its page at once.
const areas = {
  '': 'today',
  orders: 'work',
  'orders/print': 'print',
  packing: 'work',
  couriers: 'work',
  returns: 'goods',
  stock: 'goods',
  products: 'goods',
  customers: 'office',
  coupons: 'office',
  reports: 'office',
  settings: 'office',
  'settings/jobs': 'jobs',
  account: 'office',
  tools: 'office',
} as const;

export type AreaName = (typeof areas)[keyof typeof areas];

/** The area of an address without /admin, such as '/orders/5': by its first two words, else by its first. */
export function areaAt(path: string): AreaName | undefined {
  const [, first = '', second] = path.split('/');
  const at = (words: string) => (Object.hasOwn(areas, words) ? areas[words as keyof typeof areas] : undefined);
  return at(`${first}/${second}`) ?? at(first);
}
