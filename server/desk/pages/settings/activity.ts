// The activity log, newest first; each entry opens to the values before and after. What an import, a job or a test store did is one
// line, which leads to the list.
import { ask } from '../../client.ts';
import { label, settings, t, when } from '../../i18n.ts';
import { type RowOf, usePages } from '../../parts/use-pages.ts';
import { Button } from '../../parts.ts';
import { addressOf, type PageProps, setQuery } from '../../router.ts';
import { html, useEffect, useRef, useState, type VNode } from '../../view.ts';
import { actText, useWords } from '../../words.ts';
import { inDaysFromTo } from '../../zoned.ts';
import { askedBy, kindsOfRecords, Told } from './changes.ts';
import {
  foldsOfActivity,
  type SettingsActivityQuery,
  type SettingsActivityQueryVariables,
  settingsActivity,
} from './company.graphql';
import { Changes, nameOf } from './values.ts';

type Entry = NonNullable<SettingsActivityQuery['listActivity']>['nodes'][number];

/** The job or the test store of an entry, as internal.activity_fold. */
const foldOf = ({ requestId, store }: Entry): string | undefined =>
  /^job_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})_/.exec(requestId ?? '')?.[1] ??
  (store?.isTest ? store.id : undefined);

function useEntries(asked: SettingsActivityQueryVariables | null) {
  // What was told in one line is not told again further down.
  const told = useRef<{ of: string; ids: Set<string> }>({ of: '', ids: new Set() });
  const of = JSON.stringify(asked);
  if (told.current.of !== of) told.current = { of, ids: new Set() };
  const { ids } = told.current;
  return usePages(asked && settingsActivity, asked ?? {}, ({ listActivity }) => {
    const rows = listActivity?.nodes ?? [];
    for (const row of rows) if (foldOf(row)) ids.add(foldOf(row)!);
    const next = { startingAfter: rows.at(-1)?.id ?? null, told: [...ids] };
    return { rows, next: listActivity?.pageInfo.hasNextPage ? next : undefined };
  });
}

/** What an entry stands for, as far as the server knows it. */
type Fold = { store?: string; file_name?: string; operation?: string; done?: number };

/** Asks for the names of folds that came since. */
function useFolds(rows: readonly Entry[]): Record<string, Fold> {
  const [folds, setFolds] = useState<Record<string, Fold>>({});
  const missing = rows.filter((row) => foldOf(row) && !(row.id in folds)).map(({ id }) => id);
  useEffect(() => {
    if (missing.length === 0) return;
    ask(foldsOfActivity, { ids: missing }).then(
      ({ foldsOfActivity: found }) =>
        setFolds((known) => ({ ...known, ...Object.fromEntries(missing.map((id) => [id, {}])), ...(found as object) })),
      // Without its name a job is told of as one.
      () => {},
    );
  }, [missing.join()]);
  return folds;
}

export default function Activity({ query }: PageProps): VNode {
  useWords(true);
  const asked = askedBy(query);
  const { who, what, from, until, isTurned } = asked;
  const only = query.get('only');
  /** The newest of what was done together: nothing later is looked through. */
  const newest = only && query.get('newest');
  const days: { greaterThanOrEqualTo?: string; lessThan?: string } =
    from || until ? inDaysFromTo(from, until, settings.timeZone) : {};
  const list = useEntries(
    isTurned
      ? null
      : {
          actorId: who || null,
          objectType: what || null,
          fromAt: days.greaterThanOrEqualTo ?? null,
          untilAt: newest ? new Date(Date.parse(newest) + 1).toISOString() : (days.lessThan ?? null),
          onlyOf: only,
        },
  );
  const folds = useFolds(only ? [] : (list.rows ?? []));
  const row = (entry: RowOf<typeof list>) =>
    !only && foldOf(entry)
      ? html`<${FoldRow} entry=${entry} fold=${folds[entry.id]} href=${addressOf('/settings/activity', { who, what, from, until, only: foldOf(entry), newest: entry.createdAt })} />`
      : html`<${EntryRow} entry=${entry} />`;
  return html`<${Told} title=${t('settings.activity')} asked=${asked} list=${list} row=${row}
    kinds=${kindsOfRecords()}
    acts=${html`<a class="button plain" href="/admin/settings/changes">${t('changes.all')}</a>
      <a class="button plain" href="/admin/settings/reads">${t('reads.title')}</a>`}>
    ${only && html`<p>${t('activity.together')} <${Button} kind="plain" onClick=${() => setQuery({ only: '', newest: '' })}>${t('changes.ofAll')}<//></p>`}
  <//>`;
}

function EntryRow({ entry }: { entry: Entry }): VNode {
  const { createdAt, actorName, action, objectType, objectName, store, before, after } = entry;
  return html`<details class="grow">
    <summary>
      <span class="grow">${actText(action, actorName, nameOf({ name: objectName }) || nameOf(after ?? before)) ?? t('activity.other', { who: actorName, what: label('object', objectType) })}<br />
      <span class="quiet">${[store?.name, when(createdAt)].filter(Boolean).join(' · ')}</span></span>
    </summary>
    <${Changes} before=${before} after=${after} />
    ${before == null && after == null && html`<p class="quiet">${t('activity.nothing')}</p>`}
  </details>`;
}

type FoldRowProps = { entry: Entry; fold: Fold | undefined; href: string };

function FoldRow({ entry, fold, href }: FoldRowProps): VNode {
  const { createdAt, actorName, store } = entry;
  const name = fold?.file_name ?? fold?.operation?.replaceAll('_', ' ') ?? '';
  const text = store?.isTest
    ? t('activity.inTestStore', { name: store.name })
    : t(fold?.file_name ? 'activity.import' : 'activity.job', { who: actorName, name });
  const count = !store?.isTest && fold?.done ? t('activity.done', { count: fold.done }) : '';
  return html`<a class="row-link" href=${href}>
    <strong>${text}</strong>
    <span class="quiet">${[count, !store?.isTest && store?.name, when(createdAt)].filter(Boolean).join(' · ')}</span>
  </a>`;
}
