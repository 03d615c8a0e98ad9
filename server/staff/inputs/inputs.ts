// What mutations and queries of staff take, by the registry (server/operations/staff): checked by one schema and cleaned by the
// same rules as a call of the API. Where the procedure takes it as one JSON, the GraphQL input is made from the schema too.
import type { WithPgClient } from 'postgraphile/@dataplan/pg';
import {
  context,
  type FieldArgs,
  type GrafastFieldConfigArgumentMap,
  type GrafastInputFieldConfigMap,
  lambda,
  object,
  type Step,
} from 'postgraphile/grafast';
import { type GraphQLInputType, GraphQLList, GraphQLNonNull } from 'postgraphile/graphql';
import { wrapPlans } from 'postgraphile/utils';
import { fieldError, invalid } from '../../gate/errors.ts';
import { cleanHtml } from '../../gate/html.ts';
import { checkInput } from '../../gate/input.ts';
import type { VideoFiles } from '../../media/videos/files.ts';
import { staffInputs } from '../../operations/staff/index.ts';
import type { StaffInput } from '../../operations/staff/types.ts';
import type { OutboundRule } from '../../process/address-ranges.ts';
import { linkProblem } from '../../process/outbound.ts';
import { JsonText } from '../schema/json.ts';
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

type Input = StaffInput & { name: string; fields: TakenField[] };

export type InputOptions = {
  /** The URL of our media origin: descriptions may show pictures from there. */
  mediaUrl: string;
  outboundAllow: OutboundRule[];
  videos: VideoFiles;
};

const inputs = new Map<string, Input>(
  Object.entries(staffInputs).map(([name, input]) => [
    camelCase(name),
    { name, ...input, fields: fieldsOf(name, input) },
  ]),
);
const inputNameOf = (mutation: string) => `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input`;
const byType = new Map([...inputs].map(([name, input]) => [inputNameOf(name), input]));

export const inputPlugins = (options: InputOptions): GraphileConfig.Plugin[] => [
  inputTypes,
  wrapPlans(
    ({ Self, scope }) => {
      const input = inputs.get(scope.fieldName);
      return input && Self.name === (input.isQuery ? 'Query' : 'Mutation') ? input : null;
    },
    (input) => (plan, $root, args, info) => {
      const $body = lambda(
        [givenTo(input, args), context()] as const,
        async ([given, { pgSettings, withPgClient }]) => {
          if (!pgSettings?.['haat.permissions']?.includes(input.permission)) return new JsonText('{}');
          const body = bodyOf(input, given as Body, options.mediaUrl);
          await checkLinks(input, body, options.outboundAllow);
          const work = videoWork[input.name];
          const done = work ? await work(options.videos, body, askWith(withPgClient, pgSettings)) : body;
          return new JsonText(JSON.stringify(done));
        },
      );
      // A step with side effects runs before the procedure; when it throws, the procedure does not run.
      $body.hasSideEffects = !input.isQuery || input.takes === 'arguments';
      if (input.takes === 'body') return plan($root, withArguments(args, { body: $body as Step }), info);
      const own = madeFields(input).map(({ name, field }) => [name, lambda($body, (body) => partOf(body, field))]);
      return own.length > 0 ? plan($root, withArguments(args, Object.fromEntries(own)), info) : plan();
    },
  ),
];

/** The fields of the GraphQL input that are made from the schema: all, or the lines among the arguments. */
const madeFields = ({ takes, json, fields }: Input): TakenField[] =>
  takes === 'body' ? fields : fields.filter(({ field }) => json?.includes(field));

function partOf({ text }: JsonText, field: string): JsonText | null {
  const value = (JSON.parse(text) as Body)[field];
  return value === undefined ? null : new JsonText(JSON.stringify(value));
}

/** What the client gave: the input of a mutation, the arguments of a query. */
const givenTo = ({ isQuery, fields }: Input, args: FieldArgs): Step =>
  isQuery
    ? object(Object.fromEntries(fields.map(({ name }) => [name, args.getRaw(name)])))
    : (args.getRaw('input') as Step);

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
async function checkLinks({ operation }: Input, body: Body, rules: OutboundRule[]): Promise<void> {
  for (const field of operation?.links ?? []) {
    const link = body[field];
    const problem = typeof link === 'string' && (await linkProblem(link, rules));
    if (problem) throw fieldError(field, problem);
  }
}

