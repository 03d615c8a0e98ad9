/** Three products of the company next door; its plan allows ten, so a test still has room for its own. */
import type { ProductSeed } from './catalog-types.ts';

export const rivalProducts: readonly ProductSeed[] = [
  {
    name: 'Rival Plain T-Shirt',
    code: 'RVL-TEE',
    brand: 'Rival Basics',
    categories: ['t-shirts'],
    kind: 'tshirt',
    colours: ['Black', 'White'],
    accent: '#8A8F98',
    sizes: ['M', 'L'],
    each: { price: 350, cost: 190, weight: 0.2 },
    short: 'A plain T-shirt.',
    about: 'One weight, two colours, no print.',
    facts: {},
  },
  {
    name: 'Rival Canvas Bag',
    code: 'RVL-BAG',
    brand: 'Rival Basics',
    categories: ['clothing'],
    kind: 'bag',
    paint: ['#D8CBB0', '#1A1A1A'],
    each: { price: 290, discount: 250, cost: 140, weight: 0.25 },
    short: 'A canvas bag with a long strap.',
    about: 'Carries a week of vegetables.',
    facts: {},
  },
  {
    name: 'Rival Cap',
    code: 'RVL-CAP',
    brand: null,
    categories: ['clothing'],
    kind: 'scarf',
    paint: ['#1A1A1A', '#8A8F98'],
    each: { price: 220, cost: 110, weight: 0.1 },
    short: 'A cotton cap.',
    about: 'One size, with a strap at the back.',
    facts: {},
    status: 'draft',
  },
];
