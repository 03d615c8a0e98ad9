// What may be done with the order now, as the database says: the next act first, two or three beside it; the rest, each with what it
// will do, and what would be refused, with the reason, on request.
import { useCompany } from '../../../company.ts';
import { label, t } from '../../../i18n.ts';
import { Button, Card, ChoiceField, Problem, say } from '../../../parts.ts';
import { statusOf } from '../../../statuses.ts';
import { useData, useSave } from '../../../use.ts';
import { html, useEffect, useState, type VNode } from '../../../view.ts';
import { Told } from '../../../words.ts';
import { type OrderStatusName, orderChoices } from '../list.graphql';
import { moveEffect, moveName, moveTitle, titleFrom } from '../move-texts.ts';
import { takeBack } from '../take-back.ts';
import { assign, changeStatus, pickUp } from '../transitions.graphql';
import type { Move, Order, OrderProps } from './props.ts';
import { dialogs } from './transition-dialogs.ts';

/** Work on the parcel says more than the status that comes of it: by what a status makes of a parcel. */
const saidBy: Record<string, string> = {
  delivered: 'recordParcelDelivered',
  failed: 'recordDeliveryFailure',
  out: 'recordParcelPickup',
};

const isCorrection = ({ direction }: Move) => direction === 'correction';

/** What was last said of the parcel that a move works on, as undoParcelStep takes it back. */
function stepOf({ status, parcels }: Order, id: string | null): string | undefined {
  const parcel = parcels.nodes.find((one) => one.id === id);
  return statusOf(status)?.stage === 'returned' && !parcel?.deliveredAt ? 'returned' : parcel?.status;
}

const movesOf = (order: Order): Move[] =>
  (order.possibleMoves ?? []).map((move) => {
    const { mutation, toStatus, requiredArguments: required, allowed, parcelId } = move;
    const step = allowed ? stepOf(order, parcelId) : undefined;
    return { ...move, name: moveName(mutation!, toStatus, { required, step }) };
  });

/** What may be done, in the order of the database. */
function allowedOf(moves: Move[]): Move[] {
  const allowed = moves.filter((move) => move.allowed);
  const names = new Set(allowed.map(({ name }) => name));
  return (
    allowed
      .filter(({ toStatus }) => !names.has(saidBy[statusOf(toStatus)?.parcel ?? ''] ?? ''))
      // What was never said is not corrected.
      .filter(({ name }) => name !== 'restateCollected' || !names.has('stateCollected'))
  );
}

/** A change of the status is done at once where the next button takes it back. */
const isAsked = ({ mutation, direction }: Move) =>
  mutation === 'changeOrderStatus' ? direction === 'aside' || direction === 'end' : mutation !== 'recordParcelPickup';

