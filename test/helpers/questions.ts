// Questions and calls made from the staff's GraphQL schema itself, so that what is added later is asked too.
import {
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';

type Field = GraphQLField<unknown, unknown>;

export const typeOf = (field: Field) => getNamedType(field.type) as GraphQLObjectType;
export const isConnection = (field: Field) => typeOf(field).name.endsWith('Connection');
export const rowTypeOf = (field: Field) => typeOf(typeOf(field).getFields().nodes!);
const needsNothing = (field: Field) => field.args.every(({ type }) => !isNonNullType(type));
export const queryFields = (schema: GraphQLSchema): Field[] =>
  Object.values(schema.getQueryType()!.getFields()).filter(({ name }) => name !== 'query' && name !== 'node');
export const lists = (schema: GraphQLSchema): Field[] =>
  queryFields(schema).filter((field) => isConnection(field) && needsNothing(field));

/** What can be selected of a type: its own fields, and one selection for each type that it leads to, so many steps deep. */
function selectionsOf(type: GraphQLObjectType, steps: number): string[] {
  const own: string[] = ['__typename'];
  const further: string[] = [];
  for (const field of Object.values(type.getFields())) {
    if (!needsNothing(field) || field.name === 'query') continue;
    if (isLeafType(getNamedType(field.type))) own.push(field.name);
    else if (isConnection(field)) {
      const inner = steps > 0 ? selectionsOf(rowTypeOf(field), steps - 1) : [];
      further.push(...inner.map((selection) => `${field.name}(first: 5) { totalCount nodes { ${selection} } }`));
    } else if (isObjectType(typeOf(field)) && (steps > 0 || !typeOf(field).getFields().nodeId)) {
      // What has no node id is a part of the answer.
      further.push(
        ...selectionsOf(typeOf(field), Math.max(steps - 1, 0)).map((selection) => `${field.name} { ${selection} }`),
      );
    }
  }
  return [own.join(' '), ...further];
}

/** Questions that together read all of a field of Query, with arguments or without. */
export function readings(field: Field, steps: number, given = ''): string[] {
  if (isConnection(field)) {
    const page = field.args.some(({ name }) => name === 'first') ? `first: ${steps > 1 ? 5 : 100}` : '';
    const more = [given, page].filter(Boolean).join(', ');
    return selectionsOf(rowTypeOf(field), steps).map(
      (selection) => `${field.name}${more && `(${more})`} { totalCount nodes { ${selection} } }`,
    );
  }
  const called = `${field.name}${given && `(${given})`}`;
  if (!isObjectType(typeOf(field))) return [called];
  return selectionsOf(typeOf(field), steps).map((selection) => `${called} { ${selection} }`);
}

/** Questions that together read each field of Query that nobody has to tell anything. */
export const openQuestions = (schema: GraphQLSchema, steps: number): string[] =>
  queryFields(schema)
    .filter(needsNothing)
    .flatMap((field) => readings(field, steps));

/** A call of every mutation that names nothing that exists. */
export function idleCalls(schema: GraphQLSchema): { name: string; call: string }[] {
  return Object.values(schema.getMutationType()!.getFields()).flatMap((mutation) => {
    const input = mutation.args[0] && getNullableType(mutation.args[0].type);
    if (!isInputObjectType(input)) return [];
    return [{ name: mutation.name, call: `${mutation.name}(input: ${literalOf(input)}) { clientMutationId }` }];
  });
}

const nowhere = '00000000-0000-0000-0000-000000000000';
const scalars: Readonly<Record<string, string>> = {
  UUID: `"${nowhere}"`,
  Int: '1',
  Boolean: 'true',
  Datetime: '"2040-01-01T00:00:00Z"',
  JSON: '[]',
};

/** A value that fits the type: of objects what is required only. */
function literalOf(given: GraphQLInputType): string {
  const type = getNullableType(given);
  if (isListType(type)) return '[]';
  if (isEnumType(type)) return type.getValues()[0]!.name;
  if (isInputObjectType(type)) {
    const needed = Object.values(type.getFields()).filter((field) => isNonNullType(field.type));
    return `{ ${needed.map((field) => `${field.name}: ${literalOf(field.type)}`).join(', ')} }`;
  }
  return scalars[getNamedType(type).name] ?? '"1"';
}
