// Which personal data an answer of the staff GraphQL shows: customers, alone or in a list, and orders with whom they go to.
// Where they can stand follows from the document and the schema, once; in each answer only these places are looked at.
import {
  type DocumentNode,
  type FieldNode,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'postgraphile/graphql';
import type { ReadKind } from '../../operations/types.ts';

/** A place in the answer: the objects under `name` are of this kind, and there are more places in them. */
export type Place = { name: string; kind?: ReadKind | undefined; inside: Place[] };

export type Shown = Partial<Record<ReadKind, number>>;

/** The fields of a type that say who somebody is. */
const personal: Record<string, string[]> = {
  Customer: ['fullName', 'phone', 'email'],
  CustomerAddress: ['recipientName', 'recipientPhone', 'addressLine'],
  Order: ['shippingAddress'],
};

/** What belongs to a customer or an order that is counted: its addresses, whom it goes to, and the ways to them. */
const parts = new Set(['customer', 'customerAddresses', 'edges', 'node', 'nodes']);

type Selected = { field: FieldNode; on: GraphQLNamedType };
/** How a place was reached: within a list, right within what is counted already. */
type Way = { inList: boolean; isCounted: boolean };

/** The places of an operation. */
export function placesOf(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode): Place[] {
  const fragments = new Map(
    document.definitions.flatMap((one) => (one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one]] : [])),
  );

  /** The fields of a selection, those of its fragments too, each with the type that has it. */
  const fieldsOf = (selections: SelectionSetNode, on: GraphQLNamedType): Selected[] =>
    selections.selections.flatMap((one) => {
      if (one.kind === Kind.FIELD) return [{ field: one, on }];
      const fragment = one.kind === Kind.FRAGMENT_SPREAD ? fragments.get(one.name.value)! : one;
      const name = fragment.typeCondition?.name.value;
      return fieldsOf(fragment.selectionSet, name ? schema.getType(name)! : on);
    });

  const typeOf = ({ field, on }: Selected): GraphQLOutputType | undefined =>
    isObjectType(on) || ('getFields' in on && isAbstractType(on))
      ? (on.getFields()[field.name.value]?.type as GraphQLOutputType | undefined)
      : undefined;

  const within = (selected: Selected[], way: Way): Place[] =>
    selected.flatMap((one) => {
      const { field } = one;
      const type = typeOf(one);
      if (!type || !field.selectionSet) return [];
      const inList = way.inList || hasList(type);
      const fields = fieldsOf(field.selectionSet, getNamedType(type));
      const isCounted = way.isCounted && parts.has(field.name.value);
      const kind = isCounted ? undefined : kindOf(fields, inList);
      const inside = within(fields, { inList, isCounted: isCounted || kind !== undefined });
      if (!kind && inside.length === 0) return [];
      return [{ name: field.alias?.value ?? field.name.value, kind, inside }];
    });

  const kindOf = (fields: Selected[], inList: boolean): ReadKind | undefined => {
    const shows = (type: string, of = fields) =>
      of.some(({ field, on }) => on.name === type && personal[type]!.includes(field.name.value));
    const ofOrder = fields.filter(({ field, on }) => on.name === 'Order' && field.name.value === 'customer');
    const showsCustomer = ofOrder.some(({ field }) =>
      shows('Customer', fieldsOf(field.selectionSet!, schema.getType('Customer')!)),
    );
    if (shows('Order') || showsCustomer) return 'orders.read';
    if (shows('Customer') || shows('CustomerAddress')) return inList ? 'customers.searched' : 'customers.opened';
    return undefined;
  };

  const root = schema.getRootType(operation.operation)!;
  return within(fieldsOf(operation.selectionSet, root), { inList: false, isCounted: false });
}

const hasList = (type: GraphQLOutputType): boolean => (isNonNullType(type) ? hasList(type.ofType) : isListType(type));

/** How many of each kind stand in an answer. */
export function shownIn(places: readonly Place[], data: unknown, shown: Shown = {}): Shown {
  if (data === null || typeof data !== 'object') return shown;
  for (const { name, kind, inside } of places) {
    const found = (data as Record<string, unknown>)[name];
    for (const one of Array.isArray(found) ? found : [found]) {
      if (one === null || one === undefined) continue;
      if (kind) shown[kind] = (shown[kind] ?? 0) + 1;
      shownIn(inside, one, shown);
    }
  }
  return shown;
}