export function Transitions({ order, symbol, onDone }: OrderProps): VNode {
  const [asked, setAsked] = useState<Move>();
  const [isOpen, setOpen] = useState(false);
  const [last, setLast] = useState<{ from: OrderStatusName; to: OrderStatusName }>();
  const change = useSave(changeStatus);
  const pick = useSave(pickUp);
  const moves = movesOf(order);
  const allowed = allowedOf(moves);
  const refused = moves.filter((move) => !move.allowed);
  const reverse = last?.to === order.status && allowed.find(({ toStatus }) => toStatus === last.from);
  const [done, setDone] = useState('');
  useEffect(() => {
    if (!done) return;
    setDone('');
    // Of the order as it was read after the change: what a colleague does meanwhile is not taken back with it.
    say(
      done,
      reverse
        ? {
            text: t('order.takeBack', { status: label('status', last.from) }),
            run: () =>
              void takeBack([{ orderId: order.id, status: last.from, expectedUpdatedAt: order.updatedAt }]).then(
                onDone,
              ),
          }
        : undefined,
    );
  }, [done]);
  const finish = async (move: Move) => {
    setLast(move.toStatus ? { from: order.status, to: move.toStatus } : undefined);
    await onDone();
    // The dialog goes when the page behind it shows what was done; one that was opened meanwhile stays.
    setAsked((now) => (now === move ? undefined : now));
    setDone(t('order.done', { what: moveTitle(move.name) }));
  };
  const press = async (move: Move) => {
    if (statusOf(move.toStatus)?.stage === 'call_back') {
      document.querySelector<HTMLElement>('.presets button')?.focus();
      return;
    }
    if (isAsked(move)) return setAsked(move);
    const isDone =
      move.mutation === 'recordParcelPickup'
        ? await pick.save({ parcelId: move.parcelId! })
        : await change.save({ orderId: order.id, status: move.toStatus! });
    // What was refused may have changed meanwhile: the buttons are to be those of now.
    return isDone ? finish(move) : onDone();
  };
  const isBusy = change.isBusy || pick.isBusy;
  const AskedDialog = asked && dialogs[asked.mutation!];
  const putRight = allowed.filter(isCorrection);
  const [next, ...later] = allowed.filter(({ direction }) => !['back', 'end', 'correction'].includes(direction!));
  // Work on the parcel and on money before what is only another status.
  const isStatus = ({ mutation }: Move) => Number(mutation === 'changeOrderStatus');
  const first = next ? [next, ...later.toSorted((one, other) => isStatus(one) - isStatus(other)).slice(0, 3)] : [];
  const others = allowed.filter((move) => !first.includes(move) && !isCorrection(move));
  const isMore = others.length + putRight.length + refused.length > 0;
  const button = (move: Move, kind: string, isBrief = false) => html`<li key=${move.mutation! + move.toStatus}>
    <button type="button" disabled=${isBusy} onClick=${() => press(move)} title=${isBrief ? moveEffect(move.name) : undefined}
      class="button ${isBrief ? '' : 'move'} ${move.direction === 'end' ? 'danger' : kind}">
      ${isBrief ? titleFrom(move.name, move) : html`<strong>${titleFrom(move.name, move)}</strong><span>${moveEffect(move.name)}</span>`}
    </button>
  </li>`;
  const buttons = (some: Move[]) => html`<ul class="moves">${some.map((move) => button(move, 'plain'))}</ul>`;
  return html`<${Card} title=${t('order.next')} acts=${html`<${Assignee} order=${order} symbol=${symbol} onDone=${onDone} />`}>
    ${allowed.length === 0 && html`<p class="quiet">${t('order.nothingNext')}</p>`}
    <ul class="row acts-now">
      ${first.map((move, n) => button(move, n > 0 || move.direction !== 'forward' ? 'plain' : '', true))}
      ${isMore && html`<li><button type="button" class="button plain" aria-expanded=${isOpen} onClick=${() => setOpen(!isOpen)}>${t('nav.more')}</button></li>`}
    </ul>
    ${
      isOpen &&
      html`${buttons(others)}
      ${putRight.length > 0 && html`<h3>${t('order.putRight')}</h3>${buttons(putRight)}`}`
    }
    ${
      reverse &&
      html`<p class="connection undo">${t('order.wasDone', { status: label('status', order.status) })}
        <${Button} kind="plain" icon="arrow-left" isBusy=${isBusy} onClick=${() => press(reverse)}>
          ${t('order.takeBack', { status: label('status', last!.from) })}
        <//></p>`
    }
    <${Problem} of=${change.problem ?? pick.problem} />
    ${
      isOpen &&
      refused.length > 0 &&
      html`<details>
      <summary>${t('order.whyNot', { count: refused.length })}</summary>
      <dl class="refused">
        ${refused.map(
          (move) => html`<div key=${move.mutation! + move.toStatus}>
          <dt>${moveTitle(move.name)}</dt><dd class="quiet"><${Told} text=${move.reason} meaning=${move.meaning} /></dd>
        </div>`,
        )}
      </dl>
    </details>`
    }
    ${
      AskedDialog &&
      html`<${AskedDialog} move=${asked} order=${order} symbol=${symbol} onClose=${() => setAsked(undefined)}
        onDone=${() => finish(asked)} />`
    }
  <//>`;
}

/** The assignee. */
function Assignee({ order, onDone }: OrderProps): VNode | null {
  const { can, viewer } = useCompany();
  const [isOpen, setOpen] = useState(false);
  const { data } = useData(isOpen ? orderChoices : null, {});
  const { save, isBusy, problem } = useSave(assign);
  const give = async (staffId: string | null) => {
    if (!(await save({ orderId: order.id, staffId }))) return;
    setOpen(false);
    await onDone();
  };
  if (!can('orders_manage')) return null;
  return html`<div class="row assignee">
    <span>${order.assignee ? t('order.assignedTo', { name: order.assignee.fullName }) : t('order.unassigned')}</span>
    ${
      order.assignee?.id !== viewer.id &&
      html`<${Button} kind="plain" isBusy=${isBusy} onClick=${() => give(viewer.id)}>${t('order.takeIt')}<//>`
    }
    ${
      isOpen && data
        ? html`<${ChoiceField} label=${t('orders.assignee')} hideLabel value=${order.assignee?.id ?? ''}
          onInput=${(id: string) => give(id || null)}
          options=${[
            { value: '', text: t('orders.nobody') },
            ...data.staffMembers!.nodes.map(({ id, fullName }) => ({ value: id, text: fullName })),
          ]} />`
        : html`<${Button} kind="plain" onClick=${() => setOpen(true)}>${t('orders.assign')}<//>`
    }
    <${Problem} of=${problem} />
  </div>`;
}
