// One mutation for many things, one after the other: each happens once, it can be stopped in between, and what was refused
// says why and can be tried again.
import { type Document, insist, newKey, Refusal } from './client.ts';
import { useEffect, useRef, useState } from './view.ts';

export type Job<Variables> = { id: string; variables: Variables };
export type Outcome = 'waiting' | 'running' | 'done' | Refusal;

export type Batch<Variables> = {
  /** By the id of the job. */
  outcomes: ReadonlyMap<string, Outcome>;
  isRunning: boolean;
  done: number;
  failed: number;
  total: number;
  /** Does these, but for those that are done already, and gives the ids of those it did. Refused ones are tried again. */
  run: (jobs: Job<Variables>[]) => Promise<string[]>;
  cancel: () => void;
};

export function useBatch<Data, Variables>(document: Document<Data, Variables>): Batch<Variables> {
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map());
  const [isRunning, setRunning] = useState(false);
  const running = useRef<AbortController | undefined>(undefined);
  /** Keys of those that got no answer: sent again, they happen once. */
  const keys = useRef(new Map<string, string>());
  useEffect(() => () => running.current?.abort(), []);
  const set = (id: string, outcome: Outcome | undefined) =>
    setOutcomes((known) => {
      const next = new Map(known);
      if (outcome) next.set(id, outcome);
      else next.delete(id);
      return next;
    });

  const run = async (jobs: Job<Variables>[]) => {
    if (running.current) return [];
    const did: string[] = [];
    const controller = new AbortController();
    running.current = controller;
    setRunning(true);
    const waiting = jobs.filter(({ id }) => outcomes.get(id) !== 'done');
    for (const { id } of waiting) set(id, 'waiting');
    for (const { id, variables } of waiting) {
      if (controller.signal.aborted) {
        set(id, undefined);
        continue;
      }
      const name = id + JSON.stringify(variables);
      const key = keys.current.get(name) ?? newKey();
      keys.current.set(name, key);
      set(id, 'running');
      try {
        await insist(document, variables, key, controller.signal);
        set(id, 'done');
        did.push(id);
      } catch (error) {
        if (error instanceof Refusal) {
          keys.current.delete(name);
          set(id, error);
        } else if ((error as Error).name === 'AbortError') set(id, undefined);
        else throw error;
      }
    }
    running.current = undefined;
    setRunning(false);
    return did;
  };

  const all = [...outcomes.values()];
  return {
    outcomes,
    isRunning,
    done: all.filter((outcome) => outcome === 'done').length,
    failed: all.filter((outcome) => outcome instanceof Refusal).length,
    total: all.length,
    run,
    cancel: () => running.current?.abort(),
  };
}
