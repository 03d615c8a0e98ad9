// The journal: every change of a record, newest first, of one record or of all; as a file too.
import type { Cell } from '../../../process/csv.ts';
import { ask } from '../../client.ts';
import { useCompany } from '../../company.ts';
import { label, settings, t, when } from '../../i18n.ts';
import { saveCsv } from '../../parts/csv.ts';
import { Rows } from '../../parts/rows.ts';
import { byCursor, type PagedList, type RowOf, usePages } from '../../parts/use-pages.ts';
import { Button, ChoiceField, PageHead, Problem, say, TextField } from '../../parts.ts';
import { type PageProps, setQuery } from '../../router.ts';
import { useData, useWork } from '../../use.ts';
import { html, useEffect, useState, type VNode } from '../../view.ts';
import { fieldName, useWords } from '../../words.ts';
import { inDaysFromTo } from '../../zoned.ts';
import { type ChangeEntryFilter, namesOfChanges, settingsChanges } from './changes.graphql';
import { activityPeople } from './company.graphql';
import { back } from './index.ts';
import { settingsKeys } from './keys.graphql';
import { Changes, changedNames, nameOf, wordOf } from './values.ts';

/** What the filter offers: what people make and change. What belongs to a record is shown with it. */
const types = [
  'product',
  'variant',
  'variant_cost',
  'brand',
  'category',
  'attribute',
  'coupon',
  'customer',
  'order',
  'order_item',
  'order_view',
  'parcel',
  'payment',
  'payout',
  'return',
  'purchase',
  'goods_receipt',
  'stock_count',
  'stock_transfer',
  'company',
  'store',
  'location',
  'channel',
  'payment_method',
  'courier',
  'courier_charge',
  'staff',
  'staff_role',
  'api_key',
  'webhook_endpoint',
];

export const kindsOfRecords = () => types.map((one) => ({ value: one, text: label('object', one) }));

const useChanges = (filter: ChangeEntryFilter | null) =>
  usePages(filter && settingsChanges, { filter: filter ?? {}, first: 50, after: null as string | null }, (data) =>
    byCursor(data.changeEntries),
  );
type Change = RowOf<ReturnType<typeof useChanges>>;
/** What the records are called now, by the id of the change. */
type Names = Record<string, string>;

/** A file holds at most so many rows: a hundred questions. */
const mostInFile = 10_000;

export default function AllChanges({ query }: PageProps): VNode {
  useWords(true);
  const asked = askedBy(query);
  const filter = filterOf(asked);
  const list = useChanges(asked.isTurned ? null : filter);
  const names = useNames(list.rows ?? []);
  return html`<${Told} title=${t('changes.title')} asked=${asked} list=${list}
    kinds=${kindsOfRecords()}
    readFile=${async () => [headings(), ...(await readAll(filter))]}
    row=${(change: Change) => html`<${Row} change=${change} name=${names[change.id]} />`}>
    ${asked.id && html`<p>${t('changes.ofOne')} <${Button} kind="plain" onClick=${() => setQuery({ id: '' })}>${t('changes.ofAll')}<//></p>`}
  <//>`;
}

type Asked = Record<'who' | 'what' | 'id' | 'from' | 'until', string> & { isTurned: boolean };

/** What the address asks for. */
export function askedBy(query: URLSearchParams): Asked {
  const asked = Object.fromEntries(['who', 'what', 'id', 'from', 'until'].map((name) => [name, query.get(name) ?? '']));
  const { from, until } = asked;
  return { ...asked, isTurned: Boolean(from && until && until < from) } as Asked;
}

type ToldProps<R extends { id: string }> = {
  title: string;
  asked: Asked;
  list: PagedList<R>;
  kinds: { value: string; text: string }[];
  /** The lines of the file, headings first; nothing where there is none. */
  readFile?: () => Promise<Cell[][]>;
  acts?: VNode;
  /** What is said instead of an empty list. */
  empty?: string;
  row: (row: R) => VNode;
  children?: unknown;
};

