// A dialog that makes or changes one row of the settings. Of a change only what was changed is sent.
import type { Document } from '../../client.ts';
import { label, type MessageKey, t } from '../../i18n.ts';
import type { Limits } from '../../limits.ts';
import { numberOf } from '../../number.ts';
import { NumberField } from '../../parts/number-field.ts';
import { ChoiceField, Dialog, Form, say, TextField } from '../../parts.ts';
import { useChange } from '../../use-change.ts';
import { html, useState, type VNode } from '../../view.ts';

export type Values = Record<string, string | boolean>;
export type EditorField = {
  /** As the input of the mutation names it. */
  name: string;
  text: MessageKey;
  kind?: 'text' | 'number' | 'check' | 'choice' | 'area';
  hint?: MessageKey;
  isRequired?: boolean;
  /** Codes of a closed list, and the list that has their words. */
  codes?: readonly string[];
  list?: string;
  /** Of a number. */
  limits?: Limits;
  attributes?: Record<string, unknown>;
};

type Props = {
  title: string;
  fields: readonly EditorField[];
  /** The row as it stands; its `id` is sent with the change. Without it a row is made. */
  row?: Record<string, unknown> | undefined;
  /** The row as it is by now. */
  readRow?: ((id: string) => Promise<object | null | undefined>) | undefined;
  /** What is sent besides. */
  fixed?: Record<string, unknown>;
  mutation: Document<unknown, { input: never }>;
  onClose: () => void;
  onSaved: () => unknown;
};

export function Editor({ title, fields, row, readRow, fixed, mutation, onClose, onSaved }: Props): VNode {
  const [before] = useState(() => Object.fromEntries(fields.map((field) => [field.name, startOf(field, row)])));
  const [values, setValues] = useState<Values>(before);
  const { save, isBusy, problem, cancel, conflict } = useChange(
    mutation as Document<unknown, { input: Record<string, unknown> }>,
    row,
    async () => readRow?.(String(row!.id)),
  );
  const submit = async () => {
    const changed = fields.filter(({ name }) => (row ? values[name] !== before[name] : values[name] !== ''));
    const given = changed.map(({ name, kind }) => [
      name,
      kind === 'number' ? (numberOf(String(values[name])) ?? null) : values[name],
    ]);
    if (row && given.length === 0) return onClose();
    if (!(await save({ ...(row && { id: row.id }), ...fixed, ...Object.fromEntries(given) }))) return;
    say(t('settings.saved', { what: String(values.name || title) }));
    await onSaved();
    onClose();
  };
  const show = (name: string, value: unknown) => {
    const { list } = fields.find((field) => field.name === name)!;
    return list ? label(list, String(value)) : '';
  };
  return html`<${Dialog} title=${title} onClose=${onClose}>
    <${Form} onSubmit=${submit} submit=${t('do.save')} isBusy=${isBusy} problem=${problem} onCancel=${cancel}
      conflict=${{ of: conflict, names: Object.fromEntries(fields.map(({ name, text }) => [name, text])), show, onTheirs: onClose }}>
      ${fields.map(
        (field) => html`<${EditorInput} key=${field.name} field=${field} value=${values[field.name]!}
          problems=${problem?.fields[field.name]}
          onInput=${(value: string | boolean) => setValues((all) => ({ ...all, [field.name]: value }))} />`,
      )}
    <//>
  <//>`;
}

function startOf({ name, kind, codes, isRequired }: EditorField, row?: Record<string, unknown>): string | boolean {
  if (row) return kind === 'check' ? row[name] === true : String(row[name] ?? '');
  return kind === 'check' ? false : kind === 'choice' && isRequired ? codes![0]! : '';
}

type InputProps = {
  field: EditorField;
  value: string | boolean;
  problems?: string[] | undefined;
  onInput: (value: string | boolean) => void;
};

function EditorInput({ field, value, problems, onInput }: InputProps): VNode {
  const { text, kind = 'text', hint, isRequired, codes, list, limits, attributes } = field;
  if (kind === 'check')
    return html`<${Check} text=${t(text)} hint=${hint && t(hint)} isOn=${value === true} onChange=${onInput} />`;
  const shared = { label: t(text), value, problems, onInput, hint: hint && t(hint) };
  if (kind === 'choice')
    return html`<${ChoiceField} ...${shared} options=${codes!.map((code) => ({ value: code, text: label(list!, code) }))} />`;
  if (kind === 'number')
    return html`<${NumberField} ...${shared} limits=${limits} attributes=${{ required: isRequired, ...attributes }} />`;
  return html`<${TextField} ...${shared} rows=${kind === 'area' ? 3 : undefined}
    attributes=${{ required: isRequired, autocomplete: 'off', ...attributes }} />`;
}

type CheckProps = {
  text: string;
  hint?: string | undefined;
  isOn: boolean;
  disabled?: boolean;
  onChange: (isOn: boolean) => void;
};

export const Check = ({ text, hint, isOn, disabled, onChange }: CheckProps): VNode => html`<label class="check">
  <input type="checkbox" checked=${isOn} disabled=${disabled}
    onChange=${(event: Event) => onChange((event.target as HTMLInputElement).checked)} />
  <span>${text}${hint && html`<br /><span class="quiet">${hint}</span>`}</span>
</label>`;

type ChecksProps = {
  legend: string;
  codes: readonly string[];
  chosen: readonly string[];
  textOf: (code: string) => string;
  /** What cannot be changed here. */
  isFixed?: (code: string) => boolean;
  onChange: (chosen: string[]) => void;
};

/** Several of a list. */
export const Checks = ({ legend, codes, chosen, textOf, isFixed, onChange }: ChecksProps): VNode => html`<fieldset>
  <legend>${legend}</legend>
  <div class="fields beside">
    ${codes.map(
      (
        code,
      ) => html`<${Check} key=${code} text=${textOf(code)} isOn=${chosen.includes(code)} disabled=${isFixed?.(code)}
        onChange=${(isOn: boolean) => onChange(isOn ? [...chosen, code] : chosen.filter((one) => one !== code))} />`,
    )}
  </div>
</fieldset>`;
