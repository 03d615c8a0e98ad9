// Values that were typed and not saved, field by field, with the values at the beginning: so a field that another
// person changed meanwhile is noticed, and one that only they changed is taken over.
import { type Draft, useTyped } from '../../use-draft.ts';
import { useCallback } from '../../view.ts';

export type Values = Record<string, string>;
export type Edits = Record<string, { seen: string; value: string }>;

const none: Edits = {};

export function useEdits(draft: Draft) {
  const [edits, setEdits] = useTyped(draft, 'edits', none);
  const edit = useCallback((field: string, base: string, value: string) => {
    setEdits(({ [field]: known, ...others }) => {
      const seen = known?.seen ?? base;
      return value === seen ? others : { ...others, [field]: { seen, value } };
    });
  }, []);
  /** Forgets the edit of a field: what the server has is shown. */
  const take = useCallback((field: string) => setEdits(({ [field]: _, ...others }) => others), []);
  /** Keeps the edit of a field, knowing what the server has now. */
  const keep = useCallback((field: string, now: string) => {
    setEdits((all) => (all[field] ? { ...all, [field]: { ...all[field], seen: now } } : all));
  }, []);
  const clear = useCallback(() => setEdits(none), []);
  return { edits, edit, take, keep, clear };
}

/** The fields that were typed in here and changed by another person. */
export const conflictsOf = (edits: Edits, base: Values): string[] =>
  Object.keys(edits).filter((field) => {
    const { seen, value } = edits[field]!;
    return base[field] !== undefined && base[field] !== seen && base[field] !== value;
  });
