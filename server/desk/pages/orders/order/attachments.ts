// The files of an order and of its returns. Those of payments stand with the payments.
import { useCompany } from '../../../company.ts';
import { t } from '../../../i18n.ts';
import { Attachments } from '../../../parts/attachments.ts';
import { Card } from '../../../parts.ts';
import { html, type VNode } from '../../../view.ts';
import type { OrderProps } from './props.ts';

export function AttachmentsCard({ order, onDone }: OrderProps): VNode | null {
  const { can } = useCompany();
  const files = order.attachments.nodes.filter(({ paymentId }) => paymentId === null);
  const mayChange = can('orders_manage');
  if (!mayChange && files.length === 0) return null;
  return html`<${Card} title=${t('attachments.title')}>
    <${Attachments} of=${{ orderId: order.id }} files=${files} mayChange=${mayChange} onChanged=${onDone} />
  <//>`;
}
