// Saves what was typed over a record that others may change too: one way for every form. The server refuses to write
// over what was not seen (expectedUpdatedAt). Then the record is read anew: where another person changed other fields,
// ours are saved on top of theirs; where it is the same field, the form shows both and asks.
import { type Document, Refusal } from './client.ts';
import { type Save, useSave } from './use.ts';
import { useRef, useState } from './view.ts';
import { meaningOf } from './words.ts';

type Input = Record<string, unknown>;
export type Seen = { updatedAt: string; [field: string]: unknown };
/** Who changed the record, as far as it is known, and the fields that we changed too. */
export type Conflict = { by: string | undefined; fields: { name: string; now: unknown; mine: unknown }[] };

export type Change<Data> = Omit<Save<Data, never>, 'save' | 'unanswered'> & {
  save: (input: Input) => Promise<Data | undefined>;
  conflict: Conflict | undefined;
  /** Theirs is kept. */
  giveWay: () => void;
};

/** Nothing is as good as an empty text, and "10" as "10.00". */
export function isSame(one: unknown, other: unknown): boolean {
  const [a, b] = [one, other].map((value) =>
    Array.isArray(value)
      ? value
          .map((one) => (typeof one === 'string' ? one : JSON.stringify(one)))
          .toSorted()
          .join('\n')
      : String(value || ''),
  );
  if (a === b) return true;
  const number = a && b ? Number(a) - Number(b) : Number.NaN;
  const moment = /^\d{4}-.*T/.test(a!) ? Date.parse(a!) - Date.parse(b!) : Number.NaN;
  return number === 0 || moment === 0;
}

/** The input with what is there now in the fields that the form left as it found them. */
function merge(input: Input, found: Seen, now: Seen): Input {
  const left = Object.keys(input).filter((name) => name in found && name in now && isSame(input[name], found[name]));
  return { ...input, ...Object.fromEntries(left.map((name) => [name, now[name]])) };
}

/** The fields that the form changes and that another person has changed since they were read. */
const conflictsOf = (input: Input, known: Seen, now: Seen): Conflict['fields'] =>
  Object.keys(input)
    .filter((name) => name in known && !isSame(now[name], known[name]) && !isSame(now[name], input[name]))
    .map((name) => ({ name, now: now[name], mine: input[name] }));

/** Who changed what was not seen, where the server knows it. */
export function whoChanged({ fields }: Refusal): string | undefined {
  const who = meaningOf(fields.expectedUpdatedAt?.[0])?.values.who;
  return who === 'Somebody' ? undefined : who;
}

/** Goods that sell move a product too: each time it is read anew. */
const mostTries = 5;

/**
 * `found`: the record as the form was filled from it. `read`: the record as it is now. `follows`: nothing is typed yet, and the
 * form shows each change of the record.
 */
export function useChange<Data, Given extends object>(
  document: Document<Data, { input: Given }>,
  found: object | undefined,
  read: () => Promise<object | null | undefined>,
  { follows }: { follows?: boolean } = {},
): Change<Data> {
  const { save, refusal, ...state } = useSave(document);
  const base = useRef(found as Seen | undefined);
  const known = useRef(base.current);
  const [conflict, setConflict] = useState<Conflict>();
  if (follows && !conflict) known.current = base.current = found as Seen | undefined;
  const saveOver = async (given: Input) => {
    setConflict(undefined);
    let input = base.current ? merge(given, base.current, known.current!) : given;
    for (let tries = 1; ; tries++) {
      const expected = known.current && { expectedUpdatedAt: known.current.updatedAt };
      const data = await save({ input: { ...input, ...expected } as unknown as Given });
      const isOutdated = refusal.current && 'expectedUpdatedAt' in refusal.current.fields;
      if (data || !isOutdated || tries === mostTries) return data;
      const now = await read().catch((error) => {
        if (!(error instanceof Refusal)) throw error;
      });
      if (!now) return undefined;
      input = merge(given, base.current!, now as Seen);
      const fields = conflictsOf(input, known.current!, now as Seen);
      known.current = now as Seen;
      if (fields.length > 0) {
        setConflict({ by: whoChanged(refusal.current!), fields });
        return undefined;
      }
    }
  };
  const giveWay = () => {
    setConflict(undefined);
    state.clear();
  };
  return { ...state, refusal, save: saveOver, conflict, giveWay, problem: conflict ? undefined : state.problem };
}
