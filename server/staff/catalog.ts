// The mutations of the catalog. Each takes what an operation of the API takes, checked by the same schema and cleaned by the
// same rules, and hands it to its procedure as the API would: a field that is left out is kept, null clears it.
import { context, type GrafastInputFieldConfigMap, lambda, type Step } from 'postgraphile/grafast';
import { type GraphQLInputType, GraphQLList, GraphQLNonNull } from 'postgraphile/graphql';
import { wrapPlans } from 'postgraphile/utils';
import { invalid } from '../gate/errors.ts';
import { cleanHtml } from '../gate/html.ts';
import { checkInput } from '../gate/input.ts';
import { operations } from '../operations/index.ts';
import type { Operation } from '../operations/types.ts';
import { JsonText } from './json.ts';
import {
  camelCase,
  fieldsOf,
  objectsIn,
  placeUploads,
  type Taken,
  type TakenField,
  toOperation,
} from './operation-inputs.ts';
import { withArguments } from './own-arguments.ts';

/** The mutations, by operation. Their procedures have one argument, `body`. */
const taken: Readonly<Record<string, { without?: string[] }>> = {
  // Videos are placed when they are there.
  create_product: { without: ['videos'] },
  update_product: {},
  archive_product: {},
  update_variant: {},
  add_product_images: {},
  update_product_image: {},
  reorder_product_images: {},
  delete_product_image: {},
  create_category: {},
  update_category: {},
  create_brand: {},
  update_brand: {},
  create_attribute: {},
  update_attribute: {},
  add_attribute_values: {},
  update_attribute_value: {},
};

type Mutation = { operation: Operation; fields: TakenField[] };

const mutations = new Map<string, Mutation>(
  Object.entries(taken).map(([name, { without }]) => {
    const operation = operations[name]!;
    return [camelCase(name), { operation, fields: fieldsOf(name, operation, without) }];
  }),
);
const inputNameOf = (mutation: string) => `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input`;
const byInput = new Map([...mutations].map(([name, mutation]) => [inputNameOf(name), mutation]));

export const catalogPlugins = (mediaUrl: string): GraphileConfig.Plugin[] => [
  inputTypes,
  wrapPlans(
    ({ Self, scope }) => (Self.name === 'Mutation' ? (mutations.get(scope.fieldName) ?? null) : null),
    (mutation) => (plan, $root, args, info) => {
      const $body = lambda([args.getRaw('input'), context().get('pgSettings')] as const, ([input, settings]) => {
        // Without the permission the procedure refuses the call, whatever it brings.
        const mayWrite = settings?.['haat.permissions']?.includes('catalog.manage');
        return new JsonText(mayWrite ? bodyOf(mutation, input as Record<string, unknown>, mediaUrl) : '{}');
      });
      $body.hasSideEffects = true;
      return plan($root, withArguments(args, { body: $body as Step }), info);
    },
  ),
];

/** The checked input of the operation, as JSON text. */
function bodyOf({ operation, fields }: Mutation, given: Record<string, unknown>, mediaUrl: string): string {
  const uploads: string[] = [];
  const checked = checkInput(operation.input, toOperation(fields, given, uploads));
  if ('fields' in checked) throw invalid(checked.fields);
  const input = JSON.parse(checked.input) as Record<string, unknown>;
  for (const field of operation.html ?? []) {
    if (typeof input[field] === 'string') input[field] = cleanHtml(input[field], mediaUrl);
  }
  const named = placeUploads(input, operation.images ?? [], uploads);
  return JSON.stringify(named.length > 0 ? { ...input, uploads: named } : input);
}

const inputTypes: GraphileConfig.Plugin = {
  name: 'HaatCatalogInputsPlugin',
  version: '1.0.0',
  schema: {
    hooks: {
      init(_, build) {
        const objects = new Map(
          [...mutations.values()].flatMap(({ fields }) => objectsIn(fields)).map((one) => [one.type, one]),
        );
        for (const { type, fields } of objects.values()) {
          build.registerInputObjectType(
            type,
            {},
            () => ({
              description: 'Part of the input of mutations of the catalog.',
              fields: () => configOf(build, fields),
            }),
            'HaatCatalogInputsPlugin',
          );
        }
        return _;
      },
      GraphQLInputObjectType_fields(fields, build, { Self }) {
        const mutation = byInput.get(Self.name);
        if (!mutation) return fields;
        const { body: _, ...others } = fields;
        return { ...others, ...configOf(build, mutation.fields) };
      },
    },
  },
};

function configOf(build: GraphileBuild.Build, fields: TakenField[]): GrafastInputFieldConfigMap<object> {
  return Object.fromEntries(
    fields.map(({ name, taken: what, isRequired, description }) => {
      const type = typeOf(build, what);
      return [name, { type: isRequired ? new GraphQLNonNull(type) : type, description }];
    }),
  );
}

function typeOf(build: GraphileBuild.Build, what: Taken): GraphQLInputType {
  if (what.kind === 'list') return new GraphQLList(new GraphQLNonNull(typeOf(build, what.of)));
  const named = build.getTypeByName(what.kind === 'upload' ? 'UUID' : what.type);
  return (named ?? build.getTypeByName('String')) as GraphQLInputType;
}
