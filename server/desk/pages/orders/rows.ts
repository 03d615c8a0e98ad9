// The rows of the list of orders: read page by page, read again by itself, and never moved under the reader. What is new
// waits until it is asked for; what changed is drawn in its place; what left the list stays, marked, until one leaves.
import { ask, type Document, Refusal } from '../../client.ts';
import { keepHere, keptForReturn } from '../../history.ts';
import { keepSeen, seen } from '../../seen.ts';
import { useAgain, useNewest } from '../../use.ts';
import { useCallback, useEffect, useRef, useState } from '../../view.ts';
import type { CallOutcome } from './call-outcomes.ts';
import {
  type ListOrdersQuery,
  listCallBacks,
  listLapsing,
  listMyOrders,
  listOrders,
  listOrdersOfDay,
  listRefundsOwed,
  type OrderPaymentStatus,
  type OrderStatusName,
  searchOrders,
} from './list.graphql';
import { merge, type Shown } from './merge.ts';

export type Row = NonNullable<ListOrdersQuery['list']>['nodes'][number];

type List = { nodes: Row[]; pageInfo: { hasNextPage: boolean; endCursor?: unknown } } | null;
type Variables = Record<string, unknown>;
/** What is asked for the rows after one, or from the first on. */
type Question = { name: string; ask: (last: Row | undefined, cursor: unknown) => Promise<List> };

/** Filters of the list by their names in the address. */
export const filterNames = [
  'store',
  'stage',
  'view',
  'status',
  'payment',
  'call',
  'courier',
  'city',
  'district',
  'sku',
  'tag',
  'q',
  'sort',
  'agent',
  'from',
  'to',
  'channel',
  'least',
  'most',
] as const;
/** As the head of the list has it; `oldest` in older links and views. */
export const oldestFirst = 'CREATED_AT_ASC';
export const isOldestFirst = (query: URLSearchParams): boolean =>
  ['oldest', oldestFirst].includes(query.get('sort') ?? '');

/** What the address asks for. A view is a list of its own; a search looks everywhere. */
export function questionOf(query: URLSearchParams): Question {
  const given = (name: (typeof filterNames)[number]) => query.get(name) || null;
  const storeId = given('store');
  /** Lists go on after their last row; what PostGraphile alone pages goes on after a cursor. */
  const after = <V extends Variables>(
    document: Document<{ list: List }, V>,
    by: 'row' | 'cursor',
    fixed: Variables,
  ) => ({
    name: JSON.stringify([given('view'), fixed]),
    ask: async (last: Row | undefined, cursor: unknown): Promise<List> => {
      const from = by === 'row' ? { startingAfter: last?.id ?? null } : { after: cursor ?? null };
      return (await ask(document, { ...fixed, ...from } as unknown as V)).list;
    },
  });
  const search = given('q');
  const status = given('status') as OrderStatusName | null;
  const paymentStatus = given('payment') as OrderPaymentStatus | null;
  const lastCallOutcome = given('call') as CallOutcome | null;
  const assigneeId = given('agent');
  const channelId = given('channel');
  if (search) {
    const equal = (name: string, value: unknown) => (value ? { [name]: { equalTo: value } } : {});
    const between = (name: string, least: string | null, most: string | null) =>
      least || most
        ? { [name]: { ...(least && { greaterThanOrEqualTo: least }), ...(most && { lessThanOrEqualTo: most }) } }
        : {};
    const filter = {
      ...equal('status', status),
      ...equal('paymentStatus', paymentStatus),
      ...equal('lastCallOutcome', lastCallOutcome),
      ...equal('assigneeId', assigneeId),
      ...equal('channelId', channelId),
      ...between('storeDate', given('from'), given('to')),
      ...between('totalAmount', given('least'), given('most')),
    };
    return after(searchOrders, 'cursor', {
      search,
      storeId,
      stage: given('stage'),
      tag: given('tag'),
      // A filter of nothing, or null, is refused.
      ...(Object.keys(filter).length > 0 && { filter }),
    });
  }
  switch (given('view')) {
    case 'due':
      return after(listCallBacks, 'cursor', { storeId });
    case 'today':
      return after(listOrdersOfDay, 'row', { storeId });
    case 'mine':
      return after(listMyOrders, 'row', { storeId });
    case 'refunds':
      return after(listRefundsOwed, 'row', { storeId });
    case 'lapsing':
      return after(listLapsing, 'row', { storeId });
  }
  return after(listOrders, 'row', {
    storeId,
    assigneeId,
    stage: given('stage'),
    status,
    paymentStatus,
    lastCallOutcome,
    courierId: given('courier'),
    city: given('city'),
    district: given('district'),
    sku: given('sku'),
    tag: given('tag'),
    channelId,
    placedFrom: given('from'),
    placedTo: given('to'),
    leastAmount: given('least'),
    mostAmount: given('most'),
    oldestFirst: isOldestFirst(query) || null,
  });
}

type State = Shown<Row> & {
  name: string;
  cursor: unknown;
  problem: Refusal | undefined;
  isLoading: boolean;
};

