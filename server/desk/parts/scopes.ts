// The scopes of a key: a resource a row, what it may read and what it may write.
import { t } from '../i18n.ts';
import type { ApiKeyScope } from '../pages/settings/keys.graphql';
import { html, type VNode } from '../view.ts';

const scopes: ApiKeyScope[] = [
  'products_read',
  'products_write',
  'catalog_write',
  'orders_read',
  'orders_write',
  'customers_read',
  'customers_write',
  'inventory_read',
  'inventory_write',
  'payments_read',
  'payments_write',
  'parcels_read',
  'parcels_write',
  'returns_read',
  'returns_write',
  'locations_read',
  'channels_read',
  'store_read',
  'reports_read',
  'videos_write',
  'webhooks_read',
  'webhooks_write',
  'changes_read',
];
/** As the API and its documents name them. */
export const scopeName = (scope: string) => scope.replace('_', ':');

type ScopesProps = { chosen: string[]; onChange: (chosen: string[]) => void };

/** What it may read and write, a resource a row. */
export function Scopes({ chosen, onChange }: ScopesProps): VNode {
  const resources = [...new Set(scopes.map((scope) => scope.split('_')[0]!))];
  const toggle = (scope: string) =>
    onChange(chosen.includes(scope) ? chosen.filter((one) => one !== scope) : [...chosen, scope]);
  const box = (scope: string) =>
    (scopes as string[]).includes(scope) &&
    html`<label class="check"><input type="checkbox" aria-label=${scopeName(scope)} checked=${chosen.includes(scope)}
      onChange=${() => toggle(scope)} /></label>`;
  return html`<table class="scopes">
    <thead><tr><th>${t('keys.scopes')}</th><th scope="col">${t('keys.read')}</th><th scope="col">${t('keys.write')}</th></tr></thead>
    <tbody>${resources.map(
      (name) => html`<tr key=${name}>
        <th scope="row">${name}</th><td>${box(`${name}_read`)}</td><td>${box(`${name}_write`)}</td>
      </tr>`,
    )}</tbody>
  </table>`;
}
