// A number that is typed is read as it stands, or not at all: never as another number.
import test from 'ava';
import { readNumber } from '../../server/gate/typed-number.ts';
import fc from '../helpers/properties.ts';

const bengali = (text: string) => text.replace(/\d/g, (digit) => String.fromCharCode(0x09e6 + Number(digit)));
/** Grouped by thousand, or by lakh. */
const grouped = (units: string, language: 'en-US' | 'en-IN') => BigInt(units).toLocaleString(language);

const number = fc.record({
  units: fc.oneof(fc.nat().map(String), fc.bigInt(0n, 999_999_999_999n).map(String)),
  decimals: fc.option(fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 4 }), { nil: undefined }),
  isNegative: fc.boolean(),
});

test('it is read in both kinds of digits, with either grouping and the sign of the taka', (t) => {
  const way = fc.record({
    grouping: fc.constantFrom('', 'en-US', 'en-IN'),
    isBengali: fc.boolean(),
    sign: fc.constantFrom('-', '−'),
    currency: fc.constantFrom(['', ''], ['৳', ''], ['৳ ', ''], ['Tk. ', ''], ['BDT ', ''], ['', ' টাকা'], ['', '/-']),
    around: fc.constantFrom('', ' ', '\u00a0', '\n'),
  });
  fc.assert(
    fc.property(number, way, ({ units, decimals, isNegative }, { grouping, isBengali, sign, currency, around }) => {
      const whole = grouping ? grouped(units, grouping as 'en-US') : units;
      const plain = decimals ? `${whole}.${decimals.join('')}` : whole;
      const written = `${isNegative ? sign : ''}${currency[0]}${isBengali ? bengali(plain) : plain}${currency[1]}`;
      const value = `${units}${decimals ? `.${decimals.join('')}` : ''}`;
      const read = readNumber(around + written + around);
      t.is(read, isNegative && /[1-9]/.test(value) ? `-${value}` : value, written);
      // What was read is read as itself.
      t.is(readNumber(read!), read);
    }),
  );
});

test('whatever is typed: what is read has its digits, in their order, and no others', (t) => {
  const piece = fc.constantFrom(...'0123456789০১২৩৪৫৬৭৮৯.,-−+৳ e/%xk²½٣', 'Tk', 'টাকা', 'BDT', '  ', '1,00,000');
  const typed = fc.oneof(
    fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')),
    fc.string(),
  );
  fc.assert(
    fc.property(typed, (text) => {
      const read = readNumber(text);
      if (read === undefined) return;
      const digits = (one: string) =>
        one.replace(/[০-৯]/g, (digit) => String(digit.charCodeAt(0) - 0x09e6)).replace(/[^\d.]/g, '');
      const typedDigits = digits(text.replace(/Tk\./i, '')).replace(/^0+(?=\d)/, '');
      t.is(digits(read), typedDigits, text);
      t.is(read.startsWith('-'), /[-−]/.test(text.replace(/\/[-−]/, '')) && /[1-9]/.test(read), text);
      t.notRegex(text, /[e%xk²½٣]|\p{N}(?<![\d০-৯])/iu.test(text.replace(/tk/gi, '')) ? /./ : /^$/, text);
    }),
    { numRuns: 2_000 },
  );
});

test('what could be meant in two ways is not read', (t) => {
  for (const text of [
    '12,5',
    '12,50',
    '1,2,345',
    '1250,00',
    '1.250,00',
    '1.2.3',
    '5.',
    '.5',
    '1e3',
    '0x10',
    '--5',
    '12-5',
    '1 000',
    '12 5',
    '',
    '৳',
    '-',
    '½',
    '٣',
    '5²',
    '১২ক',
  ])
    t.is(readNumber(text), undefined, text);
});
