// Who read personal data: who searched, opened, exported and erased customers, and read orders, in which hour; as a file too.
import { ask } from '../../client.ts';
import { label, settings, t, when } from '../../i18n.ts';
import { byCursor, type RowOf, usePages } from '../../parts/use-pages.ts';
import type { PageProps } from '../../router.ts';
import { html, type VNode } from '../../view.ts';
import { inDaysFromTo } from '../../zoned.ts';
import { askedBy, linesOfAll, Told, whoOf } from './changes.ts';
import { type PersonalDataReadFilter, type PersonalDataReadKind, personalDataReads } from './reads.graphql';

const kinds: PersonalDataReadKind[] = [
  'customers_searched',
  'customers_opened',
  'customers_exported',
  'customers_erased',
  'orders_read',
  'orders_exported',
];

const useReads = (filter: PersonalDataReadFilter | null) =>
  usePages(filter && personalDataReads, { filter: filter ?? {}, first: 50, after: null as string | null }, (data) =>
    byCursor(data.personalDataReads),
  );
type Read = RowOf<ReturnType<typeof useReads>>;

export default function PersonalDataReads({ query }: PageProps): VNode {
  const asked = askedBy(query);
  const { who, what, from, until, isTurned } = asked;
  const filter: PersonalDataReadFilter = {
    ...(who && { actorId: { equalTo: who } }),
    ...(what && { kind: { equalTo: what as PersonalDataReadKind } }),
    ...((from || until) && { hour: inDaysFromTo(from, until, settings.timeZone) }),
  };
  return html`<${Told} title=${t('reads.title')} asked=${asked} list=${useReads(isTurned ? null : filter)} row=${rowOf}
    kinds=${kinds.map((one) => ({ value: one, text: label('readKind', one) }))}
    readFile=${async () => [headings(), ...(await readAll(filter))]} empty=${t('reads.none')}>
    <p class="quiet">${t('reads.about')}</p>
  <//>`;
}

const rowOf = (read: Read) => html`<span class="grow">
  ${t('reads.row', { who: whoOf(read), what: label('readKind', read.kind), count: Number(read.recordCount) })}<br />
  <span class="quiet">${t('reads.times', { count: read.readCount, at: when(read.lastReadAt) })}</span>
</span>`;

const readAll = (filter: PersonalDataReadFilter) =>
  linesOfAll(
    async (after) => byCursor((await ask(personalDataReads, { filter, first: 100, after })).personalDataReads),
    (rows: readonly Read[]) =>
      rows.map((read) => [read.hour, whoOf(read), label('readKind', read.kind), read.recordCount, read.readCount]),
  );

const headings = () => [t('reads.hour'), t('activity.who'), t('activity.what'), t('reads.records'), t('reads.answers')];