/** A page of who did what: filtered by person or key, kind and days, and as a file. */
export function Told<R extends { id: string }>(props: ToldProps<R>): VNode {
  const { title, asked, list, kinds, readFile, acts, empty = t('activity.none'), row, children } = props;
  const { who, what, from, until, isTurned } = asked;
  const { isBusy, problem, run } = useWork();
  const choose = (name: string) => (value: string) => setQuery({ [name]: value });
  return html`
    <${PageHead} title=${title} back=${back()}>
      ${
        readFile &&
        html`<${Button} kind="plain" icon="download" isBusy=${isBusy} disabled=${isTurned || !list.rows?.length}
          onClick=${() => run(async () => saveCsv(title, await readFile()))}>${t('reports.csv')}<//>`
      }
      ${acts}
    <//>
    <div class="fields beside filters">
      <${Actors} who=${who} onInput=${choose('who')} />
      <${ChoiceField} label=${t('activity.what')} value=${what} onInput=${(value: string) => setQuery({ what: value, id: '' })}
        options=${[{ value: '', text: t('activity.anything') }, ...kinds]} />
      <${TextField} label=${t('activity.from')} value=${from} onInput=${choose('from')} attributes=${{ type: 'date' }} />
      <${TextField} label=${t('activity.until')} value=${until} onInput=${choose('until')} attributes=${{ type: 'date' }}
        problems=${isTurned ? [t('changes.turned')] : undefined} />
    </div>
    ${children}
    <${Problem} of=${problem} />
    ${!isTurned && html`<${Rows} list=${list} empty=${empty} row=${row} />`}
  `;
}

/** People and keys; the keys only for who may see them. */
function Actors({ who, onInput }: { who: string; onInput: (id: string) => void }): VNode {
  const mayKeys = useCompany().can('developer_manage');
  const people = useData(activityPeople, {}).data?.staffMembers?.nodes ?? [];
  const keys = usePages(mayKeys ? settingsKeys : null, { after: null as string | null }, (data) =>
    byCursor(data.apiKeys),
  );
  const options = [
    { value: '', text: t('activity.anybody') },
    ...people.map(({ id, fullName }) => ({ value: id, text: fullName })),
    ...(keys.rows ?? []).map(({ id, name }) => ({ value: id, text: t('changes.key', { name }) })),
  ];
  return html`<${ChoiceField} label=${t('activity.who')} value=${who} onInput=${onInput} options=${options} />`;
}

function filterOf({ who, what, id, from, until }: Asked): ChangeEntryFilter {
  return {
    ...(who && { actorId: { equalTo: who } }),
    ...(what && !id && { recordType: { equalTo: what } }),
    ...(id && {
      or: [{ recordType: { equalTo: what }, recordId: { equalTo: id } }, { parentId: { equalTo: id } }],
    }),
    ...((from || until) && { createdAt: inDaysFromTo(from, until, settings.timeZone) }),
  };
}

/** Who it was, as people call them. */
export const whoOf = ({ actorType, actorName }: { actorType: string; actorName: string }): string =>
  actorType === 'staff' || actorType === 'system'
    ? actorName
    : t(actorType === 'api_key' ? 'changes.key' : 'changes.byHand', { name: actorName });

/** The record in words: what it is, and its name. */
const recordOf = ({ recordType, before, after }: Change, name?: string): string =>
  [label('object', recordType), name ? `“${name}”` : nameOf(after ?? before)].filter(Boolean).join(' ');

/** What was done, as a sentence. */
function sentenceOf(change: Change, called?: string): string {
  const { action, before, after } = change;
  const values = { who: whoOf(change), what: recordOf(change, called) };
  if (action === 'insert') return t('changes.insert', values);
  if (action === 'delete') return t('changes.delete', values);
  if (action === 'baseline') return t('changes.baseline', values);
  const names = changedNames(before, after);
  const [name] = names;
  // Of what only points to other records, such as who looks after an order, no column is named.
  if (name === undefined) return t('changes.updatePlain', values);
  if (names.length > 1) return t('changes.update', { ...values, fields: names.map(fieldName).join(', ') });
  return t('changes.updateOne', {
    ...values,
    field: fieldName(name),
    before: wordOf(name, (before as Record<string, unknown> | null)?.[name]),
    after: wordOf(name, (after as Record<string, unknown> | null)?.[name]),
  });
}

function Row({ change, name }: { change: Change; name?: string }): VNode {
  const { createdAt, storeId, before, after } = change;
  const store = useCompany().stores.find(({ id }) => id === storeId);
  return html`<details class="grow">
    <summary>
      <span class="grow">${sentenceOf(change, name)}<br />
      <span class="quiet">${[store?.name, when(createdAt)].filter(Boolean).join(' · ')}</span></span>
    </summary>
    <${Changes} before=${before} after=${after} />
  </details>`;
}

/** Asks for the names of rows that came since. */
function useNames(rows: readonly Change[]): Names {
  const [names, setNames] = useState<Names>({});
  const missing = rows.filter(({ id }) => !(id in names)).map(({ id }) => id);
  useEffect(() => {
    if (missing.length === 0) return;
    namesOf(missing).then(
      (found) => setNames((known) => ({ ...known, ...Object.fromEntries(missing.map((id) => [id, ''])), ...found })),
      // Without its name a change is told of by its type.
      () => {},
    );
  }, [missing.join()]);
  return names;
}

const namesOf = async (ids: string[]): Promise<Names> =>
  ((await ask(namesOfChanges, { ids })).namesOfChanges ?? {}) as Names;

const readAll = (filter: ChangeEntryFilter): Promise<Cell[][]> =>
  linesOfAll(
    async (after) => byCursor((await ask(settingsChanges, { filter, first: 100, after })).changeEntries),
    async (rows: readonly Change[]) => {
      const names = await namesOf(rows.map(({ id }) => id));
      return rows.flatMap((change) => linesOf(change, names[change.id] ?? ''));
    },
  );

type Page<R> = { rows: readonly R[]; next?: { after?: string | null } | undefined };

/** The lines of all pages; it is said where they are not all. */
export async function linesOfAll<R>(
  read: (after: string | null) => Promise<Page<R>>,
  lines: (rows: readonly R[]) => Cell[][] | Promise<Cell[][]>,
): Promise<Cell[][]> {
  const found: Cell[][] = [];
  let after: string | null = null;
  let count = 0;
  do {
    const { rows, next }: Page<R> = await read(after);
    found.push(...(await lines(rows)));
    count += rows.length;
    after = next?.after ?? null;
  } while (after && count < mostInFile);
  if (after) say(t('changes.cut', { count }));
  return found;
}

const headings = () => [
  t('changes.at'),
  t('activity.who'),
  t('changes.by'),
  t('activity.what'),
  t('settings.name'),
  t('activity.field'),
  t('activity.before'),
  t('activity.after'),
];

/** A line for each field that changed. */
function linesOf(change: Change, called: string): Cell[][] {
  const { createdAt, operation, action, recordType, before, after } = change;
  const [old, now] = [before, after].map((members) => (members ?? {}) as Record<string, unknown>);
  const shared = [createdAt, whoOf(change), operation ?? action, label('object', recordType), called];
  const names = changedNames(before, after);
  if (names.length === 0) return [[...shared, '', '', '']];
  return names.map((name) => [...shared, fieldName(name), wordOf(name, old![name]), wordOf(name, now![name])]);
}