/** The checked input. */
function bodyOf({ operation, fields, input: schema }: Input, given: Body, mediaUrl: string): Body {
  const uploads: string[] = [];
  const checked = checkInput(schema, toOperation(fields, operation ? given : withoutBlanks(fields, given), uploads));
  if ('fields' in checked) throw invalid(checked.fields);
  const input = JSON.parse(checked.input) as Body;
  for (const field of operation?.html ?? []) {
    if (typeof input[field] === 'string') input[field] = cleanHtml(input[field], mediaUrl);
  }
  const named = placeUploads(input, operation?.images ?? [], uploads);
  return named.length > 0 ? { ...input, uploads: named } : input;
}

/** Null leaves a field as it is here. An empty text clears it, also one that can only be cleared by null. */
const withoutBlanks = (fields: TakenField[], given: Body): Body =>
  Object.fromEntries(
    fields.flatMap(({ name, isClearedByNull }) => {
      const value = given[name];
      if (value === null || value === undefined) return [];
      return [[name, isClearedByNull && typeof value === 'string' && value.trim() === '' ? null : value]];
    }),
  );

const wordsOf = (enumName: string) => `The words of ${enumName.replace(/\B[A-Z]/g, ' $&').toLowerCase()}.`;

const inputTypes: GraphileConfig.Plugin = {
  name: 'HaatInputsPlugin',
  version: '1.0.0',
  schema: {
    hooks: {
      init(_, build) {
        const objects = [...inputs.values()].flatMap((input) =>
          objectsIn(madeFields(input)).map(
            (one) => [one.type, { ...one, isStrict: input.operation !== undefined }] as const,
          ),
        );
        for (const [type, { fields, isStrict, description = 'Part of an input.' }] of new Map(objects)) {
          build.registerInputObjectType(
            type,
            {},
            () => ({ description, fields: () => configOf(build, fields, { isStrict, isNested: true }) }),
            'HaatInputsPlugin',
          );
          for (const { taken } of fields) {
            if (taken.kind !== 'word' || !taken.words || build.getTypeMetaByName(taken.type)) continue;
            const values = Object.fromEntries(taken.words.map((word) => [word, { value: word }]));
            build.registerEnumType(
              taken.type,
              {},
              () => ({ description: wordsOf(taken.type), values }),
              'HaatInputsPlugin',
            );
          }
        }
        return _;
      },
      GraphQLInputObjectType_fields(fields, build, { Self }) {
        const input = byType.get(Self.name);
        if (!input || input.isQuery) return fields;
        const { body: _, ...others } = fields;
        return { ...others, ...configOf(build, madeFields(input), { isStrict: input.operation !== undefined }) };
      },
      GraphQLObjectType_fields_field_args(args, build, { Self, scope }) {
        const input = inputs.get(scope.fieldName);
        if (input?.takes !== 'body' || !input.isQuery || Self.name !== 'Query') return args;
        const { body: _, ...others } = args;
        return { ...others, ...(configOf(build, input.fields, {}) as GrafastFieldConfigArgumentMap) };
      },
    },
  },
};

/** Strict: null is refused in lists, and required fields of objects are so for GraphQL too. The schema refuses it in any case. */
type Form = { isStrict?: boolean; isNested?: boolean };

function configOf(
  build: GraphileBuild.Build,
  fields: TakenField[],
  { isStrict = false, isNested = false }: Form,
): GrafastInputFieldConfigMap<object> {
  return Object.fromEntries(
    fields.map(({ name, taken: what, isRequired, description }) => {
      const type = typeOf(build, what, isStrict);
      return [name, { type: isRequired && (isStrict || !isNested) ? new GraphQLNonNull(type) : type, description }];
    }),
  );
}

function typeOf(build: GraphileBuild.Build, what: Taken, isStrict: boolean): GraphQLInputType {
  if (what.kind === 'list') {
    const type = typeOf(build, what.of, isStrict);
    return new GraphQLList(isStrict ? new GraphQLNonNull(type) : type);
  }
  const named = build.getTypeByName(what.kind === 'upload' ? 'UUID' : what.kind === 'json' ? 'JSON' : what.type);
  return (named ?? build.getTypeByName('String')) as GraphQLInputType;
}
