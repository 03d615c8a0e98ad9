// Stock counts: one is started here, and those that were made.
import { useCompany } from '../../company.ts';
import { t } from '../../i18n.ts';
import { Rows } from '../../parts/rows.ts';
import { byCursor, type RowOf, usePages } from '../../parts/use-pages.ts';
import { Badge, Card, Form, PageHead, TextField, Time } from '../../parts.ts';
import { navigate } from '../../router.ts';
import { useSave } from '../../use.ts';
import { html, useState, type VNode } from '../../view.ts';
import { counts, startCount } from './counts.graphql';
import { LocationField } from './locations.ts';

export default function Counts(): VNode {
  const { can } = useCompany();
  const [locationId, setLocationId] = useState('');
  const [reason, setReason] = useState('');
  const { save, isBusy, problem, cancel } = useSave(startCount);
  const list = usePages(counts, { first: 20 }, (data) => byCursor(data.list));
  const start = async () => {
    const saved = await save({ locationId, reason: reason || t('stock.count') });
    if (saved) navigate(`/stock/count/${saved.startStockCount!.stockCount!.id}`);
  };
  const row = (one: RowOf<typeof list>) => html`
    <div class="grow">
      <p><a href="/admin/stock/count/${one.id}">${one.number}</a> · ${one.location?.name}</p>
      <p class="quiet">${one.reason} · ${t('count.lines', { count: one.stockCountLines.totalCount })}</p>
    </div>
    <div class="end">
      <${Badge} list="countStatus" code=${one.status} />
      <p class="quiet"><${Time} at=${one.createdAt} /> ${one.actorName}</p>
    </div>`;
  return html`
    <${PageHead} title=${t('stock.count')} back=${{ href: '/admin/stock', text: t('nav.stock') }} />
    ${
      can('inventory_manage') &&
      html`<${Card} title=${t('count.start')}>
        <${Form} onSubmit=${start} submit=${t('count.begin')} isBusy=${isBusy} problem=${problem} onCancel=${cancel}
          disabled=${!locationId}>
          <p class="quiet">${t('count.why')}</p>
          <div class="fields beside">
            <${LocationField} label=${t('stock.location')} value=${locationId} onInput=${setLocationId} />
            <${TextField} label=${t('adjust.reason')} value=${reason} onInput=${setReason}
              attributes=${{ placeholder: t('stock.count') }} />
          </div>
        <//>
      <//>`
    }
    <${Card} title=${t('count.former')}><${Rows} list=${list} empty=${t('count.none')} row=${row} /><//>
  `;
}
