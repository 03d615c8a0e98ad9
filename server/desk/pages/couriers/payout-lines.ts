// The rows of a payout sheet beside our books, and what is ticked of them booked at once: all of it, or nothing. A row that is
// refused is named as the sheet numbers it.
import { fromPoisha, inPoisha } from '../../amounts.ts';
import type { Refusal } from '../../client.ts';
import { type CurrencySymbol, label, money, number, t } from '../../i18n.ts';
import { limitsOf } from '../../limits.ts';
import { plain } from '../../number.ts';
import { NumberField } from '../../parts/number-field.ts';
import { OpenOrder } from '../../parts/open-order.ts';
import { Button, Card, Money, Problem, TextField } from '../../parts.ts';
import { useSave } from '../../use.ts';
import { type Draft, useTyped } from '../../use-draft.ts';
import { html, useState, type VNode } from '../../view.ts';
import { Told } from '../../words.ts';
import { bookPayout, type ComparePayoutQuery } from './payout.graphql';
import { chargeOf, type SheetLine, type UnreadRow } from './sheet.ts';

export type Comparison = NonNullable<ComparePayoutQuery['comparePayout']>;
type Found = NonNullable<NonNullable<Comparison['lines']>[number]>;
/** A row of the sheet, and what the books say of it. */
type Line = Found & { at: number; sheet: SheetLine };

/** All that is held, or a part of it; or a parcel that only costs. */
const canBook = ({ finding, amount, sheet }: Line): boolean =>
  finding === 'matches' ||
  finding === 'less' ||
  (inPoisha(amount) === 0 &&
    inPoisha(sheet.charge) > 0 &&
    ['not_delivered', 'already_paid', 'nothing_held'].includes(finding ?? ''));

/** The transfer that lines are booked as: what they settle, less what is charged for them. */
const transferOf = (lines: Line[], isNet: boolean): string =>
  fromPoisha(
    lines.reduce(
      (sum, { amount, sheet, agreedAmount }) => sum + inPoisha(amount) - inPoisha(chargeOf(sheet, agreedAmount, isNet)),
      0,
    ),
  );

/** What was refused of the lines that were sent, by their number among them. */
function refusedLines({ fields }: Refusal): [number, string][] {
  return Object.entries(fields).flatMap(([field, [problem = '']]) => {
    const [, at] = /^lines\.(\d+)/.exec(field) ?? [];
    return at === undefined ? [] : [[Number(at), problem] as [number, string]];
  });
}

const isAnotherSum = ({ fields }: Refusal): boolean => 'transferredAmount' in fields;

type Props = {
  courierId: string;
  draft: Draft;
  compared: Comparison;
  read: SheetLine[];
  /** The amounts have the charges taken off. */
  isNet: boolean;
  symbol: CurrencySymbol;
  onAgain: () => void;
  onBooked: () => Promise<void>;
  onRefused: () => Promise<void>;
};

/** A payout is of one store, so a sheet with parcels of two is two payouts. */
const byStore = (lines: Line[]): Line[][] => [...Map.groupBy(lines, ({ storeId }) => storeId).values()];

