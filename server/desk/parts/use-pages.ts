// A long list that is read page by page, each after the last row of the one before.
import { ask, type Document, Refusal } from '../client.ts';
import { keepHere, keptForReturn } from '../history.ts';
import { keepSeen, seen } from '../seen.ts';
import { useAgain } from '../use.ts';
import { useCallback, useEffect, useRef, useState } from '../view.ts';

type Page<Row, Variables> = {
  rows: readonly Row[];
  /** What the next page is asked with; nothing when this was the last. */
  next?: Partial<Variables> | undefined;
};
type State<Row, Variables> = {
  /** What is listed. */
  of: string;
  rows?: readonly Row[];
  next?: Partial<Variables> | undefined;
  problem?: Refusal | undefined;
  isLoading: boolean;
};
export type PagedList<Row> = {
  name: string;
  rows: readonly Row[] | undefined;
  problem: Refusal | undefined;
  isLoading: boolean;
  /** Reads the next page; nothing at the end of the list, and after a problem. */
  more: (() => unknown) | undefined;
  /**
   * Reads on to the end of the list, or to the most that are wanted, and gives what is there then; nothing when the page was left
   * or another list was asked for.
   */
  all: (most: number) => Promise<readonly Row[] | undefined>;
  /** Reads what could not be read. */
  retry: () => unknown;
  /** Reads the list from its beginning. */
  reload: () => Promise<void>;
};

export type RowOf<List> = List extends PagedList<infer Row> ? Row : never;

/**
 * `document` null reads nothing. After going back to the page its rows are shown at once as they were left, then as
 * they are now.
 */
export function usePages<Data, Variables, Row>(
  document: Document<Data, Variables> | null,
  variables: NoInfer<Variables>,
  read: (data: Data) => Page<Row, NoInfer<Variables>>,
): PagedList<Row> {
  const given = JSON.stringify(variables);
  const name = document + given;
  const begin = (): State<Row, Variables> => ({ of: name, ...keptForReturn<object>(name), isLoading: true });
  const [state, setState] = useState(begin);
  const asked = useRef(0);
  /** Reads on after `from`, until there are `count` more rows, and shows them when all have come. */
  const load = useCallback(
    async (from?: Partial<Variables>, count = 1) => {
      if (document === null) return [];
      const mine = ++asked.current;
      setState((known) => ({ ...known, problem: undefined, isLoading: true }));
      const found: Row[] = [];
      let next = from;
      try {
        do {
          const data = await ask(document, { ...(JSON.parse(given) as Variables), ...next });
          if (mine !== asked.current) return undefined;
          if (!next) keepSeen(document, given, data);
          const page = read(data);
          found.push(...page.rows);
          next = page.next;
        } while (next && found.length < count);
        setState(({ rows = [] }) => ({ of: name, rows: from ? [...rows, ...found] : found, next, isLoading: false }));
        return found;
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        const last = !from && error.code === 'UNREACHABLE' ? seen<Data>(document, given) : undefined;
        if (mine !== asked.current) return undefined;
        setState((known) => ({ rows: last && read(last).rows, ...known, problem: error, isLoading: false }));
        return [];
      }
    },
    [document, given],
  );
  useEffect(() => {
    const first = begin();
    setState(first);
    void load(undefined, first.rows?.length);
    return () => {
      asked.current++;
    };
  }, [load]);
  useEffect(() => {
    if (state.of === name && state.rows) keepHere(name, { rows: state.rows, next: state.next });
  }, [state]);
  const { rows, next, problem, isLoading } = state;
  const goOn = () => (isLoading ? undefined : load(next));
  const all = async (most: number) => {
    const known = rows ?? [];
    const others = next && !isLoading && known.length < most ? await load(next, most - known.length) : [];
    return others && [...known, ...others].slice(0, most);
  };
  useAgain(problem, goOn);
  return {
    name,
    rows,
    problem,
    isLoading,
    more: next && !problem ? goOn : undefined,
    all,
    retry: goOn,
    reload: async () => void (await load()),
  };
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
