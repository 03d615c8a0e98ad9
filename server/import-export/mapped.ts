// Files whose headings are of no shop that is known, in whatever language: which column is which is guessed from the headings,
// shown, and corrected by who brings the file. The rows are then read as those of Shopify or of our own CSV.
import { filled, numberIn } from './cells.ts';
import { plain } from './headings.ts';
import type { Kind } from './kinds.ts';
import type { Line, Remark } from './line.ts';
import { customerColumns, orderColumns } from './own.ts';
import type { Row } from './read-rows.ts';

/** By field, the heading of its column. */
export type Mapping = Readonly<Record<string, string>>;

const productFields = [
  ...[
    'name',
    'sku',
    'price',
    'discount_price',
    'cost_price',
    'on_hand',
    'bin',
    'barcode',
    'brand',
    'category',
    'description',
  ],
  ...['option', 'option_2', 'option_3', 'image_url', 'weight_grams', 'tags', 'seo_title', 'seo_description'],
  ...['status', 'slug'],
];

export const fieldsOf = { products: productFields, customers: customerColumns, orders: orderColumns } satisfies Record<
  Kind,
  readonly string[]
>;

export const requiredFields: Record<Kind, readonly string[]> = {
  products: ['name', 'price'],
  customers: ['full_name', 'phone'],
  orders: ['order_number', 'customer_phone', 'sku', 'quantity', 'cod_amount'],
};

/** What people call the columns of lists that they keep themselves. */
const words: Record<string, string> = {
  name: 'name, product name, product, title, item, item name, পণ্য, পণ্যের নাম, নাম, nombre, producto, bezeichnung, produktname, nom, produit',
  sku: 'sku, code, item code, product code, model, কোড, পণ্যের কোড, artikelnummer, codigo, código, reference, référence',
  price:
    'price, regular price, selling price, sale rate, rate, mrp, retail price, দাম, মূল্য, বিক্রয় মূল্য, precio, preis, prix',
  discount_price: 'discount price, sale price, offer price, special price, ছাড়ের দাম, অফার মূল্য, অফার',
  cost_price: 'cost, cost price, purchase price, buying price, ক্রয় মূল্য, কেনা দাম',
  on_hand:
    'stock, quantity, qty, on hand, in stock, inventory, balance, স্টক, পরিমাণ, মজুদ, bestand, menge, existencias, cantidad',
  bin: 'bin, shelf, rack, bin location, তাক, শেলফ, র‍্যাক, regal, estante, étagère',
  barcode: 'barcode, ean, upc, gtin, বারকোড',
  brand: 'brand, manufacturer, vendor, ব্র্যান্ড, marke, marca, marque',
  category: 'category, categories, type, group, ক্যাটাগরি, বিভাগ, kategorie, categoría, categoria, catégorie',
  description: 'description, details, বিবরণ, beschreibung, descripción, descripcion',
  option: 'size, সাইজ, মাপ, größe, talla, taille',
  option_2: 'colour, color, রং, রঙ, farbe, couleur',
  image_url: 'image, image url, image link, photo, picture, ছবি, bild, imagen',
  weight_grams: 'weight g, weight grams, grams, ওজন গ্রাম',
  tags: 'tags, tag, labels, ট্যাগ, etiquetas, schlagworte, mots clés',
  seo_title: 'seo title, meta title',
  seo_description: 'seo description, meta description',
  status: 'status',
  slug: 'slug, handle',
  full_name: 'full name, name, customer, customer name, ক্রেতা, ক্রেতার নাম, গ্রাহকের নাম, নাম, nombre',
  phone:
    'phone, mobile, contact, phone number, mobile number, contact number, ফোন, মোবাইল, ফোন নম্বর, মোবাইল নম্বর, telefon, teléfono',
  email: 'email, e mail, ইমেইল',
  gender: 'gender, লিঙ্গ',
  address_line: 'address, address line, delivery address, ঠিকানা, adresse, dirección',
  area: 'area, thana, এলাকা, থানা',
  city: 'city, district, শহর, জেলা, ciudad, stadt, ville',
  postal_code: 'postal code, postcode, zip, পোস্ট কোড',
  order_number: 'order number, order, order no, order id, invoice, invoice no, অর্ডার, অর্ডার নম্বর',
  customer_name: 'customer name, customer, name, recipient, ক্রেতা, ক্রেতার নাম, নাম',
  customer_phone: 'customer phone, phone, mobile, contact, phone number, ফোন, মোবাইল, ফোন নম্বর',
  customer_email: 'customer email, email, ইমেইল',
  quantity: 'quantity, qty, pcs, পরিমাণ, সংখ্যা',
  unit_price: 'unit price, price, rate, দাম, মূল্য',
  shipping_charge: 'shipping charge, delivery charge, shipping, delivery, ডেলিভারি চার্জ',
  tax_amount: 'tax, vat, ভ্যাট',
  paid_amount: 'paid, advance, পরিশোধিত, অগ্রিম',
  payment_method: 'payment method, paid by',
  transaction_id: 'transaction id, trx id, txn id',
  cod_amount: 'cod amount, cod, cash to collect, due, to collect, বাকি, আদায়',
  note: 'note, notes, remarks, comment, নোট, মন্তব্য',
};

const known = new Map(Object.entries(words).map(([field, list]) => [field, list.split(', ').map(plain)]));

