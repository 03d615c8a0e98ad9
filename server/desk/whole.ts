// Reads a record with its lists to their ends. A page of a list has at most 100 rows: a document that wants a list whole
// selects its `pageInfo { hasNextPage endCursor }` and takes where it goes on as a variable, named after the list:
// variants(first: 100, after: $variantsAfter). Of lists in the rows of a list each is read on by itself.
import { ask, type Document } from './client.ts';

type Connection = { nodes: unknown[]; pageInfo: { hasNextPage: boolean; endCursor: string | null } };

/** The lists of the document that go on, by their path in the answer. */
function* unfinished(document: string, value: unknown, path: string[] = []): Generator<string[]> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    const goesOn = (inner as Connection | null)?.pageInfo?.hasNextPage === true;
    if (goesOn && document.includes(`$${key}After:`)) yield [...path, key];
    else yield* unfinished(document, inner, [...path, key]);
  }
}

const listAt = (data: unknown, path: string[]): Connection | undefined =>
  path.reduce((at: unknown, key) => (at as Record<string, unknown> | null | undefined)?.[key], data) as
    | Connection
    | undefined;

/** `most`: how many rows of each list are wanted; the others are left for later. */
export async function askWhole<Data, Variables>(
  document: Document<Data, Variables>,
  variables: Variables,
  { most = Number.POSITIVE_INFINITY }: { most?: number | undefined } = {},
): Promise<Data> {
  const data = await ask(document, variables);
  for (const path of [...unfinished(document, data)]) {
    const list = listAt(data, path)!;
    while (list.pageInfo.hasNextPage && list.nodes.length < most) {
      const after = { [`${path.at(-1)}After`]: list.pageInfo.endCursor };
      const next = listAt(await ask(document, { ...variables, ...after }), path);
      list.nodes.push(...(next?.nodes ?? []));
      list.pageInfo = next?.pageInfo ?? { hasNextPage: false, endCursor: null };
    }
  }
  return data;
}
