// The way from a row to its order.
import { t } from '../i18n.ts';
import { Icon } from '../parts.ts';
import { html, type VNode } from '../view.ts';

export const OpenOrder = ({ id, number }: { id: string | null | undefined; number: string }): VNode =>
  html`<a class="button plain" href="/admin/orders/${id}" aria-label=${t('newOrder.openOne', { number })}><${Icon} name="chevron-right" /></a>`;
