// A courier's payout sheet beside our books: what differs is shown before anything is booked. What is ticked is booked as one
// payout.
import { ask, Refusal } from '../../client.ts';
import { useCompany } from '../../company.ts';
import { number, t } from '../../i18n.ts';
import { FileField } from '../../parts/file-field.ts';
import { StoreFilter } from '../../parts/store-filter.ts';
import { Button, Card, ChoiceField, Money, PageHead, Problem, TextField } from '../../parts.ts';
import { addressOf, type PageProps } from '../../router.ts';
import { useData } from '../../use.ts';
import { useDraftOf } from '../../use-draft.ts';
import { html, useEffect, useState, type VNode } from '../../view.ts';
import { comparePayout, payoutCourier } from './payout.graphql';
import { type Comparison, Differences, Unread } from './payout-lines.ts';
import { type Columns, findColumns, isNetHeading, parseSheet, readLines, readText, type Sheet } from './sheet.ts';

/** As far as the browser has room for it. */
function keep(name: string, text: string): void {
  try {
    sessionStorage.setItem(name, text);
  } catch {
    sessionStorage.removeItem(name);
  }
}

export default function Payout({ params, query }: PageProps): VNode {
  const { symbolOf } = useCompany();
  const courierId = params.id!;
  const storeId = query.get('store');
  const symbol = symbolOf(storeId);
  const courier = useData(payoutCourier, { courierId, storeId });
  const [work] = courier.data?.courierWork?.nodes ?? [];
  const [sheet, setSheet] = useState<Sheet>();
  const [columns, setColumns] = useState<Columns>({ code: -1, amount: -1, charge: -1 });
  const [isNet, setNet] = useState(false);
  const [compared, setCompared] = useState<Comparison>();
  const [problem, setProblem] = useState<Refusal>();
  const [isBusy, setBusy] = useState(false);

  const draft = useDraftOf(`payout.${courierId}`);
  const kept = `${draft.start}sheet`;
  const take = async (text: string) => {
    const read = await parseSheet(text);
    setSheet(read);
    const found = findColumns(read);
    setColumns(found);
    setNet(isNetHeading(read.headings[found.amount]));
    setCompared(undefined);
    setProblem(undefined);
  };
  // A page that is loaded anew has the sheet still.
  useEffect(() => {
    const text = sessionStorage.getItem(kept);
    if (text) void take(text);
  }, []);
  const choose = (text: string) => {
    draft.forget();
    keep(kept, text);
    void take(text);
  };
  const forget = () => {
    draft.forget();
    setSheet(undefined);
    setCompared(undefined);
  };
  const read = sheet && readLines(sheet, columns, isNet);
  /** Again after a refusal: what stood there is no longer so. */
  const compare = async () => {
    const lines = read!.lines.map(({ code, amount }) => ({ code, amount }));
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
    <${PageHead} title=${t('payout.of', { name })} back=${{ href: addressOf(`/couriers/${courierId}`, { store: storeId }), text: name || t('nav.couriers') }}>
      ${!compared && html`<${StoreFilter} query=${query} />`}
    <//>
    <div class="stack">
      ${
        work &&
        html`<p>${t('payout.held', { count: work.heldParcels ?? 0 })} <strong><${Money} amount=${work.heldAmount} symbol=${symbol} /></strong></p>`
      }
      ${!compared && html`<${Source} sheet=${sheet} onText=${choose} />`}
      ${
        sheet &&
        !compared &&
        html`<${Card} title=${t('payout.columns', { count: sheet.rows.length })}>
          <div class="fields">
            <div class="fields beside">
              <${ColumnChoice} name="code" sheet=${sheet} columns=${columns} onChange=${setColumns} />
              <${ColumnChoice} name="amount" sheet=${sheet} columns=${columns} onChange=${setColumns} />
              <${ColumnChoice} name="charge" sheet=${sheet} columns=${columns} onChange=${setColumns} />
              ${
                columns.amount >= 0 &&
                html`<${ChoiceField} label=${t('payout.amountIs')} value=${isNet ? 'net' : 'gross'} onInput=${(value: string) => setNet(value === 'net')}
                  options=${[{ value: 'gross', text: t('payout.gross') }, { value: 'net', text: t('payout.net') }]} />`
              }
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
        html`<${Differences} courierId=${courierId} draft=${draft} compared=${compared} read=${read!.lines} isNet=${isNet} symbol=${symbol}
          onAgain=${forget} onBooked=${courier.reload} onRefused=${compare} />`
      }
      ${(compared || problem) && read && read.unread.length > 0 && html`<${Unread} rows=${read.unread} />`}
    </div>`;
}

function Source({ sheet, onText }: { sheet: Sheet | undefined; onText: (text: string) => void }): VNode {
  const [text, setText] = useState('');
  const [name, setName] = useState<string>();
  const choose = async (file: File) => {
    setName(file.name);
    onText(readText(new Uint8Array(await file.arrayBuffer())));
  };
  return html`<${Card} title=${t('payout.sheet')}>
    <div class="fields">
      <${FileField} label=${t('payout.file')} accept=".csv,.tsv,.txt,text/csv,text/plain" name=${name} onFile=${choose} />
      <${TextField} label=${t('payout.paste')} hint=${t('payout.pasteHint')} rows=${4} value=${text} onInput=${setText} />
      <div class="form-acts"><${Button} kind=${sheet ? 'plain' : 'main'} disabled=${!text.trim()} onClick=${() => onText(text)}>${t('payout.read')}<//></div>
    </div>
  <//>`;
}

type ColumnProps = { name: keyof Columns; sheet: Sheet; columns: Columns; onChange: (columns: Columns) => void };

const columnTexts = {
  code: ['payout.codeColumn', 'newOrder.choose'],
  amount: ['payout.amountColumn', 'payout.noAmount'],
  charge: ['payout.chargeColumn', 'payout.noCharge'],
} as const;

const ColumnChoice = ({ name, sheet, columns, onChange }: ColumnProps): VNode => html`<${ChoiceField}
  label=${t(columnTexts[name][0])}
  value=${String(columns[name])}
  onInput=${(value: string) => onChange({ ...columns, [name]: Number(value) })}
  options=${[
    { value: '-1', text: t(columnTexts[name][1]) },
    ...sheet.headings.map((heading, n) => ({ value: String(n), text: heading || number(n + 1) })),
  ]}
/>`;
