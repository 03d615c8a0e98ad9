// What programs sent to be worked on by itself: jobs of many calls, and lists as files. How far each is, what was refused, and
// a button that stops it.
import type { Document } from '../../client.ts';
import { useCompany } from '../../company.ts';
import { number, t } from '../../i18n.ts';
import { Rows } from '../../parts/rows.ts';
import { TestBadge } from '../../parts/test-badge.ts';
import { byCursor, type PagedList, type RowOf, usePages } from '../../parts/use-pages.ts';
import { Badge, Button, Card, Loading, PageHead, Problem, say, Time } from '../../parts.ts';
import { useSave } from '../../use.ts';
import { html, useEffect, type VNode } from '../../view.ts';
import { jobText, Told, useWords } from '../../words.ts';
import { cancelExport, cancelJob, exports as exportsDocument, jobs as jobsDocument } from './jobs.graphql';

const start = { after: null as string | null };
const useJobs = () => usePages(jobsDocument, start, ({ list }) => byCursor(list));
const useExports = () => usePages(exportsDocument, start, ({ list }) => byCursor(list));
type Job = RowOf<ReturnType<typeof useJobs>>;
type Export = RowOf<ReturnType<typeof useExports>>;

const everyMs = 3000;

/** Reads a list again while something in it runs, unless a further page is shown. */
function useNews<Row extends { endedAt: string | null }>({ rows, reload }: PagedList<Row>): void {
  const runs = (rows?.length ?? 0) <= 25 && rows?.some(({ endedAt }) => endedAt === null);
  useEffect(() => {
    if (!runs) return;
    const timer = setInterval(() => document.visibilityState === 'visible' && void reload(), everyMs);
    return () => clearInterval(timer);
  }, [runs]);
}

export default function Jobs(): VNode {
  const areKnown = useWords(true);
  const jobs = useJobs();
  const exports = useExports();
  useNews(jobs);
  useNews(exports);
  return html`
    <${PageHead} title=${t('settings.jobs')} back=${{ href: '/admin/settings', text: t('nav.settings') }} />
    ${
      areKnown
        ? html`<div class="stack">
          <${Card} title=${jobText('jobs')}>
            <p class="quiet">${jobText('jobsWhy')}</p>
            <${Rows} list=${jobs} empty=${jobText('noJobs')} row=${(of: Job) => html`<${JobRow} of=${of} onChanged=${jobs.reload} />`} />
          <//>
          <${Card} title=${jobText('exports')}>
            <p class="quiet">${jobText('exportsWhy')}</p>
            <${Rows} list=${exports} empty=${jobText('noExports')} row=${(of: Export) => html`<${ExportRow} of=${of} onChanged=${exports.reload} />`} />
          <//>
        </div>`
        : html`<${Loading} />`
    }`;
}

type RowProps<Row> = { of: Row; onChanged: () => Promise<void> };

function JobRow({ of, onChanged }: RowProps<Job>): VNode {
  const done = of.succeededCount + of.failedCount;
  const state = jobText('lines', { done: number(done), all: number(of.lineCount) });
  return html`<${Work} of=${of} who=${of.actorName} status=${of.status} state=${state} cancel=${cancelJob} onChanged=${onChanged}>
    ${of.endedAt === null && html`<progress max="100" value=${of.progress} aria-label=${state}></progress>`}
    ${of.failedCount > 0 && html`<p class="problem">${jobText('refused', { count: number(of.failedCount) })}</p>`}
    ${
      of.refusedLines.nodes.length > 0 &&
      html`<details><summary>${jobText('firstRefused')}</summary><ul>${of.refusedLines.nodes.map(
        ({ line, message, meaning }) =>
          html`<li key=${line}>${jobText('line', { n: number(line ?? 0) })} <${Told} text=${message} meaning=${meaning} /></li>`,
      )}</ul></details>`
    }
  <//>`;
}

function ExportRow({ of, onChanged }: RowProps<Export>): VNode {
  const size = of.sizeBytes === null ? undefined : number(Math.ceil(Number(of.sizeBytes) / 1000));
  const state = [
    of.format.toUpperCase(),
    of.recordCount !== null && jobText('records', { count: number(Number(of.recordCount)) }),
    size && jobText('size', { size }),
  ]
    .filter(Boolean)
    .join(' · ');
  return html`<${Work} of=${of} who=${of.key?.name} status=${of.status === 'pending' ? 'queued' : of.status} state=${state}
    cancel=${cancelExport} onChanged=${onChanged} />`;
}

type WorkProps = {
  of: Pick<Job, 'id' | 'operation' | 'storeId' | 'store' | 'createdAt' | 'endedAt' | 'failureMessage'>;
  who: string | undefined;
  status: string;
  state: string;
  cancel: Document<unknown, { id: string }>;
  onChanged: () => Promise<void>;
  children?: unknown;
};

function Work({ of, who, status, state, cancel, onChanged, children }: WorkProps): VNode {
  const { can } = useCompany();
  const { save, isBusy, problem } = useSave(cancel);
  const stop = async () => {
    if (await save({ id: of.id })) say(jobText('stopped'));
    await onChanged();
  };
  return html`
    <div class="grow">
      <p><code>${of.operation}</code> <${Badge} list="jobStatus" code=${status} /> <${TestBadge} storeId=${of.storeId} /></p>
      <p>${state}</p>
      <p class="quiet">${[who, of.store?.name].filter(Boolean).join(' · ')} · <${Time} at=${of.createdAt} /></p>
      ${of.failureMessage && html`<p class="problem"><${Told} text=${of.failureMessage} /></p>`}
      ${children}
      <${Problem} of=${problem} />
    </div>
    ${
      of.endedAt === null &&
      can('developer_manage') &&
      html`<${Button} kind="danger" isBusy=${isBusy} aria-label=${jobText('stopOne', { what: of.operation })} onClick=${stop}>${jobText('stop')}<//>`
    }`;
}
