// Says on every page that shows something of a test store that it does. What a page shows is what it asked for, and what came:
// so no page has to think of it.
import { events } from '../client.ts';
import { useCompany } from '../company.ts';
import { t } from '../i18n.ts';
import { Icon } from '../parts.ts';
import { useHere } from '../router.ts';
import { html, useEffect, useState, type VNode } from '../view.ts';

/** The stores that an answer tells of: storeId, or the id of its store. */
function* storesIn(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (key === 'storeId' && typeof inner === 'string') yield inner;
    else if (key === 'store' && typeof inner?.id === 'string') yield inner.id;
    else yield* storesIn(inner);
  }
}

export function TestBanner(): VNode | null {
  const { stores } = useCompany();
  const here = useHere();
  const [seen, setSeen] = useState<string[]>([]);
  useEffect(() => {
    setSeen([]);
    const hear = (event: Event) => {
      const { variables, data } = (event as CustomEvent<{ variables: object; data: unknown }>).detail;
      const found = [...storesIn(variables), ...storesIn(data)];
      // Another store was chosen: what was seen before is gone.
      setSeen((before) => ('storeId' in variables ? found : [...new Set([...before, ...found])]));
    };
    events.addEventListener('answer', hear);
    return () => events.removeEventListener('answer', hear);
  }, [here]);
  const test = stores.find(({ id, isTest }) => isTest && seen.includes(id));
  return test
    ? html`<p class="test-store" role="status"><${Icon} name="cone-striped" /> ${t('testStore.shown', { name: test.name })}</p>`
    : null;
}
