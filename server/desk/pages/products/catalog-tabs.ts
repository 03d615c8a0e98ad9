// The tabs of the pages of the catalog.
import { t } from '../../i18n.ts';
import { useHere } from '../../router.ts';
import { html, type VNode } from '../../view.ts';

const tabs = [
  ['/products', 'nav.products'],
  ['/products/categories', 'products.categories'],
  ['/products/brands', 'products.brands'],
  ['/products/attributes', 'products.attributes'],
  ['/products/move-in', 'importExport.tab'],
] as const;

export function CatalogTabs(): VNode {
  const path = useHere().split('?')[0];
  return html`<nav class="tabs" aria-label=${t('products.tabs')}>
    ${tabs.map(
      ([to, text]) =>
        html`<a key=${to} href="/admin${to}" aria-current=${path === to ? 'page' : undefined}>${t(text)}</a>`,
    )}
  </nav>`;
}
