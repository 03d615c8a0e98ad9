// The inputs of staff as GraphQL has them, made from their schemas in the registry. Names are in camelCase; an image is
// given by the id of its upload.
import type { z } from 'zod';
import { baseSchema } from '../../gate/given.ts';
import { formLink } from '../../gate/image-calls.ts';
import type { Sent } from '../../gate/input.ts';
import { freeFormObject, money } from '../../operations/schemas.ts';
import { forms } from '../../operations/staff/forms.ts';
import type { StaffInput } from '../../operations/staff/types.ts';
import type { ImageField } from '../../operations/types.ts';
import { stringify } from '../schema/json.ts';

type Def = {
  type: string;
  format?: string;
  innerType?: z.ZodType;
  element?: z.ZodType;
  shape?: Record<string, z.ZodType>;
  entries?: Record<string, string>;
  checks?: { _zod: { def: { format?: string } } }[];
};

/** What a field takes: a scalar by its GraphQL name, a list, or an object with a name of its own. */
export type Taken =
  | { kind: 'scalar'; type: string; isNumber: boolean }
  /** One of some words; a text where the schema has no such enum. `words`: those of an enum that is made of them. */
  | { kind: 'word'; type: string; words: string[] | undefined }
  | { kind: 'upload' }
  /** Any JSON. */
  | { kind: 'json' }
  | { kind: 'list'; of: Taken }
  | { kind: 'object'; type: string; fields: TakenField[]; description?: string | undefined };

export type TakenField = {
  /** In GraphQL. */
  name: string;
  /** In the operation. */
  field: string;
  taken: Taken;
  isRequired: boolean;
  /** A text that null clears and that is never empty. */
  isClearedByNull: boolean;
  description: string | undefined;
};

/** An upload that an input names: where its picture belongs, and what the client calls that place. */
export type NamedUpload = { path: string[]; field: string; id: string; max_bytes: number | null };

const defOf = (schema: z.ZodType) => (schema as unknown as { _zod: { def: Def } })._zod.def;

export const camelCase = (name: string) => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
const capitalized = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/** `source_url` to `upload_id`, `logo_url` to `logo_upload_id`. */
const uploadField = (link: string) => (link === 'source_url' ? 'upload_id' : link.replace(/_url$/, '_upload_id'));

/** Names of the objects in inputs, by the field of the operation that holds them. */
const objectNames: Readonly<Record<string, string>> = {
  categories: 'CategoryOfProduct',
  changes: 'OrderItemChange',
  customer: 'NewCustomer',
  dimensions: 'Dimensions',
  images: 'NewImage',
  items: 'OrderLine',
  kept: 'LineQuantity',
  lines: 'ReceivedLine',
  option: 'NamedOption',
  options: 'NewOption',
  parts: 'PartToSign',
  payment: 'UpfrontPayment',
  seo: 'Seo',
  shipping_address: 'ShippingAddress',
  values: 'NewAttributeValue',
  variants: 'NewVariant',
  videos: 'PlacedVideo',
  'create_return.lines': 'LineQuantity',
  'record_payout.lines': 'PaidLine',
  other_charges: 'OtherCharge',
  'update_product.variants': 'SavedVariant',
};

/** Names of the enums of words that no column has, by the record and its field. */
const wordNames: Readonly<Record<string, string>> = { LineCondition: 'GoodsCondition' };

/** Fields that speak of keys or links where staff have neither, or say nothing by themselves. */
const meanings: Readonly<Record<string, string>> = {
  alt_text: 'What the image shows, in words.',
  attribute: 'Name of the attribute.',
  barcode: 'Barcode, if it has one.',
  categories: 'The categories it stands in.',
  condition: 'sellable, which it is if nothing is said, or damaged.',
  description: 'Description for search engines.',
  height: 'Height in centimetres.',
  id: 'Which record.',
  identifier: 'Which variant.',
  images: 'The pictures, in their order.',
  is_primary: 'The category that is shown in its path; at most one.',
  length: 'Length in centimetres.',
  low_stock_threshold: 'Stock is low at this number and below.',
  name: 'Name shown.',
  order_item_id: 'Which line of the order.',
  parts: 'The parts to sign.',
  position: 'Order among its siblings, lowest first.',
  price: 'Regular price.',
  status: 'active or inactive.',
  store_id: 'Which store.',
  title: 'Title for search engines.',
  unit: 'cm.',
  upload_id: 'The id of an upload (POST /admin/uploads) that nothing has taken yet.',
  value: 'Text of the value.',
  video_id: 'Which video.',
  width: 'Width in centimetres.',
};

/** Reads what is taken from the schema. An input that names a record need not name its store. */
export function fieldsOf(name: string, { input: { shape }, operation }: StaffInput): TakenField[] {
  const namesRecord = ['id', 'identifier', 'product_id'].some((field) => field in shape);
  const kept = Object.fromEntries(Object.entries(shape).filter(([field]) => field !== 'store_id' || !namesRecord));
  return fieldsIn(kept, name, operation?.images ?? [], undefined).map((one) => ({
    ...one,
    name: one.field === 'identifier' ? 'id' : one.name,
    taken: one.field === 'identifier' ? { kind: 'scalar', type: 'UUID', isNumber: false } : one.taken,
    isRequired: one.isRequired || one.field === 'store_id',
  }));
}

function fieldsIn(shape: object, name: string, images: ImageField[], list: string | undefined): TakenField[] {
  return Object.entries(shape as Record<string, z.ZodType>).map(([field, schema]) => {
    const image = images.find((one) => one.list === list && one.link === field);
    const shown = image ? uploadField(field) : field;
    return {
      name: camelCase(shown),
      field,
      taken: image ? { kind: 'upload' } : takenBy(schema, name, field, images, list),
      isRequired: !schema.safeParse(undefined).success && !schema.safeParse(null).success,
      isClearedByNull: schema.safeParse(null).success && !schema.safeParse('').success,
      description: (image ? meanings.upload_id : undefined) ?? described(schema, field),
    };
  });
}

