// The way from a record to all its changes, for who may see them.
import { useCompany } from '../company.ts';
import { t } from '../i18n.ts';
import { html, type VNode } from '../view.ts';

/** `type`: as the journal names it. What belongs to the record is shown with it, as variants with their product. */
export function HistoryLink({ type, id }: { type: string; id: string }): VNode | null {
  if (!useCompany().can('activity_read')) return null;
  return html`<a class="button plain" href="/admin/settings/changes?what=${type}&id=${id}">${t('changes.link')}</a>`;
}
