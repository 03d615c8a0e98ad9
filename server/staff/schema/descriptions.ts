// The comments of the database are also the documentation of the GraphQL schema. Parts that only help in psql are removed or
// changed: references ("see: guides/orders"), SQLSTATEs, and the SQL names of arguments.
import 'postgraphile';
import {
  type GraphQLInputObjectType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  isObjectType,
} from 'postgraphile/graphql';
import type { z } from 'zod';
import { staffInputs } from '../../operations/staff/index.ts';
import { descriptionOf } from '../inputs/operation-inputs.ts';

/** Phrases of comments, and what replaces them here. */
const phrases: readonly (readonly [RegExp, string])[] = [
  [/, by internal\.now\(\)/, ''],
  [/ The fence compares it\./, ''],
  [/UUIDv7: opaque to clients, rising with time\./, 'Names the row for good; later rows have higher ones.'],
  [/: internal\.media_url\(\) gives its address/, ''],
  [/ See internal\.\w+\./, ''],
];
/** Arguments have no comments in the database. These are the descriptions of those that are neither columns nor in the registry. */
const argumentMeanings: Readonly<Record<string, string>> = {
  addressId: 'Which address.',
  attestation: '`response.attestationObject` of the browser, in base64url.',
  authenticatorData: '`response.authenticatorData` of the browser, in base64url.',
  amount: 'How much, in the currency of the store.',
  advancePaymentPlans: 'What shoppers may pay in advance, in order; an empty list for none.',
  auth: '`keys.auth` of the subscription, in base64url.',
  clientData: '`response.clientDataJSON` of the browser, in base64url.',
  credentialId: '`id` of what the browser gave.',
  code: 'A code of the authenticator app, or a recovery code.',
  clear: 'What is to have no limit any more, by name.',
  countId: 'Which stock count.',
  currentPassword: 'The current password.',
  customerId: 'Which customer.',
  deliveryId: 'Which delivery.',
  deviceToken: 'The device token of an earlier sign-in on this device.',
  digits: 'latn or beng.',
  email: 'Their email.',
  endpoint: '`endpoint` of the subscription of the browser.',
  endpointId: 'Which webhook endpoint.',
  exportId: 'Which export.',
  expectedUpdatedAt: 'The `updatedAt` that you read: refused with CONFLICT if the record was changed since.',
  graceHours: 'How long the replaced key still works: 0 to 168.',
  hours: 'How many hours, 1 to 720.',
  items: 'What is ordered.',
  jobId: 'Which job.',
  language: 'en or bn.',
  kept: 'What the customer kept; a line left out was not kept.',
  lines: 'Which lines, and how many units of each.',
  newPassword: 'The new password.',
  note: 'A remark.',
  orderId: 'Which order.',
  parcelId: 'Which parcel.',
  password: 'The password, or the one-time password of an invitation.',
  passkeyId: 'Which passkey.',
  paymentId: 'Which payment.',
  publicKey: '`keys.p256dh` of the subscription, in base64url.',
  pushDeviceId: 'Which device.',
  purchaseId: 'Which purchase.',
  quantity: 'How many units.',
  reason: 'Why.',
  reference: "The courier's own number of the payout.",
  required: 'True: everybody needs it. False: everybody may use it.',
  returnId: 'Which return.',
  signature: '`response.signature` of the browser, in base64url.',
  since: 'The time to start from.',
  sessionId: 'Which session.',
  sku: 'The SKU, if variantId is not given.',
  staffId: 'Which staff member.',
  storeId: 'Which store.',
  staffRoleId: 'Which staff role.',
  transactionId: "The gateway's id; some payment methods need it.",
  variantId: 'The variant.',
};

const references = /\s*\b(Raises: .*|see: [^\n]*)/g;
const toCamelCase = (name: string) => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
const toSnakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export const DescriptionsPlugin: GraphileConfig.Plugin = {
  name: 'HaatDescriptionsPlugin',
  version: '1.0.0',
  schema: {
    hooks: {
      finalize(schema) {
        for (const type of Object.values(schema.getTypeMap())) {
          if (type.name.startsWith('__')) continue;
          rewrite(type);
          if (!isObjectType(type) && !isInputObjectType(type)) continue;
          for (const field of Object.values(type.getFields())) {
            if (type.name.endsWith('Payload')) field.description ??= 'The row after the change.';
            rewrite(field);
          }
        }
        describeArguments(schema);
        for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
          const input = field.args[0]?.type.toString().replace('!', '');
          const type = schema.getType(input ?? '');
          if (!isInputObjectType(type)) continue;
          for (const name of Object.keys(type.getFields())) {
            const written = toSnakeCase(name);
            if (written !== name) field.description = field.description?.replaceAll(written, toCamelCase(written));
          }
        }
        return schema;
      },
    },
  },
};

/** An argument with the name of a column of the returned row gets the description of that column, others that of the registry. */
function describeArguments(schema: GraphQLSchema): void {
  for (const mutation of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    const input = mutation.args[0] && getNamedType(mutation.args[0].type);
    if (!isInputObjectType(input)) continue;
    const written = writtenTypes(schema, getNamedType(mutation.type) as GraphQLObjectType);
    for (const field of Object.values(input.getFields())) {
      const nested = getNamedType(field.type);
      if (isInputObjectType(nested)) describeFields(nested, []);
    }
    describeFields(input, written, staffInputs[toSnakeCase(mutation.name)]?.input.shape);
  }
}

function describeFields(
  input: GraphQLInputObjectType,
  written: readonly GraphQLObjectType[],
  registered: Readonly<Record<string, z.ZodType>> = {},
): void {
  for (const field of Object.values(input.getFields())) {
    const column = written
      .map((type) => type.getFields()[field.name])
      .find((one) => one?.description && getNamedType(one.type) === getNamedType(field.type));
    const nested = getNamedType(field.type);
    const meaning = isInputObjectType(nested) ? nested.description : undefined;
    const schema = registered[toSnakeCase(field.name)];
    field.description ??=
      column?.description ?? (schema && descriptionOf(schema)) ?? argumentMeanings[field.name] ?? meaning;
  }
}

/** The types of a payload: the row, and for a secret that is shown once also the row it belongs to. */
function writtenTypes(schema: GraphQLSchema, payload: GraphQLObjectType): GraphQLObjectType[] {
  const shown = (type: GraphQLObjectType) =>
    Object.values(type.getFields())
      .map((field) => getNamedType(field.type))
      .filter(isObjectType)
      .filter((one) => one !== schema.getQueryType());
  const rows = shown(payload);
  return [...rows, ...rows.filter(({ name }) => /^(IssuedApiKey|WebhookSecret|Invitation)$/.test(name)).flatMap(shown)];
}

function rewrite(described: { description?: string | null }): void {
  if (!described.description) return;
  let text = described.description.replace(references, '');
  for (const [written, meant] of phrases) text = text.replace(written, meant);
  described.description = text;
}
