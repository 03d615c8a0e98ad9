// A list that is read page by page: the next begins after the last row. Rows that were read stay where they are.
import { ask, type Document, Refusal } from './client.ts';
import { useAgain, useData, useNewest } from './use.ts';
import { useEffect, useState } from './view.ts';

type Page<Row> = { nodes: Row[]; pageInfo: { hasNextPage: boolean } } | null;

export function useKeyset<
  Data,
  Variables extends { startingAfter?: string | null | undefined },
  Row extends { id: string },
>(
  document: Document<Data, Variables>,
  variables: Omit<Variables, 'startingAfter'>,
  pageOf: (data: Data) => Page<Row>,
  options: { everyMs?: number } = {},
) {
  const given = JSON.stringify(variables);
  const first = useData(document, { ...variables, startingAfter: null } as unknown as Variables, options);
  const [later, setLater] = useState<{ rows: Row[]; isMore: boolean; isLoading: boolean; problem?: Refusal }>();
  const begin = useNewest(given);
  useEffect(() => setLater(undefined), [given]);
  const page = first.data && pageOf(first.data);
  const start = page?.nodes ?? [];
  const known = new Set(start.map(({ id }) => id));
  const rows = [...start, ...(later?.rows.filter(({ id }) => !known.has(id)) ?? [])];
  const more = async () => {
    if (later?.isLoading || rows.length === 0) return;
    const before = later?.rows ?? [];
    const isNewest = begin();
    const show = (next: typeof later) => isNewest() && setLater(next);
    setLater({ rows: before, isMore: true, isLoading: true });
    try {
      const startingAfter = rows.at(-1)!.id;
      const next = pageOf(await ask(document, { ...variables, startingAfter } as unknown as Variables));
      show({
        rows: [...before, ...(next?.nodes ?? [])],
        isMore: next?.pageInfo.hasNextPage ?? false,
        isLoading: false,
      });
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      show({ rows: before, isMore: true, isLoading: false, problem });
    }
  };
  useAgain(later?.problem, more);
  return {
    rows,
    more,
    isMore: later ? later.isMore && !later.problem : (page?.pageInfo.hasNextPage ?? false),
    isLoading: first.isLoading || (later?.isLoading ?? false),
    problem: first.problem ?? later?.problem,
    reload: async () => {
      begin();
      setLater(undefined);
      await first.reload();
    },
  };
}
