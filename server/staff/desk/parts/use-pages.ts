// A long list that is read page by page, each after the last row of the one before.
import { ask, type Document, Refusal } from '../client.ts';
import { useCallback, useEffect, useRef, useState } from '../view.ts';

type Page<Row, Variables> = {
  rows: readonly Row[];
  /** What the next page is asked with; nothing when this was the last. */
  next?: Partial<Variables> | undefined;
};
type State<Row, Variables> = {
  rows?: readonly Row[];
  next?: Partial<Variables> | undefined;
  problem?: Refusal | undefined;
  isLoading: boolean;
};
export type PagedList<Row> = {
  rows: readonly Row[] | undefined;
  problem: Refusal | undefined;
  isLoading: boolean;
  /** Reads the next page; nothing at the end of the list. */
  more: (() => void) | undefined;
  /** Reads the list from its beginning. */
  reload: () => Promise<void>;
};

export type RowOf<List> = List extends PagedList<infer Row> ? Row : never;

/** `document` null reads nothing. */
export function usePages<Data, Variables, Row>(
  document: Document<Data, Variables> | null,
  variables: NoInfer<Variables>,
  read: (data: Data) => Page<Row, NoInfer<Variables>>,
): PagedList<Row> {
  const [state, setState] = useState<State<Row, Variables>>({ isLoading: true });
  const given = JSON.stringify(variables);
  const asked = useRef(0);
  const load = useCallback(
    async (next?: Partial<Variables>) => {
      if (document === null) return;
      const mine = ++asked.current;
      setState((known) => ({ ...known, isLoading: true }));
      try {
        const data = await ask(document, { ...(JSON.parse(given) as Variables), ...next });
        if (mine !== asked.current) return;
        const page = read(data);
        setState(({ rows = [] }) => ({
          rows: next ? [...rows, ...page.rows] : page.rows,
          next: page.next,
          isLoading: false,
        }));
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        if (mine === asked.current) setState((known) => ({ ...known, problem: error, isLoading: false }));
      }
    },
    [document, given],
  );
  useEffect(() => {
    setState({ isLoading: true });
    void load();
    return () => {
      asked.current++;
    };
  }, [load]);
  const { rows, next, problem, isLoading } = state;
  const more = next && (() => !isLoading && void load(next));
  return { rows, problem, isLoading, more, reload: () => load() };
}

/** The pages of a list that has cursors. */
export const byCursor = <Row>(
  list: {
    nodes: Row[];
    pageInfo: { hasNextPage: boolean; endCursor: string | null };
  } | null,
): { rows: Row[]; next: { after: string } | undefined } => ({
  rows: list?.nodes ?? [],
  next: list?.pageInfo.hasNextPage && list.pageInfo.endCursor ? { after: list.pageInfo.endCursor } : undefined,
});

/** The pages of a list of work, which goes on after the id of its last row. */
export const byLastId = <Row extends { id: string }>(
  list: { nodes: Row[] } | null,
  pageSize = 50,
): { rows: Row[]; next: { after: string } | undefined } => {
  const rows = list?.nodes ?? [];
  return { rows, next: rows.length === pageSize ? { after: rows.at(-1)!.id } : undefined };
};
