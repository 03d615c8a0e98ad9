// Beside what is of a test store, wherever it stands among others.
import { useCompany } from '../company.ts';
import { t } from '../i18n.ts';
import { html, type VNode } from '../view.ts';

export function TestBadge({ storeId }: { storeId: string | null | undefined }): VNode | null {
  const { stores } = useCompany();
  return stores.some(({ id, isTest }) => isTest && id === storeId)
    ? html`<span class="badge" data-code="test">${t('testStore.badge')}</span>`
    : null;
}
