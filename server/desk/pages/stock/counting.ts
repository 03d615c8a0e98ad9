// What is counted goes to the server soon after it was scanned or typed, one sending after the other; what could not be
// sent stays, and goes with the next.
import { ask, type Refusal } from '../../client.ts';
import { useSave } from '../../use.ts';
import { useEffect, useRef, useState } from '../../view.ts';
import { countLine, saveCount } from './counts.graphql';

type Counting = {
  /** What was counted here and the server may not have yet, by variant. */
  unsaved: ReadonlyMap<string, number>;
  set: (variantId: string, counted: number) => void;
  /** One more of them than the server has, or than was counted here. */
  addOne: (variantId: string) => Promise<number>;
  /** Something that was counted is still on its way: nothing is booked before it is there. */
  isPending: boolean;
  problem: Refusal | undefined;
  retry: () => void;
};

export function useCounting(countId: string, onSaved: () => Promise<void>): Counting {
  const { save, problem } = useSave(saveCount);
  // The latest of each variant that was touched here, and which of them wait.
  const latest = useRef(new Map<string, number>());
  const waiting = useRef(new Set<string>());
  const isSending = useRef(false);
  const [asking, setAsking] = useState(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [unsaved, setUnsaved] = useState<ReadonlyMap<string, number>>(new Map());
  const show = () => setUnsaved(new Map([...waiting.current].map((id) => [id, latest.current.get(id)!])));

  const send = async () => {
    if (isSending.current || waiting.current.size === 0) return;
    isSending.current = true;
    const sent = [...waiting.current].slice(0, 100).map((id) => [id, latest.current.get(id)!] as const);
    const done = await save({ countId, lines: sent.map(([variantId, counted]) => ({ variantId, counted })) });
    isSending.current = false;
    if (!done) return show();
    for (const [id, counted] of sent) if (latest.current.get(id) === counted) waiting.current.delete(id);
    if (waiting.current.size > 0) return send();
    await onSaved();
    show();
  };
  const keep = (variantId: string, counted: number) => {
    latest.current.set(variantId, counted);
    waiting.current.add(variantId);
    show();
  };
  // A number is sent when it is typed to its end.
  const set = (variantId: string, counted: number) => {
    keep(variantId, counted);
    clearTimeout(timer.current);
    timer.current = setTimeout(send, 400);
  };
  const addOne = async (variantId: string) => {
    if (!latest.current.has(variantId)) {
      setAsking((count) => count + 1);
      const { stockCountLine } = await ask(countLine, { countId, variantId }).finally(() =>
        setAsking((count) => count - 1),
      );
      // Meanwhile it may have been scanned once more.
      if (!latest.current.has(variantId)) latest.current.set(variantId, stockCountLine?.countedQuantity ?? 0);
    }
    const counted = latest.current.get(variantId)! + 1;
    keep(variantId, counted);
    void send();
    return counted;
  };
  useEffect(() => {
    // The page is left: what waits goes now.
    const leave = () => void send();
    document.addEventListener('visibilitychange', leave);
    return () => document.removeEventListener('visibilitychange', leave);
  }, []);
  return { unsaved, set, addOne, isPending: unsaved.size + asking > 0, problem, retry: () => void send() };
}