/** Whose words a field takes: of the variants in a list of them, or of the record that the operation writes. */
const recordOf = (operation: string, list: string | undefined) =>
  list?.replace(/s$/, '') ?? operation.replace(/^[a-z]+_/, '');

function takenBy(
  schema: z.ZodType,
  operation: string,
  field: string,
  images: ImageField[],
  list: string | undefined,
): Taken {
  const base = baseSchema(schema) as z.ZodType;
  const { type, format, element, shape, entries = {}, checks = [] } = defOf(base);
  const scalar = (name: string, isNumber = false): Taken => ({ kind: 'scalar', type: name, isNumber });
  switch (type) {
    case 'array':
      return { kind: 'list', of: takenBy(element!, operation, field, images, list) };
    case 'object': {
      const named = base.meta()?.input ?? objectNames[`${operation}.${field}`] ?? objectNames[field];
      if (!named) throw new Error(`${operation}: the object ${field} has no name in GraphQL`);
      const fields = fieldsIn(shape!, operation, images, field);
      return { kind: 'object', type: `${named}Input`, fields, description: base.description };
    }
    // Free-form for the API: staff have a form to fill in, or give JSON.
    case 'record': {
      if (base !== freeFormObject) return { kind: 'json' };
      const form = forms[field];
      if (!form) throw new Error(`${operation}: there is no form for ${field}`);
      const fields = fieldsIn(form.shape, operation, images, field);
      return { kind: 'object', type: `${objectNames[field]}Input`, fields, description: form.description };
    }
    case 'string':
      if (base.meta()?.format === 'date-time') return scalar('Datetime');
      return scalar(format === 'guid' ? 'UUID' : 'String');
    case 'enum': {
      const name = capitalized(camelCase(`${recordOf(operation, list)}_${field}`));
      const words = wordNames[name] ? Object.values(entries) : undefined;
      return { kind: 'word', type: wordNames[name] ?? name, words };
    }
    case 'boolean':
      return scalar('Boolean');
    // Kilograms, as a number or a text.
    case 'union':
      return scalar('BigFloat');
    case 'number':
      if (base.meta()?.multipleOf === money.meta()!.multipleOf) return scalar('Money', true);
      if (field === 'size_bytes') return scalar('BigInt', true);
      return format === 'safeint' || checks.some(isInteger) ? scalar('Int') : scalar('Float', true);
    default:
      throw new Error(`${operation}: ${field} is a ${type}, which has no type in GraphQL`);
  }
}

const isInteger = ({ _zod }: NonNullable<Def['checks']>[number]) => _zod.def.format === 'safeint';

/** The description of a schema or of what it wraps, with the names of fields as GraphQL has them. */
export function descriptionOf(schema: z.ZodType): string | undefined {
  for (let at: z.ZodType | undefined = schema; at; at = defOf(at).innerType) {
    if (at.description) {
      return at.description.replace(/`([a-z0-9_]+)`/g, (_, name: string) => camelCase(name)).replaceAll('`', '');
    }
  }
  return undefined;
}

const described = (schema: z.ZodType, field: string): string | undefined =>
  ['store_id', 'identifier', 'video_id'].includes(field) ? meanings[field] : (descriptionOf(schema) ?? meanings[field]);

/** The input of the operation, with a link in the place of each upload: an operation takes its pictures by link. */
export function toOperation(fields: TakenField[], given: Record<string, unknown>, uploads: string[]): Sent {
  const sent: Sent = {};
  for (const { name, field, taken } of fields) {
    if (given[name] !== undefined) sent[field] = toValue(taken, given[name], uploads);
  }
  return sent;
}

function toValue(taken: Taken, value: unknown, uploads: string[]): unknown {
  if (value === null) return null;
  switch (taken.kind) {
    case 'word':
      return value;
    case 'scalar':
      return taken.isNumber ? Number(value) : value;
    case 'json':
      // A variable may also stand within an object of the document.
      return JSON.parse(stringify(value));
    case 'upload':
      return formLink(uploads.push(String(value)) - 1);
    case 'list':
      return (value as unknown[]).map((entry) => toValue(taken.of, entry, uploads));
    case 'object':
      return toOperation(taken.fields, value as Record<string, unknown>, uploads);
  }
}

/** Takes the links out of a checked input; says which upload belongs where. A null link clears. */
export function placeUploads(input: Sent, images: ImageField[], ids: string[]): NamedUpload[] {
  const named: NamedUpload[] = [];
  for (const { list, link, stored, maxBytes = null } of images) {
    const entries = (list ? (input[list] ?? []) : [input]) as Sent[];
    for (const [index, entry] of entries.entries()) {
      const given = entry[link];
      delete entry[link];
      if (given === undefined) continue;
      entry[stored] = null;
      if (given === null) continue;
      const at = list ? [list, String(index)] : [];
      const id = ids[ids.findIndex((_, n) => given === formLink(n))]!;
      named.push({ path: [...at, stored], field: [...at, uploadField(link)].join('.'), id, max_bytes: maxBytes });
    }
  }
  return named;
}

/** The objects among fields, at every depth. */
export function objectsIn(fields: TakenField[]): Extract<Taken, { kind: 'object' }>[] {
  return fields.flatMap(({ taken }) => {
    const one = taken.kind === 'list' ? taken.of : taken;
    return one.kind === 'object' ? [one, ...objectsIn(one.fields)] : [];
  });
}
