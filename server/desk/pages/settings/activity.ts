// The activity log, newest first; each entry opens to the values before and after.
import { label, number, settings, t, when } from '../../i18n.ts';
import { Rows } from '../../parts/rows.ts';
import { byCursor, type RowOf, usePages } from '../../parts/use-pages.ts';
import { ChoiceField, PageHead, TextField } from '../../parts.ts';
import { type PageProps, setQuery } from '../../router.ts';
import { useData } from '../../use.ts';
import { html, type VNode } from '../../view.ts';
import { actText, fieldName, useWords } from '../../words.ts';
import { fromLocal } from '../../zoned.ts';
import { type ActivityEntryFilter, activityPeople, settingsActivity } from './company.graphql';
import { back } from './index.ts';

const objects = [
  'order',
  'parcel',
  'return',
  'payment',
  'product',
  'customer',
  'coupon',
  'store',
  'location',
  'courier',
  'channel',
  'payment_method',
  'staff',
  'staff_role',
  'api_key',
  'webhook_endpoint',
];

const useEntries = (filter: ActivityEntryFilter) =>
  usePages(settingsActivity, { filter, after: null as string | null }, (data) => byCursor(data.activityEntries));
type Entry = RowOf<ReturnType<typeof useEntries>>;

export default function Activity({ query }: PageProps): VNode {
  useWords(true);
  const who = query.get('who') ?? '';
  const what = query.get('what') ?? '';
  const from = query.get('from') ?? '';
  const until = query.get('until') ?? '';
  const moment = (day: string, time: string) => fromLocal(`${day}T${time}`, settings.timeZone).toISOString();
  const list = useEntries({
    ...(who && { actorId: { equalTo: who } }),
    ...(what && { objectType: { equalTo: what } }),
    ...((from || until) && {
      createdAt: {
        ...(from && { greaterThanOrEqualTo: moment(from, '00:00') }),
        ...(until && { lessThanOrEqualTo: moment(until, '23:59') }),
      },
    }),
  });
  const people = useData(activityPeople, {}).data?.staffMembers?.nodes ?? [];
  const row = ({ createdAt, actorName, action, objectType, store, before, after }: Entry) => html`<details class="grow">
    <summary>
      <span class="grow">${actText(action, actorName, nameOf(after ?? before)) ?? t('activity.other', { who: actorName, what: label('object', objectType) })}<br />
      <span class="quiet">${[store?.name, when(createdAt)].filter(Boolean).join(' · ')}</span></span>
    </summary>
    <${Changes} before=${before} after=${after} />
    ${before == null && after == null && html`<p class="quiet">${t('activity.nothing')}</p>`}
  </details>`;
  return html`
    <${PageHead} title=${t('settings.activity')} back=${back()} />
    <div class="fields beside filters">
      <${ChoiceField} label=${t('activity.who')} value=${who} onInput=${(value: string) => setQuery({ who: value })}
        options=${[{ value: '', text: t('activity.anybody') }, ...people.map(({ id, fullName }) => ({ value: id, text: fullName }))]} />
      <${ChoiceField} label=${t('activity.what')} value=${what} onInput=${(value: string) => setQuery({ what: value })}
        options=${[{ value: '', text: t('activity.anything') }, ...objects.map((one) => ({ value: one, text: label('object', one) }))]} />
      <${TextField} label=${t('activity.from')} value=${from} onInput=${(value: string) => setQuery({ from: value })} attributes=${{ type: 'date' }} />
      <${TextField} label=${t('activity.until')} value=${until} onInput=${(value: string) => setQuery({ until: value })} attributes=${{ type: 'date' }} />
    </div>
    <${Rows} list=${list} empty=${t('activity.none')} row=${row} />
  `;
}

type Members = Record<string, unknown>;

/** What the thing is called, as far as it was noted. */
function nameOf(noted: unknown): string {
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
function wordOf(name: string, value: unknown): string {
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

/** What was noted of the row, before and after. */
function Changes({ before, after }: { before: unknown; after: unknown }): VNode | null {
  const [old, now] = [before, after].map((members) => (members ?? {}) as Members) as [Members, Members];
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter(
    (name) => !isInner(name) && wordOf(name, old[name]) !== wordOf(name, now[name]),
  );
  if (names.length === 0) return null;
  return html`<div class="scroll"><table>
    <thead><tr><th scope="col">${t('activity.field')}</th><th scope="col">${t('activity.before')}</th><th scope="col">${t('activity.after')}</th></tr></thead>
    <tbody>
      ${names.map((name) => html`<tr key=${name}><th scope="row">${fieldName(name)}</th><td>${wordOf(name, old[name])}</td><td>${wordOf(name, now[name])}</td></tr>`)}
    </tbody>
  </table></div>`;
}
