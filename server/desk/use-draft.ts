// What is typed into a form that makes something new is kept in this tab: going back and forward, or loading the page anew, loses
// nothing. It is of one person: another at this machine does not get it.
import { useCompany } from './company.ts';
import { useLayoutEffect, useState } from './view.ts';

/** `form` and `part` name what is kept; forget() is called when the form was saved. */
export function useDraftOf(form: string) {
  const { viewer } = useCompany();
  const start = `haat.draft.${viewer.id}.${form}.`;
  return {
    start,
    forget: (): void => {
      for (const name of Object.keys(sessionStorage)) if (name.startsWith(start)) sessionStorage.removeItem(name);
    },
  };
}

export type Draft = ReturnType<typeof useDraftOf>;

export function useTyped<Value>({ start }: { start: string }, part: string, initial: Value) {
  const [value, set] = useState<Value>(() => {
    const kept = sessionStorage.getItem(start + part);
    return kept === null ? initial : JSON.parse(kept);
  });
  // With the drawing, not after it: the page may be gone at once.
  useLayoutEffect(() => {
    if (value === initial) sessionStorage.removeItem(start + part);
    else sessionStorage.setItem(start + part, JSON.stringify(value));
  }, [value]);
  return [value, set] as const;
}
