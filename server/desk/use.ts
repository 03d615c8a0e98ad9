// The hooks that pages share: what is read, what is saved, and keys.
import { type Document, insist, newKey, Refusal } from './client.ts';
import { keepSeen, seen } from './seen.ts';
import { useCallback, useEffect, useRef, useState } from './view.ts';
import { askWhole } from './whole.ts';

export type Read<Data> = {
  /** What came last for these variables; it stays while it is read anew. */
  data: Data | undefined;
  problem: Refusal | undefined;
  isLoading: boolean;
  /** Whether what is shown is of these variables: with `keeps` it may be of those before. */
  isCurrent: boolean;
  reload: () => Promise<void>;
};

type State<Data> = { of: string; data?: Data | undefined; problem?: Refusal; isLoading: boolean };

/**
 * Reads, and reads again when the variables change, when the tab is shown again, and every `everyMs` while it is
 * shown. Lists that the document may go on with are read to their ends, or until there are `most` rows. `document`
 * null reads nothing. What was read for other variables is no answer to these: it is gone at once, unless `keeps`
 * leaves it in sight until the next has come.
 */
export function useData<Data, Variables>(
  document: Document<Data, Variables> | null,
  variables: Variables,
  { everyMs, most, keeps }: { everyMs?: number; most?: number; keeps?: boolean } = {},
): Read<Data> {
  const given = JSON.stringify(variables);
  const [state, setState] = useState<State<Data>>({ of: given, isLoading: true });
  const asked = useRef(0);
  const reload = useCallback(async () => {
    if (document === null) return;
    const mine = ++asked.current;
    try {
      const data = await askWhole(document, JSON.parse(given) as Variables, { most });
      if (mine !== asked.current) return;
      keepSeen(document, given, data);
      setState({ of: given, data, isLoading: false });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (mine === asked.current)
        setState(({ of, data }) => {
          const known = keeps || of === given ? data : undefined;
          const isLost = error.code === 'UNREACHABLE';
          return {
            of: given,
            data: known ?? (isLost ? seen<Data>(document, given) : undefined),
            problem: error,
            isLoading: false,
          };
        });
    }
  }, [document, given, most, keeps]);
  useEffect(() => {
    setState((known) => ({ ...known, isLoading: true }));
    void reload();
    const again = () => globalThis.document.visibilityState === 'visible' && void reload();
    globalThis.document.addEventListener('visibilitychange', again);
    const timer = everyMs && setInterval(again, everyMs);
    return () => {
      asked.current++;
      globalThis.document.removeEventListener('visibilitychange', again);
      if (timer) clearInterval(timer);
    };
  }, [reload, everyMs]);
  const isCurrent = state.of === given;
  const { data, problem, isLoading } = isCurrent || keeps ? state : { data: undefined, isLoading: true };
  useAgain(problem, reload);
  return { data, problem, isLoading, isCurrent, reload };
}

/** Asks again by itself what could not be reached. */
export function useAgain(problem: Refusal | undefined, again: () => unknown): void {
  const latest = useRef(again);
  latest.current = again;
  const isLost = problem?.code === 'UNREACHABLE';
  useEffect(() => {
    if (!isLost) return;
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      timer = setTimeout(async () => {
        await latest.current();
        if (timer) wait();
      }, 4000);
    };
    wait();
    return () => {
      clearTimeout(timer);
      timer = 0 as never;
    };
  }, [isLost]);
}

export type Save<Data, Variables> = {
  /** The data of the mutation, or undefined when it was refused (`problem` says why) or cancelled. */
  save: (variables: Variables) => Promise<Data | undefined>;
  isBusy: boolean;
  problem: Refusal | undefined;
  cancel: () => void;
  clear: () => void;
  /** What the last sending was refused with: for those who go on after it. */
  refusal: { current: Refusal | undefined };
  /** Of `keepAs`: what was sent before the page was loaded, and not answered. Saved again, it still happens once. */
  unanswered: Variables | undefined;
};

/**
 * A mutation that happens once: two clicks, a lost connection and a second try have one key, which is renewed when other
 * variables are sent or when it was answered. `keepAs`: what is sent is kept in this tab under that name until it is
 * answered, so that a page that was left or loaded anew can send it again: it may have arrived.
 */
export function useSave<Data, Variables>(
  document: Document<Data, Variables>,
  { keepAs }: { keepAs?: string } = {},
): Save<Data, Variables> {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Refusal>();
  const act = useRef(keptAct(keepAs));
  const [unanswered] = useState<Variables | undefined>(() => act.current.sent && JSON.parse(act.current.sent));
  const running = useRef<AbortController | undefined>(undefined);
  const refusal = useRef<Refusal | undefined>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const save = useCallback(
    async (variables: Variables) => {
      if (running.current) return undefined;
      const controller = new AbortController();
      running.current = controller;
      refusal.current = undefined;
      setBusy(true);
      setProblem(undefined);
      const answered = () => {
        act.current = { key: '', sent: '' };
        if (keepAs) sessionStorage.removeItem(keepAs);
      };
      try {
        const sent = JSON.stringify(variables);
        if (!act.current.key || act.current.sent !== sent) act.current = { key: newKey(), sent };
        if (keepAs) sessionStorage.setItem(keepAs, JSON.stringify(act.current));
        const data = await insist(document, variables, act.current.key, controller.signal);
        answered();
        return data;
      } catch (error) {
        if (error instanceof Refusal) {
          answered();
          refusal.current = error;
          setProblem(error);
        } else if ((error as Error).name !== 'AbortError') throw error;
        return undefined;
      } finally {
        running.current = undefined;
        if (!controller.signal.aborted) setBusy(false);
      }
    },
    [document, keepAs],
  );
  const cancel = useCallback(() => {
    running.current?.abort();
    setBusy(false);
  }, []);
  const clear = useCallback(() => setProblem(undefined), []);
  return { save, isBusy, problem, cancel, clear, refusal, unanswered };
}

const keptAct = (keepAs: string | undefined): { key: string; sent: string } =>
  JSON.parse((keepAs && sessionStorage.getItem(keepAs)) || '{ "key": "", "sent": "" }');

/**
 * The newest of several questions: what is called when one is asked gives whether it still is the newest. It is not
 * once the page was left, or asks about something else (`of`): an answer that comes then is dropped.
 */
export function useNewest(of?: unknown): () => () => boolean {
  const asked = useRef(0);
  useEffect(
    () => () => {
      asked.current++;
    },
    [of],
  );
  return useCallback(() => {
    const mine = ++asked.current;
    return () => mine === asked.current;
  }, []);
}

/** Keys of a page, by their name in KeyboardEvent.key. They are silent while one types, and beside Ctrl, Alt and Meta. */
export function useKeys(keys: Record<string, (event: KeyboardEvent) => void>): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      const types = target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
      if (types || event.ctrlKey || event.altKey || event.metaKey || document.querySelector('dialog[open]')) return;
      const act = latest.current[event.key];
      if (!act) return;
      event.preventDefault();
      act(event);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}

/** The value some time after it stopped changing: for a search while one types. */
export function useSettled<Value>(value: Value, ms = 250): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}

/** Runs the work of a form that has no key: passwords and codes, of which the server keeps nothing. */
export function useWork() {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Refusal>();
  const running = useRef(0);
  const run = async (work: () => Promise<void>) => {
    running.current++;
    setBusy(true);
    setProblem(undefined);
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      setProblem(error);
    } finally {
      setBusy(--running.current > 0);
    }
  };
  return { isBusy, problem, run };
}
