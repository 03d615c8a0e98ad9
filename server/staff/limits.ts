// What one operation may ask for, counted before anything is planned or run: a query that would read the house empty is
// refused at once, with the figure it exceeds. Fragments count wherever they are spread, aliases like any other field.
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValueNode,
} from 'postgraphile/graphql';

export const limits = { documentTokens: 10_000, bodyBytes: 100_000, page: 100, defaultPage: 50 };

export type Limits = {
  depth: number;
  fields: number;
  /** Mutations of one operation: each may be a password's hash to compute, or an order to place. */
  mutations: number;
  /** What the pages of one operation could add up to, each inside the other. */
  rows: number;
};

export const staffLimits: Limits = { depth: 12, fields: 500, mutations: 50, rows: 150_000 };
export const anonymousLimits: Limits = { depth: 5, fields: 100, mutations: 1, rows: 0 };

/** Introspection nests deeper than any question about data, and reads nothing but the schema. */
const introspectionDepth = 16;

type Variables = Readonly<Record<string, unknown>>;

/** Where in the operation the walk is: how deep, through which fragments, how many rows stand above, the page around it. */
type Position = { depth: number; deepest: number; spread: readonly string[]; times: number; page: number };

/** The operation that is meant: the named one, or the only one. */
export function findOperation(document: DocumentNode, name: string | null | undefined): OperationDefinitionNode {
  const operations = document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  const found = name == null ? operations : operations.filter((node) => node.name?.value === name);
  if (found.length === 1) {
    if (found[0]!.operation !== 'subscription') return found[0]!;
    throw new GraphQLError('Subscriptions are not supported; use webhooks instead.');
  }
  throw new GraphQLError(
    name == null ? 'Name the operation to run: operationName.' : `The document has no operation ${name}.`,
  );
}

export function checkLimits(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables,
  limit: Limits,
): void {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of document.definitions) {
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
  }
  const defaults = Object.fromEntries(
    (operation.variableDefinitions ?? []).map((node) => [node.variable.name.value, node.defaultValue]),
  );
  let fields = 0;
  let roots = 0;
  let { mutations } = limit;
  let rows = 0;

  const walk = (set: SelectionSetNode, at: Position): void => {
    for (const selection of set.selections) {
      if (selection.kind === Kind.INLINE_FRAGMENT) {
        walk(selection.selectionSet, at);
      } else if (selection.kind === Kind.FRAGMENT_SPREAD) {
        const name = selection.name.value;
        const fragment = fragments.get(name);
        // A cycle or an unknown fragment is for validation to explain.
        if (fragment && !at.spread.includes(name)) walk(fragment.selectionSet, { ...at, spread: [...at.spread, name] });
      } else {
        visit(selection, at);
      }
    }
  };

  const visit = (field: FieldNode, at: Position): void => {
    const name = field.name.value;
    fields += 1;
    if (fields > limit.fields) throw tooLarge(`The operation asks for more than ${limit.fields} fields.`);
    if (at.depth === 1) roots += 1;
    // One request tries one password, whoever sends it.
    if (at.depth === 1 && name === 'signIn') mutations = 1;
    if (operation.operation === 'mutation' && roots > mutations) {
      throw tooLarge(`An operation runs at most ${mutations} mutation${mutations === 1 ? '' : 's'}.`);
    }
    const deepest = name.startsWith('__') ? introspectionDepth : at.deepest;
    if (at.depth > deepest) throw tooLarge(`The operation is nested deeper than ${limit.depth} levels.`);
    const page = pageOf(field);
    // The rows of a connection stand under "nodes" or "edges".
    const times = name === 'nodes' || name === 'edges' ? at.times * at.page : at.times;
    if (times > at.times) rows += times;
    if (rows > limit.rows && times > at.times) {
      throw tooLarge(`The operation could answer with more than ${limit.rows} rows: ask for smaller pages.`);
    }
    if (field.selectionSet) walk(field.selectionSet, { depth: at.depth + 1, deepest, spread: at.spread, times, page });
  };

  /** The rows that the field's own connection may have. */
  const pageOf = (field: FieldNode): number => {
    let page: number | undefined;
    let isOpen = false;
    for (const argument of field.arguments ?? []) {
      const name = argument.name.value;
      if (name !== 'first' && name !== 'last') continue;
      const asked = numberOf(argument.value);
      // Null in the place of the default would mean every row there is.
      if (asked === null && name === 'first') isOpen = true;
      if (asked == null) continue;
      if (asked > limits.page || asked < 0) {
        throw tooLarge(`${field.name.value}(${name}: ${asked}): a page has at most ${limits.page} rows.`);
      }
      page = asked;
    }
    if (isOpen && page === undefined) {
      throw tooLarge(`${field.name.value}(first: null): a page has at most ${limits.page} rows.`);
    }
    return page ?? limits.defaultPage;
  };

  const numberOf = (value: ValueNode): number | null | undefined => {
    if (value.kind === Kind.INT) return Number(value.value);
    if (value.kind === Kind.NULL) return null;
    if (value.kind !== Kind.VARIABLE) return undefined;
    const given = variables[value.name.value];
    if (given !== undefined) return typeof given === 'number' || given === null ? given : undefined;
    const fallback = defaults[value.name.value];
    return fallback ? numberOf(fallback) : undefined;
  };

  walk(operation.selectionSet, { depth: 1, deepest: limit.depth, spread: [], times: 1, page: 1 });
}

const tooLarge = (message: string) => new GraphQLError(message, { extensions: { code: 'QUERY_TOO_LARGE' } });
