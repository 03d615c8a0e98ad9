// Questions made from the staff's GraphQL schema itself, so that what is added later is asked too.
import {
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isLeafType,
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

/** Questions that together read each field of Query that needs no argument. */
export const openQuestions = (schema: GraphQLSchema, steps: number): string[] =>
  queryFields(schema)
    .filter(needsNothing)
    .flatMap((field) => readings(field, steps));
