// The store that a list shows, kept in the address. Nothing where the company has only one.
import { useCompany } from '../company.ts';
import { t } from '../i18n.ts';
import { ChoiceField } from '../parts.ts';
import { setQuery } from '../router.ts';
import { html, type VNode } from '../view.ts';

/** `needsOne`: figures of several stores cannot be added; the first store is shown at first. */
export function StoreFilter({ query, needsOne }: { query: URLSearchParams; needsOne?: boolean }): VNode | null {
  const { stores, storeOptions } = useCompany();
  if (stores.length < 2) return null;
  const options = storeOptions();
  return html`<${ChoiceField}
    label=${t('filter.store')}
    hideLabel
    value=${query.get('store') ?? (needsOne ? stores[0]!.id : '')}
    options=${needsOne ? options : [{ value: '', text: t('filter.allStores') }, ...options]}
    onInput=${(store: string) => setQuery({ store })}
  />`;
}
