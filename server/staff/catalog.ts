// The mutations of the catalog, its videos among them. Each takes what an operation of the API takes, checked by the same schema and cleaned by the
// same rules, and hands it to its procedure as the API would: a field that is left out is kept, null clears it.
import type { WithPgClient } from 'postgraphile/@dataplan/pg';
import { context, type GrafastInputFieldConfigMap, lambda, type Step } from 'postgraphile/grafast';
import { type GraphQLInputType, GraphQLList, GraphQLNonNull } from 'postgraphile/graphql';
import { wrapPlans } from 'postgraphile/utils';
import { fieldError, invalid } from '../gate/errors.ts';
import { cleanHtml } from '../gate/html.ts';
import { checkInput } from '../gate/input.ts';
import type { VideoFiles } from '../media/videos/files.ts';
import { compositions } from '../operations/compositions.ts';
import { operations } from '../operations/index.ts';
import type { Composition, Operation } from '../operations/types.ts';
import type { OutboundRule } from '../process/address-ranges.ts';
import { linkProblem } from '../process/outbound.ts';
import { argumentMeanings } from './descriptions.ts';
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
import { type Ask, type Body, videoWork } from './videos.ts';

/** The mutations, by operation. Their procedures have one argument, `body`. */
const taken = [
  'create_product',
  'update_product',
  'archive_product',
  'update_variant',
  'add_product_images',
  'update_product_image',
  'reorder_product_images',
  'delete_product_image',
  'create_category',
  'update_category',
  'create_brand',
  'update_brand',
  'create_attribute',
  'update_attribute',
  'add_attribute_values',
  'update_attribute_value',
  'create_video',
  'sign_video_parts',
  'complete_video',
  'import_video',
  'set_video_cover',
  'delete_video',
  'attach_product_video',
  'place_product_video',
  'remove_product_video',
];

/** Those that take what was seen of their record as its `updatedAt`: a change that was not seen is not written over. */
const takeExpected = [
  'update_product',
  'update_category',
  'update_brand',
  'update_attribute',
  'update_attribute_value',
];

type Mutation = { name: string; operation: Operation | Composition; fields: TakenField[] };

export type CatalogOptions = {
  /** The URL of our media origin: descriptions may show pictures from there. */
  mediaUrl: string;
  outboundAllow: OutboundRule[];
  videos: VideoFiles;
};

const mutations = new Map<string, Mutation>(
  taken.map((name) => {
    const operation = operations[name] ?? compositions[name]!;
    return [camelCase(name), { name, operation, fields: fieldsOf(name, operation) }];
  }),
);
const inputNameOf = (mutation: string) => `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input`;
const byInput = new Map([...mutations].map(([name, mutation]) => [inputNameOf(name), mutation]));

export const catalogPlugins = (options: CatalogOptions): GraphileConfig.Plugin[] => [
  inputTypes,
  wrapPlans(
    ({ Self, scope }) => (Self.name === 'Mutation' ? (mutations.get(scope.fieldName) ?? null) : null),
    (mutation) => (plan, $root, args, info) => {
      const $body = lambda(
        [args.getRaw('input'), context()] as const,
        async ([input, { pgSettings, withPgClient }]) => {
          // Without the permission the procedure refuses the call, whatever it brings.
          if (!pgSettings?.['haat.permissions']?.includes('catalog.manage')) return new JsonText('{}');
          const body = bodyOf(mutation, input as Body, options.mediaUrl);
          await checkLinks(mutation, body, options.outboundAllow);
          const work = videoWork[mutation.name];
          const done = work ? await work(options.videos, body, askWith(withPgClient, pgSettings)) : body;
          return new JsonText(JSON.stringify(done));
        },
      );
      $body.hasSideEffects = true;
      return plan($root, withArguments(args, { body: $body as Step }), info);
    },
  ),
];

/** Each question is a transaction with the settings of the request. */
const askWith =
  (withPgClient: WithPgClient, settings: Record<string, string | undefined>): Ask =>
  (name, values) =>
    withPgClient(settings as Record<string, string>, (client) =>
      client.withTransaction(async ({ query }) => {
        const places = values.map((_, n) => `$${n + 1}`).join(', ');
        const { rows } = await query<{ found: never }>({ text: `select internal.${name}(${places}) as found`, values });
        return rows[0]!.found;
      }),
    );

/** Refuses at once a link that a worker would not open, if this is known already. */
async function checkLinks({ operation }: Mutation, body: Body, rules: OutboundRule[]): Promise<void> {
  for (const field of operation.links ?? []) {
    const link = body[field];
    const problem = typeof link === 'string' && (await linkProblem(link, rules));
    if (problem) throw fieldError(field, problem);
  }
}

/** The checked input of the operation. */
function bodyOf({ name, operation, fields }: Mutation, given: Body, mediaUrl: string): Body {
  const uploads: string[] = [];
  const checked = checkInput(operation.input, toOperation(fields, given, uploads));
  if ('fields' in checked) throw invalid(checked.fields);
  const input = JSON.parse(checked.input) as Body;
  for (const field of operation.html ?? []) {
    if (typeof input[field] === 'string') input[field] = cleanHtml(input[field], mediaUrl);
  }
  if (takeExpected.includes(name) && given.expectedUpdatedAt != null)
    input.expected_updated_at = given.expectedUpdatedAt;
  const named = placeUploads(input, operation.images ?? [], uploads);
  return named.length > 0 ? { ...input, uploads: named } : input;
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
        const expectedUpdatedAt = {
          type: build.getTypeByName('Datetime') as GraphQLInputType,
          description: argumentMeanings.expectedUpdatedAt,
        };
        return {
          ...others,
          ...configOf(build, mutation.fields),
          ...(takeExpected.includes(mutation.name) && { expectedUpdatedAt }),
        };
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
