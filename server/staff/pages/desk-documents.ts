// The GraphQL of the pages: each operation of a `*.graphql` of server/desk is an export of it, the text alone. Its types are
// made by test/check/desk-types.ts.
import {
  type DocumentNode,
  Kind,
  parse,
  print,
  separateOperations,
  stripIgnoredCharacters,
} from 'postgraphile/graphql';

export type DeskDocument = {
  /** As it is imported: `orderToPack` of `query OrderToPack`. */
  constant: string;
  /** As its types are named: OrderToPackQuery and OrderToPackQueryVariables. */
  type: string;
  /** With the fragments that it uses, and without lines and remarks, which are not for the server. */
  text: string;
};

export function documentsOf(source: string | DocumentNode): DeskDocument[] {
  const operations = separateOperations(typeof source === 'string' ? parse(source) : source);
  return Object.entries(operations).map(([name, { definitions }]) => {
    const own = definitions.find((one) => one.kind === Kind.OPERATION_DEFINITION)!;
    // The pages tell by its first word whether an operation only reads.
    const inOrder = [own, ...definitions.filter((one) => one !== own)];
    return {
      constant: name[0]!.toLowerCase() + name.slice(1),
      type: name + own.operation[0]!.toUpperCase() + own.operation.slice(1),
      text: stripIgnoredCharacters(print({ kind: Kind.DOCUMENT, definitions: inOrder })),
    };
  });
}