const nothing: ReadonlySet<string> = new Set();
const blank = { rows: [], fresh: [], gone: nothing, hasMore: false, cursor: undefined, problem: undefined };

export function useOrders(question: Question, everyMs = 10_000) {
  const [state, setState] = useState<State>(
    () => keptForReturn<State>(question.name) ?? { ...blank, name: question.name, isLoading: true },
  );
  const latest = useRef(state);
  latest.current = state;
  const asked = useRef(0);
  const isReadingMore = useRef(false);
  const work = useRef(question);
  work.current = question;

  /** One reading at a time, of `count` rows or of one page; an answer to what is no longer asked is dropped. */
  const read = useCallback(async (from: Row | undefined, use: (list: NonNullable<List>) => void, count = 1) => {
    const mine = ++asked.current;
    const { name } = work.current;
    const nodes: Row[] = [];
    let cursor = from && latest.current.cursor;
    try {
      for (;;) {
        const list = await work.current.ask(nodes.at(-1) ?? from, cursor);
        if (mine !== asked.current || !list) return;
        if (!from && nodes.length === 0) keepSeen('orders', name, list.nodes);
        nodes.push(...list.nodes);
        cursor = list.pageInfo.endCursor;
        if (!list.pageInfo.hasNextPage || nodes.length >= count) return use({ ...list, nodes });
      }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (mine !== asked.current || name !== work.current.name) return;
      const last = (error.code === 'UNREACHABLE' && seen<Row[]>('orders', name)) || [];
      setState((known) => ({
        ...known,
        rows: known.name === name && known.rows.length > 0 ? known.rows : last,
        problem: error,
        isLoading: false,
      }));
    }
  }, []);
  const start = useCallback(
    () =>
      read(undefined, ({ nodes, pageInfo }) =>
        setState({
          ...blank,
          name: work.current.name,
          rows: nodes,
          hasMore: pageInfo.hasNextPage,
          cursor: pageInfo.endCursor,
          isLoading: false,
        }),
      ),
    [],
  );
  const more = useCallback(async () => {
    const { rows, isLoading, hasMore } = latest.current;
    if (isLoading || isReadingMore.current || !hasMore) return;
    isReadingMore.current = true;
    setState((known) => ({ ...known, isLoading: true }));
    await read(rows.at(-1), ({ nodes, pageInfo }) =>
      setState((known) => {
        const ids = new Set(known.rows.map(({ id }) => id));
        return {
          ...known,
          rows: [...known.rows, ...nodes.filter(({ id }) => !ids.has(id))],
          hasMore: pageInfo.hasNextPage,
          cursor: pageInfo.endCursor,
          problem: undefined,
          isLoading: false,
        };
      }),
    );
    isReadingMore.current = false;
  }, []);
  const begin = useNewest();
  /** Reads on to the end of the list, or to the most that are worked on at once: without those that have left it. */
  const all = useCallback(async (most: number) => {
    const { name } = work.current;
    const isHere = begin();
    let found: Row[];
    do {
      await more();
      await new Promise((drawn) => setTimeout(drawn));
      const { rows, gone } = latest.current;
      found = rows.filter(({ id }) => !gone.has(id)).slice(0, most);
      // The page was left, or another list was asked for: of that nothing is chosen.
      if (work.current.name !== name || !isHere()) return [];
    } while (latest.current.hasMore && !latest.current.problem && found.length < most);
    return found;
  }, []);
  const refresh = useCallback(async (count?: number) => {
    // What is read for the reader goes first: a refresh in its midst would drop it.
    const { isLoading, rows, problem } = latest.current;
    if (isLoading || isReadingMore.current) return;
    // Nothing was read yet of which it could be told what is new.
    if (problem && rows.length === 0) return start();
    await read(
      undefined,
      ({ nodes, pageInfo }) =>
        setState((known) => ({ ...known, ...merge(known, nodes, !pageInfo.hasNextPage), problem: undefined })),
      count,
    );
  }, []);
  useEffect(() => {
    // After going back the list is shown as it was left, then as it is now.
    const kept = keptForReturn<State>(question.name);
    if (kept) {
      setState(kept);
      latest.current = kept;
      void refresh(kept.rows.length);
    } else {
      setState((known) => ({ ...known, isLoading: true }));
      void start();
    }
    const again = () => document.visibilityState === 'visible' && void refresh();
    document.addEventListener('visibilitychange', again);
    const timer = setInterval(again, everyMs);
    return () => {
      asked.current++;
      document.removeEventListener('visibilitychange', again);
      clearInterval(timer);
    };
  }, [question.name, everyMs]);
  useEffect(() => {
    if (state.name === question.name && !state.isLoading) keepHere(question.name, state);
  }, [state]);
  useAgain(state.problem, () => refresh());
  // Rows of another question are not shown for an answer to this one.
  const shown = state.name === question.name ? state : { ...state, rows: [], fresh: [], hasMore: false };
  return { ...shown, more, all, refresh, start };
}
