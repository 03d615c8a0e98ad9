// Goods that came back, line by line: scanned or tapped, each unit sellable or damaged.
import type { Refusal } from '../../client.ts';
import { t } from '../../i18n.ts';
import { numberOf } from '../../number.ts';
import { GoodsName } from '../../parts/goods-name.ts';
import { ScanField, signal } from '../../parts/scan-field.ts';
import { oneMore, Stepper } from '../../parts/stepper.ts';
import { Button, Card, Form } from '../../parts.ts';
import { html, useState, type VNode } from '../../view.ts';
import type { GoodsCondition, ReceivedLineInput } from './returns.graphql';

export type Line = {
  /** The line of the order. */
  id: string;
  /** How many may come. */
  quantity: number;
  sku: string;
  barcode: string | null;
  productName: string;
  variantName: string;
  product: { thumbnailUrl: string | null } | null;
};
/** As it was typed. */
type Counted = Record<GoodsCondition, string>;
type ReceiveProps = {
  lines: readonly Line[];
  onReceive: (lines: ReceivedLineInput[]) => void;
  isBusy: boolean;
  problem: Refusal | undefined;
  onCancel: () => void;
};

const conditions = ['sellable', 'damaged'] as const satisfies GoodsCondition[];
const none: Counted = { sellable: '0', damaged: '0' };

export function Receive({ lines, onReceive, isBusy, problem, onCancel }: ReceiveProps): VNode {
  const [counted, setCounted] = useState<Record<string, Counted>>({});
  const [condition, setCondition] = useState<GoodsCondition>('sellable');
  const [missed, setMissed] = useState('');
  const typed = ({ id }: Line) => counted[id] ?? none;
  const of = (line: Line, name: GoodsCondition) => numberOf(typed(line)[name]) ?? 0;
  const set = ({ id }: Line, name: GoodsCondition, units: string) =>
    setCounted((all) => ({ ...all, [id]: { ...(all[id] ?? none), [name]: units } }));
  const scan = (code: string) => {
    const wanted = code.toLowerCase();
    const same = lines.filter(({ sku, barcode }) => [sku, barcode].some((known) => known?.toLowerCase() === wanted));
    const open = same.find((line) => of(line, 'sellable') + of(line, 'damaged') < line.quantity);
    signal(Boolean(open));
    setMissed(open ? '' : t(same.length > 0 ? 'receive.tooMany' : 'receive.notHere', { code }));
    if (open) set(open, condition, oneMore(typed(open)[condition]));
  };
  const received = lines.flatMap((line) =>
    conditions.flatMap((name) =>
      of(line, name) > 0 ? [{ orderItemId: line.id, quantity: of(line, name), condition: name }] : [],
    ),
  );
  const allIsGood = () =>
    setCounted(Object.fromEntries(lines.map((line) => [line.id, { sellable: String(line.quantity), damaged: '0' }])));
  const units = received.reduce((sum, { quantity }) => sum + quantity, 0);
  return html`
    <div class="card stack">
      <${ScanField} label=${t('receive.scan')} onScan=${scan} isFirst problems=${missed ? [missed] : undefined} />
      <fieldset class="choice">
        <legend>${t('receive.scannedAre')}</legend>
        ${conditions.map(
          (name) => html`<label key=${name} class="check">
            <input type="radio" name="condition" checked=${condition === name} onChange=${() => setCondition(name)} />
            ${t(`condition.${name}`)}
          </label>`,
        )}
      </fieldset>
    </div>
    <${Card} title=${t('receive.lines')} acts=${html`<${Button} kind="plain" icon="check-lg" onClick=${allIsGood}>
      ${t('receive.allGood')}<//>`}>
      <${Form} onSubmit=${() => onReceive(received)} submit=${t('receive.submit', { count: units })} isBusy=${isBusy}
        problem=${problem} onCancel=${onCancel} disabled=${units === 0}>
        <ul class="work-lines">
          ${lines.map(
            (line) => html`<li key=${line.id}>
              <${GoodsName} product=${line.productName} variant=${line.variantName} sku=${line.sku}
                imageUrl=${line.product?.thumbnailUrl}>
                <p>${t('receive.expected', { count: line.quantity })}</p>
              <//>
              <div class="row">
                ${conditions.map((name, n) => {
                  const other = of(line, conditions[1 - n]!);
                  return html`<${Stepper} key=${name} label=${t(`condition.${name}`)} value=${typed(line)[name]}
                    limits=${{ min: 0, max: line.quantity - other, step: 1 }} onInput=${(value: string) => set(line, name, value)} />`;
                })}
              </div>
            </li>`,
          )}
        </ul>
      <//>
    <//>
  `;
}
