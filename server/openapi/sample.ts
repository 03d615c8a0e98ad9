// A plausible value for a schema of the document: what the reference shows as an answer. A test holds each of them to
// the schema of its operation.
import type { oas31 } from 'zod-openapi';

type Schema = oas31.SchemaObject | oas31.ReferenceObject;
type Schemas = Record<string, Schema>;

const sampleId = '0198c5a0-2c11-7f6e-9a51-5a4f6a1b9d02';

/** By name of the field; whatever is not listed is made from its type. */
const texts: Record<string, string> = {
  address: 'House 7, Road 3, Dhanmondi, Dhaka',
  address_line: 'House 7, Road 3, Dhanmondi',
  area: 'Dhanmondi',
  attribute: 'Colour',
  barcode: '8941100500019',
  city: 'Dhaka',
  code: 'DHK',
  currency: 'BDT',
  currency_code: 'BDT',
  currency_symbol: '৳',
  date_format: 'DD/MM/YYYY',
  description: 'Six yards of Tangail cotton.',
  domain: 'dhaka-threads.example',
  email: 'nasrin@example.com',
  full_name: 'Nasrin Akter',
  key: 'service_sk_…',
  last4: 'x7Qd',
  latitude: '23.7461',
  longitude: '90.3742',
  name: 'Batik saree',
  phone: '01712345678',
  postal_code: '1205',
  prefix: 'service_sk_a8Fk',
  product_name: 'Batik saree',
  rating_average: '4.60',
  reason: 'Delivery from the weavers',
  recipient_name: 'Nasrin Akter',
  recipient_phone: '01712345678',
  scopes: 'orders:write',
  sku: 'SAR-BTK-IND',
  slug: 'batik-saree',
  swatch_hex: '#283593',
  time_zone: 'Asia/Dhaka',
  timezone: 'Asia/Dhaka',
  title: 'Batik saree',
  transaction_id: '9GH2K7XQ1P',
  value: 'Indigo',
  variant_name: 'Indigo',
  weight: '0.450',
};

export function sample(schema: Schema, schemas: Schemas, name = ''): unknown {
  if ('$ref' in schema && schema.$ref) return sample(schemas[schema.$ref.split('/').at(-1)!]!, schemas, name);
  const { type, format, properties, items, examples, enum: values, const: only, anyOf } = schema as oas31.SchemaObject;
  if (only !== undefined) return only;
  if (examples?.length) return examples[0];
  if (values?.length) return values[0];
  if (anyOf) return sample(anyOf[0]!, schemas, name);
  if (properties) {
    return Object.fromEntries(Object.entries(properties).map(([key, child]) => [key, sample(child, schemas, key)]));
  }
  if (type === 'array') return items ? [sample(items as Schema, schemas, name)] : [];
  if (type === 'object') return {};
  if (type === 'boolean') return false;
  if (type === 'integer' || type === 'number') return Math.max(1, (schema as oas31.SchemaObject).minimum ?? 1);
  if (format === 'uuid') return sampleId;
  if (format === 'date') return '2026-08-31';
  if (name.endsWith('url') || ['image', 'logo', 'banner_image', 'thumbnail'].includes(name)) {
    return `https://shop.example/media/p/${sampleId}.webp`;
  }
  return texts[name] ?? '…';
}
