import test from 'ava';
import { changedPrice } from '../../server/desk/pages/products/changed-price.ts';
import fc from '../helpers/properties.ts';

test('a price goes up and down by an amount or a percentage, and is rounded', (t) => {
  const cases = [
    ['750.00', 'percent', 10, 1, '825.00'],
    ['750.00', 'percent', -12.5, 500, '655.00'],
    ['99.99', 'percent', 33.33, 1, '133.32'],
    ['750.00', 'amount', 49.5, 100, '800.00'],
    ['750.00', 'amount', -49.5, 1000, '700.00'],
    ['5.00', 'amount', -5, 1, '0.00'],
    ['5.00', 'amount', -6, 1, undefined],
    ['9999999999.99', 'percent', 0.01, 1, '10000999999.99'],
  ] as const;
  for (const [price, by, change, step, after] of cases) t.is(changedPrice(price, { by, change, step }), after, price);
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1e10 }),
      fc.integer({ min: -1e5, max: 1e5 }),
      fc.constantFrom(1, 100, 500, 1000),
      (price, change, step) => {
        const after = changedPrice((price / 100).toFixed(2), { by: 'amount', change: change / 100, step });
        const exact = price + change;
        if (after === undefined) return exact < 0;
        const hundredths = Math.round(Number(after) * 100);
        return hundredths % step === 0 && Math.abs(hundredths - exact) <= step / 2;
      },
    ),
  );
});
