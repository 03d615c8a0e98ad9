// A courier's payout sheet beside our books: what differs is shown before anything is booked, then each parcel is booked by
// itself.
import { type Outcome, useBatch } from '../../batch.ts';
import { ask, Refusal } from '../../client.ts';
import { useCompany } from '../../company.ts';
import { type CurrencySymbol, label, number, t } from '../../i18n.ts';
import { plain } from '../../number.ts';
import { OpenOrder } from '../../parts/open-order.ts';
import { StoreFilter } from '../../parts/store-filter.ts';
import { Button, Card, ChoiceField, Money, PageHead, Problem, ProblemText, TextField } from '../../parts.ts';
import { addressOf, type PageProps } from '../../router.ts';
import { useData } from '../../use.ts';
import { html, type TargetedEvent, useEffect, useState, type VNode } from '../../view.ts';
import { bookPayout, type ComparePayoutQuery, comparePayout, payoutCourier } from './payout.graphql';
import { type Columns, findColumns, parseSheet, readText, type Sheet } from './sheet.ts';

type Comparison = NonNullable<ComparePayoutQuery['comparePayout']>;
type Line = NonNullable<NonNullable<Comparison['lines']>[number]>;
/** As far as the browser has room for it. */
function keep(name: string, text: string): void {
  try {
    sessionStorage.setItem(name, text);
  } catch {
    sessionStorage.removeItem(name);
  }
}

/** What is said of a line: what became of its booking, else what was found. */
function findingText({ finding }: Line, outcome: Outcome | undefined): string {
  if (outcome === 'done') return t('payout.isBooked');
  return outcome instanceof Refusal ? t('payout.isRefused') : label('payoutFinding', finding);
}

/** What recordParcelPayout takes: all that is held, or a part of it. */
const canBook = ({ finding }: Line) => finding === 'matches' || finding === 'less';

