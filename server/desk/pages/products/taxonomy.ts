// The taxonomy of products: the categories, brands and attributes of a store, read as a whole.
import { type Document, Refusal } from '../../client.ts';
import { useAgain, useNewest } from '../../use.ts';
import { useCallback, useEffect, useState } from '../../view.ts';
import { askWhole } from '../../whole.ts';
import {
  type AttributesQuery,
  attributes,
  type BrandsQuery,
  brands,
  type CategoriesQuery,
  categories,
} from './taxonomy.graphql';

export type Category = NonNullable<CategoriesQuery['list']>['nodes'][number];
export type Brand = NonNullable<BrandsQuery['list']>['nodes'][number];
export type Attribute = NonNullable<AttributesQuery['list']>['nodes'][number];

type Connection<Row> = { nodes: Row[]; pageInfo: { endCursor: string | null; hasNextPage: boolean } } | null;
type Variables = { storeId: string; after?: string | null | undefined };

async function readAll<Row>(document: Document<{ list: Connection<Row> }, Variables>, storeId: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (let after: string | null | undefined; ; ) {
    const { list } = await askWhole(document, { storeId, after });
    rows.push(...(list?.nodes ?? []));
    if (!list?.pageInfo.hasNextPage) return rows;
    after = list.pageInfo.endCursor;
  }
}

export type Whole<Row> = { rows: Row[] | undefined; problem: Refusal | undefined; reload: () => Promise<void> };

function useAll<Row>(
  document: Document<{ list: Connection<Row> }, Variables>,
  storeId: string | null | undefined,
): Whole<Row> {
  const [state, setState] = useState<{ of?: string; rows?: Row[]; problem?: Refusal }>({});
  const begin = useNewest();
  const reload = useCallback(async () => {
    if (!storeId) return;
    const isNewest = begin();
    try {
      const rows = await readAll(document, storeId);
      if (isNewest()) setState({ of: storeId, rows });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (isNewest()) setState((known) => ({ ...(known.of === storeId && known), of: storeId, problem: error }));
    }
  }, [document, storeId]);
  useEffect(() => void reload(), [reload]);
  const { rows, problem } = state.of === storeId ? state : {};
  useAgain(problem, reload);
  return { rows, problem, reload };
}

export const useCategories = (storeId: string | null | undefined): Whole<Category> => useAll(categories, storeId);
export const useBrands = (storeId: string | null | undefined): Whole<Brand> => useAll(brands, storeId);
export const useAttributes = (storeId: string | null | undefined): Whole<Attribute> => useAll(attributes, storeId);

type Named = { storeId: string; id: string };

async function readOne<Row extends { id: string }>(
  document: Document<{ list: Connection<Row> }, Variables>,
  { storeId, id }: Named,
): Promise<Row | undefined> {
  return (await readAll(document, storeId)).find((row) => row.id === id);
}

export const readCategory = (of: Named): Promise<Category | undefined> => readOne(categories, of);
export const readBrand = (of: Named): Promise<Brand | undefined> => readOne(brands, of);
export const readAttribute = (of: Named): Promise<Attribute | undefined> => readOne(attributes, of);

export type Branch = Category & { depth: number };

/** The categories as they stand below one another, each with how deep it is. */
export function treeOf(rows: Category[], parentId: string | null = null, depth = 0): Branch[] {
  return rows
    .filter((row) => row.parentId === parentId)
    .flatMap((row) => [{ ...row, depth }, ...treeOf(rows, row.id, depth + 1)]);
}

/** The categories for a list to choose from, those below others moved in. */
export const categoryOptions = (rows: Category[]): { value: string; text: string }[] =>
  treeOf(rows).map(({ id, name, depth }) => ({ value: id, text: `${'\u2003'.repeat(depth)}${name}` }));
