// One SKU: where it stands, how its number went, and every movement of it.

import { useCompany } from '../../company.ts';
import { type CurrencySymbol, number, t } from '../../i18n.ts';
import { limitsOf } from '../../limits.ts';
import { HistoryLink } from '../../parts/history-link.ts';
import { LineChart } from '../../parts/line-chart.ts';
import { TestBadge } from '../../parts/test-badge.ts';
import { Button, Card, ChoiceField, Dialog, Form, Loading, Money, PageHead, Problem, TextField } from '../../parts.ts';
import type { PageProps } from '../../router.ts';
import { useData, useSave } from '../../use.ts';
import { html, useState, type VNode } from '../../view.ts';
import { Adjust } from './adjust.ts';
import { History } from './history.ts';
import { onHand, setBin, type VariantStockQuery, variantStock } from './variant.graphql';

type Variant = NonNullable<VariantStockQuery['variant']>;
type Level = Variant['inventoryLevels']['nodes'][number];

export default function VariantStock({ params }: PageProps): VNode {
  const { can, symbolOf } = useCompany();
  const [isAdjusting, setAdjusting] = useState(false);
  const [changes, setChanges] = useState(0);
  const { data, problem, reload } = useData(variantStock, { id: params.variantId! });
  const variant = data?.variant;
  const done = async () => {
    setAdjusting(false);
    setChanges(changes + 1);
    await reload();
  };
  return html`
    <${PageHead} title=${variant ? `${variant.product?.name} · ${variant.name}` : t('nav.stock')}
      back=${{ href: '/admin/stock', text: t('nav.stock') }}>
      ${variant && html`<${TestBadge} storeId=${variant.storeId} />`}
      ${variant && html`<${HistoryLink} type="variant" id=${variant.id} />`}
      ${
        variant &&
        can('inventory_manage') &&
        html`<a class="button plain" href="/admin/stock/transfers?sku=${encodeURIComponent(variant.sku)}">${t('stock.transfer')}</a>
          <${Button} icon="pencil" onClick=${() => setAdjusting(true)}>${t('stock.adjust')}<//>`
      }
    <//>
    <${Problem} of=${problem} onRetry=${reload} />
    ${!data && !problem && html`<${Loading} />`}
    ${data && !variant && html`<p role="alert">${t('stock.gone')}</p>`}
    ${
      variant &&
      html`
        <${Figures} variant=${variant} symbol=${symbolOf(variant.storeId)} />
        <${ByLocation} variant=${variant} onDone=${reload} />
        <${Chart} key=${changes} variant=${variant} />
        <${History} key=${`history ${changes}`} variantId=${variant.id} symbol=${symbolOf(variant.storeId)} />
      `
    }
    ${
      isAdjusting &&
      html`<${Adjust} variantId=${variant!.id} levels=${variant!.inventoryLevels.nodes} onDone=${done}
        onClose=${() => setAdjusting(false)} />`
    }
  `;
}

function Figures({ variant, symbol }: { variant: Variant; symbol: CurrencySymbol }): VNode {
  const tile = (text: string, value: unknown) =>
    html`<li><div class="card tile"><span class="quiet">${text}</span><strong>${value}</strong></div></li>`;
  const cost = variant.variantCost?.averageCost;
  return html`
    <p class="quiet">${[variant.sku, variant.barcode].filter(Boolean).join(' · ')}</p>
    <ul class="tiles small">
      ${tile(t('stock.available'), number(Number(variant.available ?? 0)))}
      ${tile(t('stock.sold30'), number(Number(variant.soldLast30Days ?? 0)))}
      ${tile(t('stock.lasts'), variant.daysLeft == null ? '–' : t('stock.days', { count: variant.daysLeft }))}
      ${tile(t('stock.lowAt'), number(variant.lowStockThreshold))}
      ${tile(t('variant.price'), html`<${Money} amount=${variant.price} symbol=${symbol} />`)}
      ${cost != null && tile(t('stock.averageCost'), html`<${Money} amount=${cost} symbol=${symbol} />`)}
    </ul>
  `;
}

function ByLocation({ variant, onDone }: { variant: Variant; onDone: () => Promise<void> }): VNode {
  const { can } = useCompany();
  const [shelved, setShelved] = useState<Level>();
  return html`<${Card} title=${t('stock.byLocation')}>
    <table>
      <thead><tr>
        <th scope="col">${t('stock.location')}</th><th scope="col" class="end">${t('stock.onHand')}</th>
        <th scope="col" class="end">${t('stock.reserved')}</th><th scope="col">${t('stock.bin')}</th>
      </tr></thead>
      <tbody>${variant.inventoryLevels.nodes.map(
        (level) => html`<tr key=${level.id}>
          <td>${level.location?.name}</td><td class="end figure">${number(level.onHand)}</td>
          <td class="end figure">${number(level.reserved)}</td>
          <td>${level.bin} ${
            can('inventory_manage') &&
            html`<${Button} kind="plain" icon="pencil" title=${t('stock.setBin', { name: level.location?.name ?? '' })}
              onClick=${() => setShelved(level)} />`
          }</td>
        </tr>`,
      )}</tbody>
    </table>
    ${
      shelved &&
      html`<${Bin} variantId=${variant.id} level=${shelved} onDone=${onDone} onClose=${() => setShelved(undefined)} />`
    }
  <//>`;
}

type BinProps = { variantId: string; level: Level; onDone: () => Promise<void>; onClose: () => void };

function Bin({ variantId, level, onDone, onClose }: BinProps): VNode {
  const [bin, setText] = useState(level.bin ?? '');
  const { save, isBusy, problem, cancel } = useSave(setBin);
  const submit = async () => {
    if (!(await save({ variantId, locationId: level.location!.id, bin }))) return;
    await onDone();
    onClose();
  };
  return html`<${Dialog} title=${t('stock.setBin', { name: level.location?.name ?? '' })} onClose=${onClose}>
    <${Form} onSubmit=${submit} submit=${t('do.save')} of=${level.id} isBusy=${isBusy} problem=${problem} onCancel=${cancel}>
      <${TextField} label=${t('stock.bin')} hint=${t('stock.binHint')} value=${bin} onInput=${setText}
        problems=${problem?.fields.bin} attributes=${limitsOf('set_bin.bin')} />
    <//>
  <//>`;
}

/** As the ledger has it after each movement, at one location: the last hundred changes. */
function Chart({ variant }: { variant: Variant }): VNode | null {
  const places = variant.inventoryLevels.nodes.flatMap(({ location }) => (location ? [location] : []));
  const [chosen, setChosen] = useState(places[0]?.id ?? '');
  const { data } = useData(chosen ? onHand : null, { variantId: variant.id, locationId: chosen });
  const points = (data?.variant?.stockMovements.nodes ?? [])
    .map(({ createdAt, onHandAfter }) => ({ at: createdAt, value: onHandAfter }))
    .reverse();
  const acts = html`<${ChoiceField} label=${t('stock.location')} hideLabel value=${chosen} onInput=${setChosen}
    options=${places.map(({ id, name }) => ({ value: id, text: name }))} />`;
  return places.length === 0
    ? null
    : html`<${Card} title=${t('stock.overTime')} acts=${places.length > 1 && acts}>
        <${LineChart} points=${points} label=${t('stock.overTime')} />
      <//>`;
}
