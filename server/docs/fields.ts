// A schema of the OpenAPI document as a list of fields, objects within objects folded.
import type { oas31 } from 'zod-openapi';
import { inlineMarkdown } from './guides.ts';
import { escapeHtml } from './html.ts';

export type Schema = oas31.SchemaObject & { $ref?: string; place?: string };
type Schemas = Record<string, Schema>;

export function fieldList(schema: Schema, schemas: Schemas): string {
  const { properties = {}, required = [] } = follow(schema, schemas);
  const fields = Object.entries(properties as Record<string, Schema>);
  if (fields.length === 0) return '<p class="quiet">No fields.</p>';
  return `<ul class="fields">${fields
    .map(([name, field]) => item(name, field, required.includes(name), schemas))
    .join('')}</ul>`;
}

function item(name: string, field: Schema, isRequired: boolean, schemas: Schemas): string {
  const { schema, nullable } = withoutNull(follow(field, schemas), schemas);
  const description = field.description ?? schema.description ?? '';
  const inner = innerOf(schema, schemas);
  const facts = [typeOf(schema, schemas), ...(nullable ? ['or null'] : []), ...limitsOf({ ...schema, ...field })];
  return `<li><p><code>${escapeHtml(name)}</code> <span class="quiet">${escapeHtml(facts.join(', '))}</span>${
    field.place ? ` <span class="place">${field.place}</span>` : ''
  }${isRequired && !field.place ? ' <span class="required">required</span>' : ''}${
    isRequired && field.place && field.place !== 'path' ? ' <span class="required">required</span>' : ''
  }${field.example === undefined ? '' : ` <span class="quiet">as <code>${escapeHtml(String(field.example))}</code></span>`}</p>${description ? `<p>${inlineMarkdown(description)}</p>` : ''}${
    inner ? `<details><summary>Its fields</summary>${fieldList(inner, schemas)}</details>` : ''
  }</li>`;
}

function follow(schema: Schema, schemas: Schemas): Schema {
  if (!schema.$ref) return schema;
  const { $ref, ...own } = schema;
  return { ...schemas[$ref.split('/').at(-1)!]!, ...own };
}

function withoutNull(schema: Schema, schemas: Schemas): { schema: Schema; nullable: boolean } {
  const kinds = (schema.anyOf ?? []) as Schema[];
  const real = kinds.filter(({ type }) => type !== 'null');
  if (real.length === 1 && real.length < kinds.length) return { schema: follow(real[0]!, schemas), nullable: true };
  return { schema, nullable: real.length < kinds.length };
}

/** The object whose fields are to be listed below a field. */
function innerOf(schema: Schema, schemas: Schemas): Schema | undefined {
  const inner = schema.type === 'array' ? follow(schema.items as Schema, schemas) : schema;
  return inner.properties ? inner : undefined;
}

function typeOf(schema: Schema, schemas: Schemas): string {
  if (schema.type === 'array') return `list of ${typeOf(follow(schema.items as Schema, schemas), schemas)}`;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.join(' | ');
  if (schema.anyOf) return (schema.anyOf as Schema[]).map((one) => typeOf(follow(one, schemas), schemas)).join(' or ');
  return schema.format ?? String(schema.type ?? 'anything');
}

function limitsOf({
  minimum,
  maximum,
  minLength,
  maxLength,
  minItems,
  maxItems,
  default: defaultValue,
}: Schema): string[] {
  const range = (least: unknown, most: unknown, unit: string) => {
    if (least === undefined && most === undefined) return [];
    if (least === undefined) return [`up to ${most}${unit}`];
    return [most === undefined ? `from ${least}${unit}` : `${least} to ${most}${unit}`];
  };
  return [
    ...range(minimum, maximum, ''),
    ...range(minLength, maxLength, ' characters'),
    ...range(minItems, maxItems, ' entries'),
    ...(defaultValue === undefined ? [] : [`default ${JSON.stringify(defaultValue)}`]),
  ];
}
