// What is typed into a form is kept in this tab until it is saved: going back and forward, or loading the page anew, loses nothing.
// It is of one person: another at this machine does not get it.
import { events } from './client.ts';
import { CompanyContext, useCompany } from './company.ts';
import { useContext, useEffect, useLayoutEffect, useRef, useState } from './view.ts';

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

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Neither secrets nor files are kept. */
const fieldsOf = (form: HTMLElement): Field[] =>
  [...form.querySelectorAll<Field>('input, textarea, select')].filter(
    ({ type, autocomplete }) => !/password|file|search|radio/.test(type) && !autocomplete.includes('one-time'),
  );
const isTicked = (field: Field): field is HTMLInputElement => field.type === 'checkbox';
const heldBy = (field: Field): string => (isTicked(field) ? String(field.checked) : field.value);
const valuesIn = (form: HTMLElement): string[] => fieldsOf(form).map(heldBy);

/** As a person does it. */
function put(field: Field, value: string): void {
  if (isTicked(field)) field.click();
  else {
    field.value = value;
    field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
  }
}

type KeptForm = { base: string[]; values: string[] };

/**
 * Keeps what is typed into the fields of a form, and puts it back where they are as they were when it was typed: of another
 * record, or of one that was changed since, nothing is put back. It is forgotten when it was saved, and when its dialog is closed.
 * `form` tells the forms of a page apart, and what each is about; `isSending`: whether it is being saved.
 */
export function useFormDraft(
  element: { current: HTMLFormElement | null },
  form: string,
  isSending: { current: boolean },
) {
  const person = useContext(CompanyContext)?.viewer.id;
  const base = useRef<string[]>([]);
  const isTyped = useRef(false);
  const name = useRef('');
  useLayoutEffect(() => {
    if (!person || isTyped.current) return;
    const own = element.current!;
    base.current = valuesIn(own);
    name.current = `haat.draft.${person}.form ${location.pathname} ${form} ${base.current.length}`;
    const { base: before, values }: KeptForm = JSON.parse(sessionStorage.getItem(name.current) ?? '{}');
    if (!values || JSON.stringify(before) !== JSON.stringify(base.current)) return;
    isTyped.current = true;
    void (async () => {
      // One after the other, each in the form that the one before has made.
      for (const [n, value] of values.entries()) {
        const field = fieldsOf(own)[n];
        if (!field || heldBy(field) === value) continue;
        put(field, value);
        await new Promise((drawn) => setTimeout(drawn));
      }
    })();
  });
  useEffect(() => {
    const own = element.current!;
    const forget = () => {
      isTyped.current = false;
      sessionStorage.removeItem(name.current);
    };
    let isOver = false;
    const keep = () => {
      if (!person || isOver) return;
      const values = valuesIn(own);
      isTyped.current = JSON.stringify(values) !== JSON.stringify(base.current);
      if (!isTyped.current) return forget();
      sessionStorage.setItem(name.current, JSON.stringify({ base: base.current, values } satisfies KeptForm));
    };
    const saved = () => isSending.current && forget();
    // Before the field draws itself anew with what was typed.
    for (const event of ['input', 'change']) own.addEventListener(event, keep, true);
    own.addEventListener('discard', () => {
      // A field tells of its change when its dialog goes.
      isOver = true;
      forget();
    });
    events.addEventListener('saved', saved);
    return () => events.removeEventListener('saved', saved);
  }, [person]);
}
