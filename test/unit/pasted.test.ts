// What is pasted into the table of variants goes where its headings say, or from a cell on.
import test from 'ava';
import { type GridRow, placed, readPasted } from '../../server/desk/pages/products/pasted.ts';

const fields = ['price', 'discountPrice', 'sku', 'barcode'] as const;
const rows: GridRow[] = ['A-1', 'A-2', 'A-3'].map((sku, n) => ({ key: `k${n}`, sku, fields }));
const paste = async (text: string, at = { key: 'k1', field: 'discountPrice' } as const) => {
  const { cells, left } = placed(await readPasted(text), rows, at);
  return [cells.map(({ key, field, text: value }) => `${key} ${field} ${value}`), left];
};

test('without headings the cells go right and down from where they are pasted; what has no place is counted', async (t) => {
  t.deepEqual(await paste('1,200\tB-2\n1,300\tB-3\n'), [
    ['k1 discountPrice 1,200', 'k1 sku B-2', 'k2 discountPrice 1,300', 'k2 sku B-3'],
    0,
  ]);
  t.deepEqual(await paste('৫০০\r\n\r\n700\r\n'), [['k1 discountPrice ৫০০'], 1], 'a blank cell is passed over');
  t.deepEqual(await paste('1\t2\t3\t4'), [['k1 discountPrice 1', 'k1 sku 2', 'k1 barcode 3'], 1]);
});

test('headings name the columns, and SKUs that are there their rows', async (t) => {
  t.deepEqual(await paste('SKU\tদাম\tছাড়ের দাম\tNote\na-3\t900\t\tx\nA-1\tabc\t5\t'), [
    ['k2 price 900', 'k0 price abc', 'k0 discountPrice 5'],
    1,
  ]);
  t.deepEqual(await paste('Barcode,Price\n8941,"1,250"\n8942,70'), [
    ['k1 barcode 8941', 'k1 price 1,250', 'k2 barcode 8942', 'k2 price 70'],
    0,
  ]);
  t.deepEqual(await paste('SKU\tCost\nNEW-1\t5\nNEW-2\t6'), [['k1 sku NEW-1', 'k2 sku NEW-2'], 2]);
  t.deepEqual(await paste('Variant Price\tVariant Compare At Price\n80\t100'), [['k1 price 80'], 1]);
});
