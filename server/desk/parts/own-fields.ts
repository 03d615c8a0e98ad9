// The fields that a store keeps of its own beside an order's: a name and a text, a number, or yes and no.
import { t } from '../i18n.ts';
import type { Limits } from '../limits.ts';
import { numberOf } from '../number.ts';
import { Button, ChoiceField, TextField } from '../parts.ts';
import { html, type VNode } from '../view.ts';
import { NumberField } from './number-field.ts';

type Value = string | number | boolean;
/** As it is typed; what a program has written as a number, or as yes and no, stays such a one. */
export type OwnField = { name: string; kind: 'text' | 'number' | 'yes'; value: string };

/** No amount of money, but what a program counts or names by, as far as it is exact. */
const limits: Limits = { max: Number.MAX_SAFE_INTEGER };

const kinds = { string: 'text', number: 'number', boolean: 'yes' } as const;
const shown = (value: Value) => (typeof value === 'boolean' ? t(value ? 'plan.yes' : 'plan.no') : String(value));

/** As they come with the order. */
const valuesIn = (fields: unknown) => Object.entries((fields ?? {}) as Record<string, Value>);

export const ownFieldsOf = (fields: unknown): OwnField[] =>
  valuesIn(fields).map(([name, value]) => ({
    ...{ name, kind: kinds[typeof value as keyof typeof kinds], value: String(value) },
  }));

/** As they are sent; a row without a name and a value is none. */
export const ownFieldsInput = (rows: readonly OwnField[]): Record<string, Value> =>
  Object.fromEntries(
    rows
      .filter(({ name, value }) => name.trim() || value.trim())
      .map(({ name, kind, value }) => [
        name.trim(),
        kind === 'number' ? (numberOf(value) ?? value) : kind === 'yes' ? value === 'true' : value.trim(),
      ]),
  );

/** A name that is there twice would keep one value only. */
export const areOwnFieldsNamed = (rows: readonly OwnField[]): boolean => rows.every((_, n) => !nameProblem(rows, n));

function nameProblem(rows: readonly OwnField[], n: number): string | undefined {
  const { name, value } = rows[n]!;
  if (!name.trim()) return value.trim() ? t('field.required') : undefined;
  return rows.some((other, at) => at < n && other.name.trim() === name.trim()) ? t('own.twice') : undefined;
}

type EditorProps = { rows: OwnField[]; onRows: (rows: OwnField[]) => void; problems: string[] | undefined };

export function OwnFieldsEditor({ rows, onRows, problems }: EditorProps): VNode {
  const set = (n: number, changes: Partial<OwnField>) =>
    onRows(rows.map((row, at) => (at === n ? { ...row, ...changes } : row)));
  const value = ({ kind, value: typed }: OwnField, n: number) => {
    const of = { label: t('own.value'), value: typed, onInput: (text: string) => set(n, { value: text }) };
    if (kind === 'number') return html`<${NumberField} ...${of} limits=${limits} />`;
    if (kind === 'text') return html`<${TextField} ...${of} attributes=${{ autocomplete: 'off' }} />`;
    const options = ['true', 'false'].map((one) => ({ value: one, text: shown(one === 'true') }));
    return html`<${ChoiceField} ...${of} options=${options} />`;
  };
  return html`<details open=${rows.length > 0 || problems !== undefined}>
    <summary>${t('own.title')}</summary>
    ${rows.map((row, n) => {
      const wrong = nameProblem(rows, n);
      return html`<fieldset key=${n} class="fields beside">
        <legend class="spoken">${t('own.place', { n: n + 1 })}</legend>
        <${TextField} label=${t('own.name')} value=${row.name} onInput=${(name: string) => set(n, { name })}
          problems=${wrong ? [wrong] : n === 0 ? problems : undefined} attributes=${{ autocomplete: 'off' }} />
        ${value(row, n)}
        <${Button} kind="plain" icon="trash" title=${t('own.remove', { n: n + 1 })}
          onClick=${() => onRows(rows.filter((_, at) => at !== n))} />
      </fieldset>`;
    })}
    <${Button} kind="plain" icon="plus-lg" onClick=${() => onRows([...rows, { name: '', kind: 'text', value: '' }])}>${t('own.add')}<//>
  </details>`;
}

/** On the page of the order. */
export function OwnFields({ fields }: { fields: unknown }): VNode | null {
  const values = valuesIn(fields);
  if (values.length === 0) return null;
  return html`<dl class="totals own">${values.map(
    ([name, value]) => html`<div key=${name}><dt>${name}</dt><dd>${shown(value)}</dd></div>`,
  )}</dl>`;
}
