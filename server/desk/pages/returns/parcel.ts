// A parcel that a courier brings back: what it still holds is received line by line.

import { t } from '../../i18n.ts';
import { HistoryLink } from '../../parts/history-link.ts';
import { TestBadge } from '../../parts/test-badge.ts';
import { Badge, Loading, PageHead, Problem, say } from '../../parts.ts';
import { navigate, type PageProps } from '../../router.ts';
import { useData, useSave } from '../../use.ts';
import { html, type VNode } from '../../view.ts';
import { Told } from '../../words.ts';
import { Receive } from './receive.ts';
import { parcelToReceive, type ReceivedLineInput, receiveParcel } from './returns.graphql';

export default function ComingParcel({ params }: PageProps): VNode {
  const { data, problem, reload } = useData(parcelToReceive, { id: params.id! });
  const { save, ...saving } = useSave(receiveParcel);
  const found = data?.parcel;
  const order = found?.order;
  const receive = async (lines: ReceivedLineInput[]) => {
    const saved = await save({ id: params.id!, lines });
    if (!saved) return;
    const isWhole = saved.receiveParcel?.parcel?.status === 'received';
    say(t(isWhole ? 'receive.done' : 'receive.someMissing', { number: order!.number }));
    if (isWhole) navigate('/returns?list=parcels');
    else await reload();
  };
  const move = order?.possibleMoves?.find(
    ({ mutation, parcelId }) => mutation === 'receiveParcel' && parcelId === params.id,
  );
  const lines = (order?.orderItems.nodes ?? []).flatMap(({ outstanding, ...item }) =>
    outstanding ? [{ ...item, quantity: outstanding }] : [],
  );
  return html`
    <${PageHead} title=${t('returns.parcelOf', { number: order?.number ?? '' })}
      back=${{ href: '/admin/returns?list=parcels', text: t('nav.returns') }}>
      ${found && html`<${Badge} list="parcelStatus" code=${found.status} />`}
      ${found && html`<${HistoryLink} type="parcel" id=${params.id} />`}
    <//>
    <${Problem} of=${problem} onRetry=${reload} />
    ${!data && !problem && html`<${Loading} />`}
    ${data && !found && html`<p role="alert">${t('returns.gone')}</p>`}
    ${
      found &&
      html`<p class="facts">
        <span><a href="/admin/orders/${order?.id}">${order?.number}</a> <${TestBadge} storeId=${order?.storeId} /></span>
        <span>${order?.customer?.fullName}</span> <span>${found.courier?.name}</span>
        <span class="quiet">${found.trackingCode}</span>
        ${found.daysOut != null && html`<span class="quiet">${t('returns.daysOut', { count: found.daysOut })}</span>`}
      </p>`
    }
    ${found && !move?.allowed && html`<p class="problem-box">${move?.reason ? html`<${Told} text=${move.reason} meaning=${move.meaning} />` : t('receive.over')}</p>`}
    ${
      found &&
      move?.allowed &&
      html`<${Receive} key=${lines.map(({ id, quantity }) => id + quantity).join()} lines=${lines} onReceive=${receive} isBusy=${saving.isBusy}
        problem=${saving.problem} onCancel=${saving.cancel} />`
    }
  `;
}