export default function Payout({ params, query }: PageProps): VNode {
  const { symbolOf } = useCompany();
  const courierId = params.id!;
  const storeId = query.get('store');
  const symbol = symbolOf(storeId);
  const courier = useData(payoutCourier, { courierId, storeId });
  const [work] = courier.data?.courierWork?.nodes ?? [];
  const [sheet, setSheet] = useState<Sheet>();
  const [columns, setColumns] = useState<Columns>({ code: -1, amount: -1 });
  const [compared, setCompared] = useState<Comparison>();
  const [problem, setProblem] = useState<Refusal>();
  const [isBusy, setBusy] = useState(false);

  const kept = `haat.payout.${courierId}`;
  const take = async (text: string) => {
    keep(kept, text);
    const read = await parseSheet(text);
    setSheet(read);
    setColumns(findColumns(read));
    setCompared(undefined);
    setProblem(undefined);
  };
  // A page that is loaded anew has the sheet still.
  useEffect(() => {
    const text = sessionStorage.getItem(kept);
    if (text) void take(text);
  }, []);
  const forget = () => {
    sessionStorage.removeItem(kept);
    setSheet(undefined);
    setCompared(undefined);
  };
  /** Again after a refusal: what stood there is no longer so. */
  const compare = async () => {
    const lines = sheet!.rows.flatMap((row) => {
      const code = row[columns.code];
      const amount = row[columns.amount];
      return code ? [{ code, amount: amount ? plain(amount) : null }] : [];
    });
    setBusy(true);
    setProblem(undefined);
    try {
      setCompared((await ask(comparePayout, { courierId, lines, storeId })).comparePayout!);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      setProblem(error);
    } finally {
      setBusy(false);
    }
  };
  const name = courier.data?.courier?.name ?? '';
  return html`
    <${PageHead} title=${t('payout.of', { name })} back=${{ href: addressOf(`/couriers/${courierId}`, { store: storeId }), text: name || t('couriers.title') }}>
      ${!compared && html`<${StoreFilter} query=${query} />`}
    <//>
    <div class="stack">
      ${
        work &&
        html`<p>${t('payout.held', { count: work.heldParcels ?? 0 })} <strong><${Money} amount=${work.heldAmount} symbol=${symbol} /></strong></p>`
      }
      ${!compared && html`<${Source} sheet=${sheet} onText=${take} />`}
      ${
        sheet &&
        !compared &&
        html`<${Card} title=${t('payout.columns', { count: sheet.rows.length })}>
          <div class="fields">
            <div class="fields beside">
              <${ColumnChoice} name="code" sheet=${sheet} columns=${columns} onChange=${setColumns} />
              <${ColumnChoice} name="amount" sheet=${sheet} columns=${columns} onChange=${setColumns} />
            </div>
            <div class="scroll" tabindex="0" role="region" aria-label=${t('payout.preview')}><table>
              <thead><tr>${sheet.headings.map((heading, n) => html`<th key=${n} scope="col">${heading}</th>`)}</tr></thead>
              <tbody>${sheet.rows.slice(0, 3).map((row, n) => html`<tr key=${n}>${row.map((cell, at) => html`<td key=${at}>${cell}</td>`)}</tr>`)}</tbody>
            </table></div>
            <${Problem} of=${problem} />
            <div class="form-acts"><${Button} isBusy=${isBusy} disabled=${columns.code < 0} onClick=${compare}>${t('payout.compare')}<//></div>
          </div>
        <//>`
      }
      ${
        compared &&
        html`<${Differences} compared=${compared} symbol=${symbol} onAgain=${forget}
          onBooked=${courier.reload} onRefused=${compare} />`
      }
    </div>`;
}

function Source({ sheet, onText }: { sheet: Sheet | undefined; onText: (text: string) => void }): VNode {
  const [text, setText] = useState('');
  const choose = async (event: TargetedEvent<HTMLInputElement>) => {
    const [file] = event.currentTarget.files ?? [];
    if (file) onText(readText(new Uint8Array(await file.arrayBuffer())));
  };
  return html`<${Card} title=${t('payout.sheet')}>
    <div class="fields">
      <label>${t('payout.file')}<input type="file" accept=".csv,.tsv,.txt,text/csv,text/plain" onChange=${choose} /></label>
      <${TextField} label=${t('payout.paste')} hint=${t('payout.pasteHint')} rows=${4} value=${text} onInput=${setText} />
      <div class="form-acts"><${Button} kind=${sheet ? 'plain' : 'main'} disabled=${!text.trim()} onClick=${() => onText(text)}>${t('payout.read')}<//></div>
    </div>
  <//>`;
}

type ColumnProps = { name: keyof Columns; sheet: Sheet; columns: Columns; onChange: (columns: Columns) => void };

const ColumnChoice = ({ name, sheet, columns, onChange }: ColumnProps): VNode => html`<${ChoiceField}
  label=${t(name === 'code' ? 'payout.codeColumn' : 'payout.amountColumn')}
  value=${String(columns[name])}
  onInput=${(value: string) => onChange({ ...columns, [name]: Number(value) })}
  options=${[
    { value: '-1', text: t(name === 'code' ? 'newOrder.choose' : 'payout.noAmount') },
    ...sheet.headings.map((heading, n) => ({ value: String(n), text: heading || number(n + 1) })),
  ]}
/>`;

type DifferencesProps = {
  compared: Comparison;
  symbol: CurrencySymbol;
  onAgain: () => void;
  onBooked: () => Promise<void>;
  onRefused: () => Promise<void>;
};

