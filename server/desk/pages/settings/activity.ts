// The activity log, newest first; each entry opens to the values before and after.
import { label, settings, t, when } from '../../i18n.ts';
import { byCursor, type RowOf, usePages } from '../../parts/use-pages.ts';
import type { PageProps } from '../../router.ts';
import { html, type VNode } from '../../view.ts';
import { actText, useWords } from '../../words.ts';
import { inDaysFromTo } from '../../zoned.ts';
import { askedBy, kindsOfRecords, Told } from './changes.ts';
import { type ActivityEntryFilter, settingsActivity } from './company.graphql';
import { Changes, nameOf } from './values.ts';

const useEntries = (filter: ActivityEntryFilter | false) =>
  usePages(filter ? settingsActivity : null, { filter: filter || {}, after: null as string | null }, (data) =>
    byCursor(data.activityEntries),
  );
type Entry = RowOf<ReturnType<typeof useEntries>>;

export default function Activity({ query }: PageProps): VNode {
  useWords(true);
  const asked = askedBy(query);
  const { who, what, from, until, isTurned } = asked;
  const list = useEntries(
    !isTurned && {
      ...(who && { actorId: { equalTo: who } }),
      ...(what && { objectType: { equalTo: what } }),
      ...((from || until) && { createdAt: inDaysFromTo(from, until, settings.timeZone) }),
    },
  );
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
  return html`<${Told} title=${t('settings.activity')} asked=${asked} list=${list} row=${row}
    kinds=${kindsOfRecords()}
    acts=${html`<a class="button plain" href="/admin/settings/changes">${t('changes.all')}</a>
      <a class="button plain" href="/admin/settings/reads">${t('reads.title')}</a>`} />`;
}