export function Differences({
  courierId,
  draft,
  compared,
  read,
  isNet,
  symbol,
  onAgain,
  onBooked,
  onRefused,
}: Props): VNode {
  const lines: Line[] = (compared.lines ?? []).flatMap((line) =>
    line ? [{ ...line, at: line.line!, sheet: read[line.line!]! }] : [],
  );
  const [chosen, setChosen] = useState<ReadonlySet<number>>(
    () => new Set(lines.filter(({ finding }) => finding === 'matches').map(({ at }) => at)),
  );
  const [done, setDone] = useState<ReadonlySet<number>>(new Set());
  const [refused, setRefused] = useState<ReadonlyMap<number, string>>(new Map());
  const [reference, setReference] = useTyped(draft, 'reference', '');
  const [transferred, setTransferred] = useTyped(draft, 'transferred', '');
  const { save, isBusy, problem, refusal } = useSave(bookPayout);
  const ticked = lines.filter((line) => chosen.has(line.at) && canBook(line) && !done.has(line.at));
  const payouts = byStore(ticked);
  const typed = payouts.length < 2 ? plain(transferred) : '';
  const toggle = (n: number) =>
    setChosen((known) => new Set(known.has(n) ? [...known].filter((other) => other !== n) : [...known, n]));
  const bookOne = async (payout: Line[]): Promise<boolean> => {
    const sent = payout.map(({ code, amount, sheet }) => ({
      ...{ code: code!, collectedAmount: amount, chargedAmount: sheet.charge ?? (isNet ? '0' : undefined) },
    }));
    const input = {
      ...{ courierId, storeId: payout[0]!.storeId!, lines: sent, reference: reference.trim() || undefined },
      // What is shown is what is booked, also when the rates have changed since.
      transferredAmount: typed || transferOf(payout, isNet),
    };
    if (await save({ input })) {
      setDone((known) => new Set([...known, ...payout.map(({ at }) => at)]));
      return true;
    }
    const told = refusal.current ? refusedLines(refusal.current) : [];
    setRefused(new Map(told.map(([at, text]) => [payout[at]!.at, text])));
    setChosen((known) => new Set([...known].filter((at) => !told.some(([one]) => payout[one]!.at === at))));
    return false;
  };
  const book = async () => {
    setRefused(new Map());
    let booked = 0;
    for (const payout of payouts) {
      if (await bookOne(payout)) {
        booked += payout.length;
        continue;
      }
      if (refusal.current && (isAnotherSum(refusal.current) || refusedLines(refusal.current).length > 0))
        await onRefused();
      break;
    }
    // A sheet of which all is booked is not offered again.
    if (lines.filter((line) => canBook(line) && !done.has(line.at)).length === booked) draft.forget();
    await onBooked();
  };
  const isChanged = !typed && problem !== undefined && isAnotherSum(problem);
  // What needs a look stands first.
  const rows = lines.toSorted((one, other) => Number(one.finding === 'matches') - Number(other.finding === 'matches'));
  return html`
    <${Card} title=${t('payout.found')} acts=${html`<${Button} kind="plain" disabled=${isBusy} onClick=${onAgain}>${t('payout.other')}<//>`}>
      <dl class="figures">${compared.totals?.map(
        (total) =>
          html`<div key=${total?.finding} data-finding=${total?.finding}><dt>${label('payoutFinding', total?.finding)}</dt>
            <dd><strong>${number(total?.lines ?? 0)}</strong> <span class="quiet"><${Money} amount=${total?.amount} symbol=${symbol} /></span></dd></div>`,
      )}</dl>
      <p>${t('payout.sum')} <strong><${Money} amount=${compared.sheetAmount} symbol=${symbol} /></strong></p>
    <//>
    <div class="toolbar">
      <${TextField} label=${t('payout.reference')} value=${reference} onInput=${setReference} attributes=${{ ...limitsOf('record_payout.reference'), autocomplete: 'off' }} />
      ${
        payouts.length < 2 &&
        html`<${NumberField} label=${t('payout.transferred')} hint=${t('payout.transferredHint')} value=${transferred} onInput=${setTransferred}
          limits=${limitsOf('record_payout.transferred_amount')} problems=${typed ? problem?.fields.transferredAmount : undefined} />`
      }
      <p>${t('payout.comesTo')} <strong><${Money} amount=${transferOf(ticked, isNet)} symbol=${symbol} /></strong></p>
      <div class="acts">
        <${Button} icon="cash-stack" isBusy=${isBusy} disabled=${ticked.length === 0} onClick=${book}>${t('payout.book', { count: ticked.length })}<//>
      </div>
    </div>
    <p role="status">${
      refused.size > 0
        ? t(done.size > 0 ? 'payout.refusedRest' : 'payout.refused', { count: refused.size })
        : isChanged
          ? t('payout.changed')
          : done.size > 0 && t('payout.booked', { count: done.size })
    }</p>
    ${problem && refused.size === 0 && !isAnotherSum(problem) && html`<${Problem} of=${problem} />`}
    <ul class="list">${rows.map(
      (
        line,
      ) => html`<${Row} key=${line.at} line=${line} symbol=${symbol} isNet=${isNet} isDone=${done.has(line.at)} isBusy=${isBusy}
        refused=${refused.get(line.at)} isTicked=${chosen.has(line.at)} onToggle=${() => toggle(line.at)} />`,
    )}</ul>`;
}

type RowProps = {
  line: Line;
  symbol: CurrencySymbol;
  isNet: boolean;
  isDone: boolean;
  isBusy: boolean;
  refused: string | undefined;
  isTicked: boolean;
  onToggle: () => void;
};

function Row({ line, symbol, isNet, isDone, isBusy, refused, isTicked, onToggle }: RowProps): VNode {
  const { finding, sheet } = line;
  const isOfLine = canBook(line);
  const code = refused !== undefined ? 'refused' : finding;
  const text = isDone
    ? t('payout.isBooked')
    : refused !== undefined
      ? t('payout.isRefused')
      : label('payoutFinding', finding);
  return html`<li data-finding=${code}>
    <label class="check grow">
      <input type="checkbox" disabled=${!isOfLine || isDone || isBusy} checked=${isOfLine && isTicked} onChange=${onToggle} />
      <span><strong>${line.code}</strong> ${line.orderNumber !== line.code && line.orderNumber} <span class="quiet">${t('payout.row', { n: number(sheet.row) })}</span><br />
        <span class="badge" data-code=${code}>${text}</span>
        ${finding === 'less' || finding === 'more' ? html` <span class="quiet">${t('payout.holds')} <${Money} amount=${line.heldAmount} symbol=${symbol} /></span>` : ''}
        ${refused && html`<br /><span class="problem"><${Told} text=${refused} /></span>`}</span>
    </label>
    <span class="amount"><${Money} amount=${line.amount} symbol=${symbol} />
      ${isOfLine && html`<${Charge} line=${line} isNet=${isNet} symbol=${symbol} />`}</span>
    ${line.orderId && html`<${OpenOrder} id=${line.orderId} number=${line.orderNumber ?? line.code ?? ''} />`}
  </li>`;
}

/** What is charged for it, and beside what was agreed where that is something else. */
function Charge({ line, isNet, symbol }: { line: Line; isNet: boolean; symbol: CurrencySymbol }): VNode | null {
  const charge = chargeOf(line.sheet, line.agreedAmount, isNet);
  const over = line.agreedAmount === null ? 0 : inPoisha(charge) - inPoisha(line.agreedAmount);
  if (inPoisha(charge) === 0 && over === 0) return null;
  return html`<br /><span class="quiet">${t('payout.charge', { amount: money(charge, symbol) })}</span>
    ${over !== 0 && html`<br /><span class=${over > 0 ? 'problem' : 'quiet'}>${t('payout.agreed', { amount: money(line.agreedAmount, symbol) })}</span>`}`;
}

/** Rows with a cell that is none: they are left out, and told by their number. */
export const Unread = ({
  rows,
}: {
  rows: UnreadRow[];
}): VNode => html`<${Card} title=${t('payout.unread', { count: rows.length })}>
  <ul class="list">${rows.map(
    ({ row, code, cell }) => html`<li key=${row} data-finding="unread">
      <span class="grow"><strong>${code || '–'}</strong> <span class="quiet">${t('payout.row', { n: number(row) })}</span><br />
        <span class="problem">${code ? t('payout.unreadCell', { cell }) : t('payout.unreadCode')}</span></span>
    </li>`,
  )}</ul>
<//>`;
