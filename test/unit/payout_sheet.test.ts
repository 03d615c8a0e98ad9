// Payout sheets as couriers' portals and spreadsheets write them: whatever the encoding and the separator, the same cells.
import test from 'ava';
import {
  chargeOf,
  findColumns,
  isNetHeading,
  parseSheet,
  readLines,
  readText,
} from '../../server/desk/pages/couriers/sheet.ts';
import { writeSheet } from '../helpers/import-files.ts';
import fc from '../helpers/properties.ts';

const utf16 = (text: string, isBig: boolean) => {
  const bytes = Buffer.from(text, 'utf16le');
  return isBig ? bytes.swap16() : bytes;
};
const encodings: Record<string, (text: string) => Buffer> = {
  'UTF-8': (text) => Buffer.from(text),
  'UTF-8 with its mark': (text) => Buffer.from(`\uFEFF${text}`),
  'UTF-16 as Excel writes it': (text) => utf16(`\uFEFF${text}`, false),
  'UTF-16 with the high byte first': (text) => utf16(`\uFEFF${text}`, true),
  'UTF-16 without its mark': (text) => utf16(text, false),
};
const cell = fc.string({ unit: fc.constantFrom(...'AZ09-."\n ,;\t৳কার'), maxLength: 8 }).map((text) => text.trim());

for (const [name, encode] of Object.entries(encodings)) {
  test(`${name}: every cell comes back, whatever separates them`, async (t) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 6 }),
        fc.constantFrom(',', '\t', ';', '|'),
        fc.boolean(),
        async (rows, separator, isWindows) => {
          const headings = ['Consignment ID', 'Merchant Order', 'Collected'];
          const text = writeSheet([headings, ...rows], separator);
          const sheet = await parseSheet(readText(encode(isWindows ? text.replaceAll('\n', '\r\n') : text)));
          const expected = rows.filter((row) => row.some(Boolean));
          t.deepEqual(sheet.headings, headings);
          t.deepEqual(
            sheet.rows.map((row) => row.map((one) => one.replaceAll('\r\n', '\n'))),
            expected,
          );
        },
      ),
      { numRuns: 60 },
    );
  });
}

test('columns are found by their headings, in English and Bengali', (t) => {
  const columns = (...headings: string[]) => Object.values(findColumns({ headings }));
  t.deepEqual(columns('SL', 'Consignment Id', 'Invoice', 'COD Amount', 'Delivery Charge'), [1, 3, 4]);
  t.deepEqual(columns('Order ID', 'Payout'), [0, 1, -1]);
  t.deepEqual(columns('Order ID', 'COD Charge', 'Delivery Fee', 'Total Fee', 'Cash'), [0, 4, 3]);
  t.deepEqual(columns('তারিখ', 'ট্র্যাকিং নম্বর', 'আদায়', 'চার্জ'), [1, 2, 3]);
  t.deepEqual(columns('a', 'b'), [-1, -1, -1]);
  t.deepEqual(['Payable', 'Collected', 'Paid COD', undefined].map(isNetHeading), [true, false, false, false]);
});

test('rows are read with what is settled and charged, and a bad cell is told by its row on the sheet', async (t) => {
  const sheet = await parseSheet(
    'Code,Amount,Charge\nP-1,"1,360.00",73.6\n\nP-2,-5,10\nP-3,,৬০\n,12,\nP-4,10.005,1\nP-5,abc,1\n,,\nP-6,5,x',
  );
  const columns = { code: 0, amount: 1, charge: 2 };
  const { lines, unread } = readLines(sheet, columns, false);
  t.deepEqual(lines, [
    { row: 2, code: 'P-1', amount: '1360.00', charge: '73.6' },
    { row: 5, code: 'P-3', amount: null, charge: '60' },
  ]);
  t.deepEqual(unread, [
    { row: 4, code: 'P-2', cell: '-5' },
    { row: 6, code: '', cell: '' },
    { row: 7, code: 'P-4', cell: '10.005' },
    { row: 8, code: 'P-5', cell: 'abc' },
    { row: 10, code: 'P-6', cell: 'x' },
  ]);
  t.is(readLines(sheet, columns, true).lines[0]!.amount, '1433.60', 'what came in, and what was taken off before');
  t.deepEqual(
    [
      ['73.6', '80.00', false],
      [null, '80.00', false],
      [null, '80.00', true],
      [null, null, false],
    ].map(([charge, agreed, isNet]) => chargeOf({ ...lines[0]!, charge: charge as string }, agreed as string, !!isNet)),
    ['73.6', '80.00', '0.00', '0.00'],
  );
});

test('what old Excel writes is read as well', (t) => {
  t.is(readText(Uint8Array.from([0x43, 0x61, 0x66, 0xe9])), 'Café');
});

test('a quote inside of a cell, and one that is never closed, are letters', async (t) => {
  t.deepEqual((await parseSheet('Code,Amount\r\nP-1 5" box,10')).rows, [['P-1 5" box', '10']]);
  t.deepEqual((await parseSheet('Code,Amount\n"P-1,10\nP-2,20')).rows, [
    ['"P-1', '10'],
    ['P-2', '20'],
  ]);
});