/** Which column is which, as far as headings say it: a field takes the first of its names that the file has, each column once. */
export function guess(kind: Kind, header: readonly string[]): Mapping {
  const free = new Map(header.filter(Boolean).map((heading) => [plain(heading), heading]));
  const mapping: Record<string, string> = {};
  for (const field of fieldsOf[kind]) {
    const name = (known.get(field) ?? []).find((one) => free.has(one));
    if (name === undefined) continue;
    mapping[field] = free.get(name)!;
    free.delete(name);
  }
  return mapping;
}

export const missingFields = (kind: Kind, mapping: Mapping) => requiredFields[kind].filter((field) => !mapping[field]);

/** Those that the file has and the kind knows. */
export const usable = (kind: Kind, header: readonly string[], mapping: Mapping): Mapping =>
  Object.fromEntries(
    Object.entries(mapping).filter(
      ([field, heading]) => (fieldsOf[kind] as readonly string[]).includes(field) && header.includes(heading),
    ),
  );

/** The file in columns that are known: their header, how a row becomes one of it, and what the file calls each column. */
export type Mapped = { header: string[]; row: (row: Row) => Row; names: ReadonlyMap<string, string> };

export function mapped(kind: Kind, header: readonly string[], mapping: Mapping): Mapped {
  const at = (field: string) => header.indexOf(mapping[field] ?? '\0');
  const fields = Object.keys(mapping);
  if (kind !== 'products')
    return {
      header: fields,
      row: ({ line, cells }) => ({ line, cells: fields.map((field) => cells[at(field)] ?? '') }),
      names: new Map(Object.entries(mapping)),
    };
  const columns = productColumns(mapping);
  const cell = (row: Row, field: string) => row.cells[at(field)] ?? '';
  return {
    header: columns.map(({ heading }) => heading),
    row: (row) => ({ line: row.line, cells: columns.map(({ value }) => value((field) => cell(row, field))) }),
    names: new Map(columns.flatMap(({ heading, field }) => (field ? [[heading, mapping[field]!] as const] : []))),
  };
}

type ProductColumn = { heading: string; field?: string; value: (cell: (field: string) => string) => string };

/** As Shopify has them: only what the file says, since a column that is missing changes nothing. */
function productColumns(mapping: Mapping): ProductColumn[] {
  const same = (heading: string, field: string): ProductColumn[] =>
    mapping[field] ? [{ heading, field, value: (cell) => cell(field) }] : [];
  const options = ['option', 'option_2', 'option_3'].filter((field) => mapping[field]);
  // A discount price that is none, or not below the price, is none.
  const reduced = (cell: (field: string) => string) => {
    const [price, discount] = [numberIn(cell('price')), numberIn(cell('discount_price'))];
    return discount !== null && discount > 0 && price !== null && discount < price;
  };
  return [
    // Rows of one name below each other are variants of one product, where there is something that tells them apart.
    ...(mapping.slug ? same('Handle', 'slug') : []),
    ...(!mapping.slug && options.length > 0
      ? [{ heading: 'Handle', value: (cell: (field: string) => string) => cell('name') }]
      : []),
    ...same('Title', 'name'),
    ...same('Body (HTML)', 'description'),
    ...same('Vendor', 'brand'),
    ...same('Type', 'category'),
    ...same('Tags', 'tags'),
    ...same('SEO Title', 'seo_title'),
    ...same('SEO Description', 'seo_description'),
    ...same('Status', 'status'),
    ...options.flatMap((field, n): ProductColumn[] => [
      { heading: `Option${n + 1} Name`, value: () => mapping[field]! },
      { heading: `Option${n + 1} Value`, field, value: (cell) => cell(field) },
    ]),
    ...same('Variant SKU', 'sku'),
    ...same('Variant Barcode', 'barcode'),
    { heading: 'Variant Price', field: 'price', value: (cell) => cell(reduced(cell) ? 'discount_price' : 'price') },
    ...(mapping.discount_price
      ? [
          {
            heading: 'Variant Compare At Price',
            field: 'price',
            value: (cell: (field: string) => string) => (reduced(cell) ? cell('price') : ''),
          },
        ]
      : []),
    ...same('Cost per item', 'cost_price'),
    ...same('Variant Inventory Qty', 'on_hand'),
    ...same('Haat: Bin', 'bin'),
    ...same('Variant Grams', 'weight_grams'),
    ...same('Image Src', 'image_url'),
  ];
}

/** Lines with their remarks where the file has them. */
export async function* inFile(lines: AsyncIterable<Line>, names: Mapped['names']): AsyncGenerator<Line> {
  const named = (remark: Remark): Remark => ({ ...remark, column: names.get(remark.column) ?? remark.column });
  for await (const line of lines) {
    const placeOf = (field: string) => {
      const place = line.placeOf(field);
      return { ...place, column: names.get(place.column) ?? place.column };
    };
    yield { ...line, problems: line.problems.map(named), notes: line.notes.map(named), placeOf };
  }
}

/** The first rows of a column that say something. */
export const samplesOf = (header: readonly string[], rows: readonly Row[]): Record<string, string[]> =>
  Object.fromEntries(
    header.map((heading, at) => [heading, rows.flatMap(({ cells }) => filled(cells[at]) ?? []).slice(0, 3)]),
  );
