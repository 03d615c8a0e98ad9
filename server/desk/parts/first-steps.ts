// What a new company does first: five things, each leading to its page, until all are done.
import { useCompany } from '../company.ts';
import { type MessageKey, t } from '../i18n.ts';
import { Card, Icon } from '../parts.ts';
import { useData } from '../use.ts';
import { html, useEffect, type VNode } from '../view.ts';
import { type FirstStepsQuery, firstSteps } from './first-steps.graphql';

type Step = { text: MessageKey; why: MessageKey; href: string; isDone: (found: FirstStepsQuery) => boolean };

const steps: Step[] = [
  {
    text: 'first.product',
    why: 'first.productWhy',
    href: '/products/new',
    isDone: ({ products }) => products!.nodes.length > 0,
  },
  {
    text: 'first.stock',
    why: 'first.stockWhy',
    href: '/stock',
    isDone: ({ stockMovements }) => stockMovements!.nodes.length > 0,
  },
  {
    text: 'first.courier',
    why: 'first.courierWhy',
    href: '/settings/couriers',
    isDone: ({ couriers }) => couriers!.nodes.length > 0,
  },
  {
    text: 'first.people',
    why: 'first.peopleWhy',
    href: '/settings/people',
    isDone: ({ staffMembers }) => staffMembers!.nodes.length > 1,
  },
  { text: 'first.order', why: 'first.orderWhy', href: '/orders/new', isDone: ({ orders }) => orders!.nodes.length > 0 },
];

/** For owners; nothing for a company that has done them. What is done stays done, so it is asked for no more. */
export function useFirstSteps(): { isRead: boolean; found: FirstStepsQuery | undefined } {
  const { viewer, filterBy } = useCompany();
  const name = `haat.firstSteps.${viewer.id}`;
  const isWanted = viewer.role === 'owner' && !localStorage.getItem(name);
  const filter = filterBy(null);
  const { data, problem } = useData(isWanted ? firstSteps : null, filter.storeId ? { filter } : {});
  const left = data && steps.filter(({ isDone }) => !isDone(data));
  useEffect(() => {
    if (left?.length === 0) localStorage.setItem(name, 'done');
  }, [left?.length]);
  return { isRead: !isWanted || Boolean(data ?? problem), found: left?.length ? data : undefined };
}

export function FirstSteps({ found: data }: { found: FirstStepsQuery | undefined }): VNode | null {
  if (!data) return null;
  const left = steps.filter(({ isDone }) => !isDone(data));
  return html`<${Card} title=${t('first.title')}>
    <p class="quiet">${t('first.left', { count: left.length })}</p>
    <ol class="list links first-steps">
      ${steps.map(({ text, why, href, isDone }) => {
        const done = isDone(data);
        return html`<li key=${href}>
          ${done ? html`<${Icon} name="check-lg" title=${t('first.done')} />` : html`<${Icon} name="chevron-right" />`}
          <a class="grow" href="/admin${href}"><strong>${t(text)}</strong><span class="quiet">${t(why)}</span></a>
        </li>`;
      })}
    </ol>
  <//>`;
}
