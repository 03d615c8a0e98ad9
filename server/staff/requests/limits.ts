// Limits the size of an operation, before it is planned or run. A query that asks for too much is refused with the limit that
// it exceeds. A fragment counts each time it is used, and an alias counts as a field.
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
import { InputCount, tooLarge } from './input-limits.ts';

export const limits = { documentTokens: 10_000, page: 100, defaultPage: 50 };

export type Limits = {
  depth: number;
  fields: number;
  /** Mutations in one operation. Each may be expensive, such as a password hash or an order. */
  mutations: number;
  /** How many rows the pages of one operation could return together, nested pages multiplied. */
  rows: number;
};

export const limitsOf: Record<'haat_staff' | 'haat_anonymous', Limits> = {
  haat_staff: { depth: 12, fields: 500, mutations: 50, rows: 150_000 },
  haat_anonymous: { depth: 5, fields: 100, mutations: 1, rows: 0 },
};

/** Introspection queries are nested deeper than others, but read only the schema. */
const introspectionDepth = 16;

type Variables = Readonly<Record<string, unknown>>;

/** The position in the operation: depth, fragments on the path, number of parent rows, page size of the connection. */
type Position = { depth: number; maxDepth: number; fragments: readonly string[]; parentRows: number; page: number };

/** The operation to run: the named one, or the only one. */
export function findOperation(document: DocumentNode, name: string | null | undefined): OperationDefinitionNode {
  const operations = document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  const found = name == null ? operations : operations.filter((node) => node.name?.value === name);
  if (found.length === 1) {
    if (found[0]!.operation !== 'subscription') return found[0]!;
    throw new GraphQLError('Subscriptions are not supported; use webhooks instead.');
  }
  throw new GraphQLError(
    name == null
      ? 'The document has several operations: say in operationName which one to run.'
      : `The document has no operation ${name}.`,
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
  const inputs = new InputCount(variables, defaults);
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
        // Validation reports cycles and unknown fragments later.
        if (fragment && !at.fragments.includes(name))
          walk(fragment.selectionSet, { ...at, fragments: [...at.fragments, name] });
      } else {
        visit(selection, at);
      }
    }
  };

  const visit = (field: FieldNode, at: Position): void => {
    const name = field.name.value;
    fields += 1;
    if (fields > limit.fields) throw tooLarge(`The operation asks for more than ${limit.fields} fields.`);
    for (const argument of field.arguments ?? []) inputs.add(argument.name.value, argument.value);
    if (at.depth === 1) roots += 1;
    // One request may try only one password or passkey.
    if (at.depth === 1 && /signIn/i.test(name)) mutations = 1;
    if (operation.operation === 'mutation' && roots > mutations) {
      throw tooLarge(`An operation runs at most ${mutations} mutation${mutations === 1 ? '' : 's'}.`);
    }
    const maxDepth = name.startsWith('__') ? introspectionDepth : at.maxDepth;
    if (at.depth > maxDepth) throw tooLarge(`The operation is nested deeper than ${limit.depth} levels.`);
    const page = pageOf(field);
    // The rows of a connection are in "nodes" or "edges".
    const parentRows = name === 'nodes' || name === 'edges' ? at.parentRows * at.page : at.parentRows;
    if (parentRows > at.parentRows) rows += parentRows;
    if (rows > limit.rows && parentRows > at.parentRows) {
      throw tooLarge(`The operation could return more than ${limit.rows} rows. Ask for smaller pages.`);
    }
    if (field.selectionSet) {
      walk(field.selectionSet, { depth: at.depth + 1, maxDepth, fragments: at.fragments, parentRows, page });
    }
  };

  /** The page size of the field, if it is a connection. */
  const pageOf = (field: FieldNode): number => {
    let page: number | undefined;
    let isOpen = false;
    for (const argument of field.arguments ?? []) {
      const name = argument.name.value;
      if (name !== 'first' && name !== 'last') continue;
      const asked = numberOf(argument.value);
      // `first: null` replaces the default and would return all rows.
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

  walk(operation.selectionSet, { depth: 1, maxDepth: limit.depth, fragments: [], parentRows: 1, page: 1 });
}
