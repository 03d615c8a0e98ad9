// What was noted of a record, before and after, as people read it.
import { label, number, t, when } from '../../i18n.ts';
import { html, type VNode } from '../../view.ts';
import { fieldName } from '../../words.ts';

type Members = Record<string, unknown>;

/** What the thing is called, as far as it was noted. */
export function nameOf(noted: unknown): string {
  const members = (noted ?? {}) as Members;
  const names = ['number', 'name', 'full_name', 'code', 'sku', 'tracking_code', 'email', 'url'];
  const found = names.map((name) => members[name]).find((name) => typeof name === 'string' && name);
  return found ? `“${found}”` : '';
}

const lists: Record<string, string[]> = {
  status: ['status', 'rowStatus', 'productStatus', 'parcelStatus', 'returnStatus', 'endpointStatus', 'countStatus'],
  type: ['couponType', 'paymentType', 'channelType', 'movement'],
  symbol_position: ['symbolPosition'],
  permissions: ['permission'],
};

/** A value as people read it: words for those of closed lists, a moment by the clock, names instead of whole records. */
export function wordOf(name: string, value: unknown): string {
  if (value == null || value === '') return '–';
  if (typeof value === 'boolean') return t(value ? 'plan.yes' : 'plan.no');
  if (typeof value === 'number') return number(value);
  if (Array.isArray(value)) return value.length > 0 ? value.map((one) => wordOf(name, one)).join(', ') : '–';
  if (typeof value === 'object')
    return (
      nameOf(value) ||
      Object.entries(value)
        .filter(([key]) => !isInner(key))
        .map(([key, inner]) => t('activity.part', { field: fieldName(key), value: wordOf(key, inner) }))
        .join(', ')
    );
  const text = String(value);
  if (/^\d{4}-\d\d-\d\dT/.test(text)) return when(text, 'full');
  const code = text.replace(/\W/g, '_');
  const list = lists[name]?.find((one) => label(one, code) !== code.replaceAll('_', ' '));
  return list ? label(list, code) : text;
}

/** What says nothing to people: keys of records, and when they were touched. */
const isInner = (name: string) => name === 'id' || /_ids?$|^(created|updated)_at$|^media_key$|_media_key$/.test(name);

const membersOf = (...both: unknown[]) => both.map((members) => (members ?? {}) as Members) as [Members, Members];

/** The names of what differs for people. */
export function changedNames(before: unknown, after: unknown): string[] {
  const [old, now] = membersOf(before, after);
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].filter(
    (name) => !isInner(name) && wordOf(name, old[name]) !== wordOf(name, now[name]),
  );
}

/** What was noted of the row, before and after. */
export function Changes({ before, after }: { before: unknown; after: unknown }): VNode | null {
  const [old, now] = membersOf(before, after);
  const names = changedNames(before, after);
  if (names.length === 0) return null;
  return html`<div class="scroll"><table>
    <thead><tr><th scope="col">${t('activity.field')}</th><th scope="col">${t('activity.before')}</th><th scope="col">${t('activity.after')}</th></tr></thead>
    <tbody>
      ${names.map((name) => html`<tr key=${name}><th scope="row">${fieldName(name)}</th><td>${wordOf(name, old[name])}</td><td>${wordOf(name, now[name])}</td></tr>`)}
    </tbody>
  </table></div>`;
}
