// The activity log, newest first; each entry opens to the values before and after.
import { label, settings, t, when } from '../../i18n.ts';
import { Rows } from '../../parts/rows.ts';
import { byCursor, type RowOf, usePages } from '../../parts/use-pages.ts';
import { ChoiceField, PageHead, TextField } from '../../parts.ts';
import { type PageProps, setQuery } from '../../router.ts';
import { useData } from '../../use.ts';
import { html, type VNode } from '../../view.ts';
import { actText, useWords } from '../../words.ts';
import { inDaysFromTo } from '../../zoned.ts';
import { type ActivityEntryFilter, activityPeople, settingsActivity } from './company.graphql';
import { back } from './index.ts';
import { Changes, nameOf } from './values.ts';

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
  const list = useEntries({
    ...(who && { actorId: { equalTo: who } }),
    ...(what && { objectType: { equalTo: what } }),
    ...((from || until) && { createdAt: inDaysFromTo(from, until, settings.timeZone) }),
  });
  const people = useData(activityPeople, {}).data?.staffMembers?.nodes ?? [];
  const row = ({
    createdAt,
    actorName,
    action,
    objectType,
    objectName,
    store,
    before,
    after,
  }: Entry) => html`<details class="grow">
    <summary>
      <span class="grow">${actText(action, actorName, nameOf({ name: objectName }) || nameOf(after ?? before)) ?? t('activity.other', { who: actorName, what: label('object', objectType) })}<br />
      <span class="quiet">${[store?.name, when(createdAt)].filter(Boolean).join(' · ')}</span></span>
    </summary>
    <${Changes} before=${before} after=${after} />
    ${before == null && after == null && html`<p class="quiet">${t('activity.nothing')}</p>`}
  </details>`;
  return html`
    <${PageHead} title=${t('settings.activity')} back=${back()}>
      <a class="button plain" href="/admin/settings/changes">${t('changes.all')}</a>
    <//>
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