function Differences({ compared, symbol, onAgain, onBooked, onRefused }: DifferencesProps): VNode {
  const lines = (compared.lines ?? []).filter((line) => line !== null);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(
    () => new Set(lines.filter(({ finding }) => finding === 'matches').map(({ line }) => line!)),
  );
  const [reference, setReference] = useState('');
  const batch = useBatch(bookPayout);
  const isDone = (line: Line) => batch.outcomes.get(line.parcelId ?? '') === 'done';
  const ticked = lines.filter((line) => chosen.has(line.line!) && canBook(line) && !isDone(line));
  const toggle = (n: number) =>
    setChosen((known) => new Set(known.has(n) ? [...known].filter((other) => other !== n) : [...known, n]));
  const book = async () => {
    const did = await batch.run(
      ticked.map(({ parcelId, amount }) => ({
        id: parcelId!,
        variables: { parcelId: parcelId!, amount, reference: reference.trim() || null },
      })),
    );
    await Promise.all([onBooked(), did.length < ticked.length && onRefused()]);
  };
  // What needs a look stands first.
  const rows = lines.toSorted((one, other) => Number(one.finding === 'matches') - Number(other.finding === 'matches'));
  return html`
    <${Card} title=${t('payout.found')} acts=${html`<${Button} kind="plain" disabled=${batch.isRunning} onClick=${onAgain}>${t('payout.other')}<//>`}>
      <dl class="figures">${compared.totals?.map(
        (total) =>
          html`<div key=${total?.finding} data-finding=${total?.finding}><dt>${label('payoutFinding', total?.finding)}</dt>
            <dd><strong>${number(total?.lines ?? 0)}</strong> <span class="quiet"><${Money} amount=${total?.amount} symbol=${symbol} /></span></dd></div>`,
      )}</dl>
      <p>${t('payout.sum')} <strong><${Money} amount=${compared.sheetAmount} symbol=${symbol} /></strong></p>
    <//>
    <div class="toolbar">
      <${TextField} label=${t('payout.reference')} value=${reference} onInput=${setReference} attributes=${{ autocomplete: 'off', disabled: batch.isRunning }} />
      <div class="acts">
        ${
          batch.isRunning &&
          html`<progress max=${batch.total} value=${batch.done + batch.failed} aria-label=${t('payout.progress')}></progress>
          <${Button} kind="plain" onClick=${batch.cancel}>${t('do.cancel')}<//>`
        }
        <${Button} icon="cash-stack" isBusy=${batch.isRunning} disabled=${ticked.length === 0} onClick=${book}>${t('payout.book', { count: ticked.length })}<//>
      </div>
    </div>
    <p role="status">${
      batch.total > 0 &&
      t(batch.failed ? 'payout.someFailed' : 'payout.booked', {
        count: batch.done,
        failed: batch.failed,
        total: batch.total,
      })
    }</p>
    <ul class="list">${rows.map((line) => {
      const outcome = batch.outcomes.get(line.parcelId ?? '');
      const isOfLine = canBook(line);
      const isRefused = outcome instanceof Refusal;
      return html`<li key=${line.line} data-finding=${isRefused ? 'refused' : line.finding}>
        <label class="check grow">
          <input type="checkbox" disabled=${!isOfLine || isDone(line) || batch.isRunning} checked=${isOfLine && chosen.has(line.line!)}
            onChange=${() => toggle(line.line!)} />
          <span><strong>${line.code}</strong> ${line.orderNumber !== line.code && line.orderNumber}<br />
            <span class="badge" data-code=${isRefused ? 'refused' : line.finding}>${findingText(line, outcome)}</span>
            ${line.finding === 'less' || line.finding === 'more' ? html` <span class="quiet">${t('payout.holds')} <${Money} amount=${line.heldAmount} symbol=${symbol} /></span>` : ''}
            ${isRefused && html`<br /><span class="problem"><${ProblemText} of=${outcome} /></span>`}</span>
        </label>
        <span class="amount"><${Money} amount=${line.amount} symbol=${symbol} /></span>
        ${line.orderId && html`<${OpenOrder} id=${line.orderId} number=${line.orderNumber ?? line.code ?? ''} />`}
      </li>`;
    })}</ul>`;
}
