// A plausible value for a schema of the document: what the reference shows as the answer of an operation that the demo
// does not play. A test holds each of them to the schema of its operation.
import type { oas31 } from 'zod-openapi';

type Schema = oas31.SchemaObject | oas31.ReferenceObject;
type Schemas = Record<string, Schema>;

const sampleId = '0198c5a0-2c11-7f6e-9a51-5a4f6a1b9d02';

/** By name of the field; whatever is not listed is made from its type. */
const texts: Record<string, string> = {
  content_type: 'video/mp4',
  file_name: 'batik-saree.mp4',
  name: 'Batik saree',
  title: 'Batik saree',
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
