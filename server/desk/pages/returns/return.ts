// A return of a customer: received line by line, or, once it is over, what came of it.

import { useCompany } from '../../company.ts';
import { t } from '../../i18n.ts';
import { Attachments } from '../../parts/attachments.ts';
import { GoodsName } from '../../parts/goods-name.ts';
import { HistoryLink } from '../../parts/history-link.ts';
import { TestBadge } from '../../parts/test-badge.ts';
import { Badge, Card, Loading, PageHead, Problem, say, Time } from '../../parts.ts';
import { navigate, type PageProps } from '../../router.ts';
import { useData, useSave } from '../../use.ts';
import { html, type VNode } from '../../view.ts';
import { Told } from '../../words.ts';
import { Receive } from './receive.ts';
import { type ReceivedLineInput, receiveReturn, returnToReceive } from './returns.graphql';

export default function Return({ params }: PageProps): VNode {
  const { can } = useCompany();
  const { data, problem, reload } = useData(returnToReceive, { id: params.id! });
  const { save, ...saving } = useSave(receiveReturn);
  const found = data?.return;
  const receive = async (lines: ReceivedLineInput[]) => {
    if (!(await save({ id: params.id!, lines }))) return;
    say(t('receive.done', { number: found!.number }));
    navigate('/returns');
  };
  const move = found?.order?.possibleMoves?.find(
    ({ mutation, returnId }) => mutation === 'receiveReturn' && returnId === params.id,
  );
  const lines = found?.returnLines.nodes ?? [];
  return html`
    <${PageHead} title=${found?.number ?? t('returns.return')} back=${{ href: '/admin/returns', text: t('nav.returns') }}>
      ${found && html`<${Badge} list="returnStatus" code=${found.status} />`}
      ${found && html`<${HistoryLink} type="return" id=${params.id} />`}
    <//>
    <${Problem} of=${problem} onRetry=${reload} />
    ${!data && !problem && html`<${Loading} />`}
    ${data && !found && html`<p role="alert">${t('returns.gone')}</p>`}
    ${
      found &&
      html`<p class="facts">
        <span><a href="/admin/orders/${found.order?.id}">${found.order?.number}</a> <${TestBadge} storeId=${found.order?.storeId} /></span>
        <span>${found.order?.customer?.fullName}</span> <${Time} at=${found.createdAt} />
        <span class="quiet">${found.reason}</span>
      </p>`
    }
    ${found && move && !move.allowed && html`<p class="problem-box"><${Told} text=${move.reason} meaning=${move.meaning} /></p>`}
    ${
      found &&
      move?.allowed &&
      html`<${Receive} lines=${lines.map(({ quantity, orderItem }) => ({ ...orderItem!, quantity }))}
        onReceive=${receive} isBusy=${saving.isBusy} problem=${saving.problem} onCancel=${saving.cancel} />`
    }
    ${
      found &&
      !move?.allowed &&
      html`<${Card} title=${t('receive.lines')}><ul class="work-lines">
        ${lines.map(
          ({ orderItem, quantity, sellableQuantity, damagedQuantity }) => html`<li key=${orderItem!.id}>
            <${GoodsName} product=${orderItem!.productName} variant=${orderItem!.variantName} sku=${orderItem!.sku}
              imageUrl=${orderItem!.product?.thumbnailUrl}>
              <p>${t('receive.result', { count: quantity, sellable: sellableQuantity, damaged: damagedQuantity })}</p>
            <//>
          </li>`,
        )}
      </ul><//>`
    }
    ${
      found?.order &&
      (can('orders_manage') || found.attachments.nodes.length > 0) &&
      html`<${Card} title=${t('attachments.title')}>
        <${Attachments} of=${{ orderId: found.order.id, returnId: params.id! }} files=${found.attachments.nodes}
          mayChange=${can('orders_manage')} onChanged=${reload} />
      <//>`
    }
  `;
}
