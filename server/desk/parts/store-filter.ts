// The store that a list shows, kept in the address. Nothing where the company has only one.
import { useCompany } from '../company.ts';
import { t } from '../i18n.ts';
import { ChoiceField } from '../parts.ts';
import { setQuery } from '../router.ts';
import { html, type VNode } from '../view.ts';

type FilterProps = {
  query: URLSearchParams;
  /** Figures of several stores cannot be added; the first store is shown at first. */
  needsOne?: boolean;
  /** Some of them can: all stores may be chosen too. */
  orAll?: boolean;
  /** Beside fields with labels it has one, too. */
  isLabelled?: boolean;
};

export function StoreFilter({ query, needsOne, orAll, isLabelled }: FilterProps): VNode | null {
  const { stores, storeOptions } = useCompany();
  if (stores.length < 2) return null;
  const options = storeOptions();
  return html`<${ChoiceField}
    label=${t('filter.store')}
    hideLabel=${!isLabelled}
    value=${query.get('store') ?? (needsOne ? stores[0]!.id : '')}
    options=${needsOne && !orAll ? options : [{ value: orAll ? 'all' : '', text: t('filter.allStores') }, ...options]}
    onInput=${(store: string) => setQuery({ store })}
  />`;
}
