// Handing parcels over to a courier: tick or scan them, hand over many at once, print the sheet that the rider signs.
import { addressPart } from '../../address.ts';
import { useBatch } from '../../batch.ts';
import { Refusal } from '../../client.ts';
import { useCompany } from '../../company.ts';
import { number, t } from '../../i18n.ts';
import { OpenOrder } from '../../parts/open-order.ts';
import { ScanField, signal } from '../../parts/scan-field.ts';
import { StoreFilter } from '../../parts/store-filter.ts';
import { TestBadge } from '../../parts/test-badge.ts';
import { Button, Empty, Icon, Loading, Money, More, PageHead, Problem, ProblemText, say, Time } from '../../parts.ts';
import { addressOf, type PageProps } from '../../router.ts';
import { useData } from '../../use.ts';
import { useKeyset } from '../../use-keyset.ts';
import { html, useRef, useState, type VNode } from '../../view.ts';
import { handOver, handOverCouriers, type ParcelsToHandOverQuery, parcelsToHandOver } from './hand-over.graphql';

type Parcel = NonNullable<ParcelsToHandOverQuery['parcelsToHandOver']>['nodes'][number];

export default function HandOver({ query }: PageProps): VNode {
  const storeId = query.get('store');
  const couriers = useData(handOverCouriers, { storeId });
  const named = couriers.data?.courierWork?.nodes.filter(({ courierId }) => courierId) ?? [];
  // It stays when nothing of it waits any more: the sheet for its rider is still to be printed.
  const shown = useRef<{ storeId: string | null; courierId: string }>(undefined);
  const first = named[0]?.courierId;
  if (first && shown.current?.storeId !== storeId) shown.current = { storeId, courierId: first };
  const courierId = query.get('courier') ?? shown.current?.courierId ?? null;
  return html`
    <${PageHead} title=${t('handOver.title')} back=${{ href: addressOf('/packing', { store: storeId }), text: t('nav.packing') }}>
      <${StoreFilter} query=${query} />
    <//>
    <${Problem} of=${couriers.problem} onRetry=${couriers.reload} />
    ${!couriers.data && !couriers.problem && html`<${Loading} />`}
    <nav class="tabs" aria-label=${t('nav.couriers')}>${named.map(
      (courier) =>
        html`<a key=${courier.courierId} href=${addressOf('/packing/hand-over', { courier: courier.courierId, store: storeId })}
          aria-current=${courier.courierId === courierId ? 'page' : undefined}>
          ${courier.name} <span class="badge">${number(courier.toHandOver ?? 0)}</span></a>`,
    )}</nav>
    ${couriers.data && (courierId ? html`<${Parcels} key=${`${courierId} ${storeId}`} courierId=${courierId} storeId=${storeId} onDone=${couriers.reload} />` : html`<${Empty}>${t('handOver.nothing')}<//>`)}`;
}

type ParcelsProps = { courierId: string; storeId: string | null; onDone: () => Promise<void> };

