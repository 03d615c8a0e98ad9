// The stores of the company; each opens.

import { useCompany } from '../../company.ts';
import { t } from '../../i18n.ts';
import { limitsOf } from '../../limits.ts';
import { Badge, Button, Loading, PageHead, Problem } from '../../parts.ts';
import { useData } from '../../use.ts';
import { html, useEffect, useState, type VNode } from '../../view.ts';
import { Editor, type EditorField } from './editor.ts';
import { back } from './index.ts';
import { createStore, createTestStore, settingsStores } from './stores.graphql';

const fields: EditorField[] = [
  { name: 'name', text: 'settings.name', isRequired: true, attributes: limitsOf('create_store.name') },
  { name: 'slug', text: 'settings.slug', hint: 'settings.slugHint', attributes: limitsOf('create_store.slug') },
  { name: 'timezone', text: 'settings.timezone', attributes: { placeholder: 'Asia/Dhaka' } },
  { name: 'currencyCode', text: 'settings.currencyCode', attributes: { placeholder: 'BDT' } },
  {
    name: 'currencySymbol',
    text: 'settings.currencySymbol',
    attributes: { placeholder: '৳', ...limitsOf('create_store.currency_symbol') },
  },
];

const testFields: EditorField[] = [
  {
    name: 'name',
    text: 'settings.name',
    hint: 'testStore.addWhat',
    isRequired: true,
    attributes: limitsOf('create_test_store.name'),
  },
];

export default function Stores(): VNode {
  const { can, reload: reloadCompany } = useCompany();
  const [isFilling, setFilling] = useState(false);
  const { data, problem, reload } = useData(settingsStores, {}, isFilling ? { everyMs: 2000 } : {});
  const [adding, setAdding] = useState<'store' | 'test'>();
  const waiting = data?.stores?.nodes.some(({ resetAskedAt }) => resetAskedAt) ?? false;
  useEffect(() => {
    // The demo is there: in another store, where it was a reset.
    if (isFilling && !waiting) void reloadCompany();
    setFilling(waiting);
  }, [waiting]);
  return html`
    <${PageHead} title=${t('settings.stores')} back=${back()}>
      ${
        can('settings_manage') &&
        html`<${Button} icon="plus-lg" onClick=${() => setAdding('store')}>${t('settings.addStore')}<//>
          <${Button} kind="plain" icon="cone-striped" onClick=${() => setAdding('test')}>${t('testStore.add')}<//>`
      }
    <//>
    <${Problem} of=${problem} onRetry=${reload} />
    ${!data && !problem && html`<${Loading} />`}
    <ul class="list links">
      ${data?.stores?.nodes.map(
        ({ id, name, slug, status, currencySymbol, timezone, isTest, resetAskedAt }) => html`<li key=${id}>
          <a class="grow" href="/admin/settings/stores/${id}">
            <strong>${name}</strong><span class="quiet">${[slug, currencySymbol, timezone].join(' · ')}</span>
          </a>
          ${resetAskedAt && html`<span class="quiet" role="status">${t('testStore.filling')}</span>`}
          ${isTest && html`<span class="badge" data-code="test">${t('testStore.badge')}</span>`}
          ${status !== 'active' && html`<${Badge} list="rowStatus" code=${status} />`}
        </li>`,
      )}
    </ul>
    ${
      adding &&
      html`<${Editor} title=${t(adding === 'test' ? 'testStore.add' : 'settings.addStore')}
        fields=${adding === 'test' ? testFields : fields} mutation=${adding === 'test' ? createTestStore : createStore}
        onSaved=${() => Promise.all([reload(), reloadCompany()])} onClose=${() => setAdding(undefined)} />`
    }
  `;
}
