// Papers of many orders at once: each on a page of its own size, in the language that is chosen, black on white.
import { t } from '../../i18n.ts';
import { Styles } from '../../parts/styles.ts';
import { Button, Empty, Loading, PageHead, Problem } from '../../parts.ts';
import { navigate, type PageProps } from '../../router.ts';
import { useData } from '../../use.ts';
import { html, useEffect, useRef, useState, type VNode } from '../../view.ts';
import { HandOverSheet, Invoice, Label, Pictures, Slip } from './forms.ts';
import { PickList } from './pick-list.ts';
import { printedOrders } from './print.graphql';

const forms = ['pick', 'slip', 'label', 'invoice', 'sheet'] as const;
type Form = (typeof forms)[number];
const papers = { slip: Slip, label: Label, invoice: Invoice };

export default function Print({ query }: PageProps): VNode {
  const ids = (query.get('ids') ?? '').split(',').filter(Boolean);
  const form = forms.find((one) => one === query.get('form')) ?? 'invoice';
  const withFiles = query.get('files') === 'yes';
  const { data, problem, reload } = useData(ids.length ? printedOrders : null, { ids, withFiles });
  const found = data?.orders?.nodes ?? [];
  // In the order in which they were chosen.
  const orders = ids.flatMap((id) => found.find((order) => order.id === id) ?? []);
  const acts = useRef<HTMLSpanElement>(null);
  const [isStyled, setStyled] = useState(false);
  const isReady = orders.length > 0 && isStyled;
  useEffect(() => {
    if (isReady) acts.current?.querySelector('button')?.focus();
  }, [isReady]);
  const addressOf = (next: Form, files = withFiles) =>
    `/orders/print?ids=${ids.join(',')}&form=${next}${files ? '&files=yes' : ''}`;
  const Paper = form === 'sheet' || form === 'pick' ? undefined : papers[form];
  const papersOf = () => {
    if (form === 'pick') return html`<${PickList} ids=${orders.map(({ id }) => id)} />`;
    return Paper
      ? orders.map(
          (order) => html`<${Paper} key=${order.id} order=${order} />
            ${withFiles && html`<${Pictures} key=${`pictures ${order.id}`} order=${order} />`}`,
        )
      : html`<${HandOverSheet} orders=${orders} />`;
  };
  return html`<${Styles} of="papers" onLoad=${() => setStyled(true)} />
    <${PageHead} title=${t('print.title', { count: orders.length })}>
      <span class="acts" ref=${acts}>
        <${Button} icon="printer" disabled=${!isReady} onClick=${() => print()}>${t('print.print')}<//>
      </span>
    <//>
    <nav class="tabs no-print" aria-label=${t('print.forms')}>${forms.map(
      (one) =>
        html`<a key=${one} href="/admin${addressOf(one)}" aria-current=${one === form ? 'page' : undefined}
          onClick=${(event: MouseEvent) => {
            event.preventDefault();
            navigate(addressOf(one), { replace: true });
          }}>${t(one === 'sheet' ? 'handOver.sheet' : `print.${one}`)}</a>`,
    )}</nav>
    ${
      Paper &&
      html`<label class="check no-print"><input type="checkbox" checked=${withFiles}
        onChange=${() => navigate(addressOf(form, !withFiles), { replace: true })} /><span>${t('print.files')}</span></label>`
    }
    <${Problem} of=${problem} onRetry=${reload} />
    ${!problem && !data && ids.length > 0 && html`<${Loading} />`}
    ${(ids.length === 0 || (data && orders.length === 0)) && html`<${Empty}>${t('print.nothing')}<//>`}
    ${isReady && html`<div class="papers" tabindex="0" role="region" aria-label=${t('print.forms')}>${papersOf()}</div>`}`;
}