function Parcels({ courierId, storeId, onDone }: ParcelsProps): VNode {
  const { symbolOf } = useCompany();
  const list = useKeyset(parcelsToHandOver, { courierId, storeId }, (data) => data.parcelsToHandOver, {
    everyMs: 30_000,
  });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [shout, setShout] = useState<{ text: string; isGood: boolean }>();
  const batch = useBatch(handOver);
  /** Handed over here, and gone from the list since. */
  const [given, setGiven] = useState<Parcel[]>([]);
  const waiting = list.rows.filter(({ id }) => !given.some((other) => other.id === id));
  const ticked = waiting.filter(({ id }) => chosen.has(id));
  const tick = (id: string, isIn: boolean) =>
    setChosen((known) => new Set(isIn ? [...known, id] : [...known].filter((other) => other !== id)));
  const scan = (code: string) => {
    const isCalled = (name: string | null | undefined) => name?.toLowerCase() === code.toLowerCase();
    const found = waiting.find(({ trackingCode, order }) => isCalled(trackingCode) || isCalled(order?.number));
    const isAgain = found !== undefined && chosen.has(found.id);
    signal(found !== undefined && !isAgain);
    if (found) tick(found.id, true);
    const values = { code, count: ticked.length + 1 };
    const text = !found
      ? t('handOver.unknown', values)
      : isAgain
        ? t('handOver.again', values)
        : t('handOver.ticked', values);
    setShout({ text, isGood: found !== undefined && !isAgain });
  };
  /** Asked to be handed over at last: what was refused says why, also where it no longer waits. */
  const [asked, setAsked] = useState<Parcel[]>([]);
  const give = async () => {
    const parcels = ticked;
    setAsked(parcels);
    const did = await batch.run(parcels.map(({ id }) => ({ id, variables: { parcelId: id } })));
    if (did.length > 0) {
      setGiven((known) => [...known, ...parcels.filter(({ id }) => did.includes(id))]);
      say(t('handOver.done', { count: did.length }));
    }
    await Promise.all([list.reload(), onDone()]);
  };
  const refused = asked.flatMap((parcel) => {
    const outcome = batch.outcomes.get(parcel.id);
    return outcome instanceof Refusal ? [{ parcel, outcome }] : [];
  });
  const printed = given.flatMap(({ order }) => order?.id ?? []);
  if (list.isLoading && list.rows.length === 0) return html`<${Loading} />`;
  return html`<div class="stack">
    <${Problem} of=${list.problem} onRetry=${list.reload} />
    ${
      printed.length > 0 &&
      html`<p class="notice" role="status">${t('handOver.done', { count: printed.length })}
        <a class="button" href="/admin/orders/print?form=sheet&ids=${printed.join(',')}"><${Icon} name="printer" /> ${t('handOver.sheet')}</a></p>`
    }
    ${
      refused.length > 0 &&
      html`<div class="problem-box" role="alert"><ul>${refused.map(
        ({ parcel, outcome }) =>
          html`<li key=${parcel.id}><strong>${parcel.order?.number}</strong> ${parcel.trackingCode ?? ''}: <${ProblemText} of=${outcome} /></li>`,
      )}</ul></div>`
    }
    ${waiting.length === 0 && html`<${Empty}>${t('handOver.nothing')}<//>`}
    ${
      waiting.length > 0 &&
      html`<${ScanField} label=${t('handOver.scan')} onScan=${scan} isFirst=${true} />
      <p class="shout" role="alert" data-good=${shout?.isGood} hidden=${!shout}>${shout?.text}</p>
      <div class="toolbar">
        <label class="check"><input type="checkbox" checked=${ticked.length === waiting.length} disabled=${batch.isRunning}
          onChange=${() => setChosen(ticked.length === waiting.length ? new Set() : new Set(waiting.map(({ id }) => id)))} />
          <span>${t('handOver.all')}</span></label>
        <div class="acts">
          ${
            batch.isRunning &&
            html`<progress max=${batch.total} value=${batch.done + batch.failed} aria-label=${t('handOver.progress')}></progress>
            <${Button} kind="plain" onClick=${batch.cancel}>${t('do.cancel')}<//>`
          }
          <${Button} icon="truck" isBusy=${batch.isRunning} disabled=${ticked.length === 0} onClick=${give}>
            ${t('handOver.give', { count: ticked.length })}<//>
        </div>
      </div>
      <ul class="list">${waiting.map((parcel) => {
        return html`<li key=${parcel.id}>
          <label class="check grow"><input type="checkbox" checked=${chosen.has(parcel.id)} disabled=${batch.isRunning}
            onChange=${() => tick(parcel.id, !chosen.has(parcel.id))} />
            <span><strong>${parcel.order?.number}</strong> ${parcel.trackingCode ?? ''} <${TestBadge} storeId=${parcel.storeId} /><br />
              <span class="quiet">${[parcel.order?.customer?.fullName, addressPart(parcel.order?.shippingAddress, 'area'), addressPart(parcel.order?.shippingAddress, 'city')].filter(Boolean).join(', ')} · <${Time} at=${parcel.bookedAt} /></span></span></label>
          <span class="amount"><${Money} amount=${parcel.codAmount} symbol=${symbolOf(parcel.storeId)} /></span>
          <${OpenOrder} id=${parcel.order?.id} number=${parcel.order?.number ?? ''} />
        </li>`;
      })}</ul>
      ${list.isMore && html`<${More} onMore=${list.more} isLoading=${list.isLoading} />`}`
    }
  </div>`;
}
