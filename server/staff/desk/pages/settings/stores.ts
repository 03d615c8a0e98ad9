// The stores of the company; each opens.
import { useCompany } from '../../company.ts';
import { t } from '../../i18n.ts';
import { Badge, Button, Loading, PageHead, Problem } from '../../parts.ts';
import { useData } from '../../use.ts';
import { html, useState, type VNode } from '../../view.ts';
import { Editor, type EditorField } from './editor.ts';
import { back } from './index.ts';
import { createStore, settingsStores } from './places.graphql.ts';

const fields: EditorField[] = [
  { name: 'name', text: 'settings.name', isRequired: true },
  { name: 'slug', text: 'settings.slug', hint: 'settings.slugHint' },
  { name: 'timezone', text: 'settings.timezone', attributes: { placeholder: 'Asia/Dhaka' } },
  { name: 'currencyCode', text: 'settings.currencyCode', attributes: { placeholder: 'BDT' } },
  { name: 'currencySymbol', text: 'settings.currencySymbol', attributes: { placeholder: '৳' } },
];

export default function Stores(): VNode {
  const { can, reload: reloadCompany } = useCompany();
  const { data, problem, reload } = useData(settingsStores, {});
  const [isAdding, setAdding] = useState(false);
  return html`
    <${PageHead} title=${t('settings.stores')} back=${back()}>
      ${can('settings_manage') && html`<${Button} icon="plus-lg" onClick=${() => setAdding(true)}>${t('settings.addStore')}<//>`}
    <//>
    <${Problem} of=${problem} onRetry=${reload} />
    ${!data && !problem && html`<${Loading} />`}
    <ul class="list links">
      ${data?.stores?.nodes.map(
        ({ id, name, slug, status, currencySymbol, timezone }) => html`<li key=${id}>
          <a class="grow" href="/admin/settings/stores/${id}">
            <strong>${name}</strong><span class="quiet">${[slug, currencySymbol, timezone].join(' · ')}</span>
          </a>
          ${status !== 'active' && html`<${Badge} list="rowStatus" code=${status} />`}
        </li>`,
      )}
    </ul>
    ${
      isAdding &&
      html`<${Editor} title=${t('settings.addStore')} fields=${fields} mutation=${createStore}
        onSaved=${() => Promise.all([reload(), reloadCompany()])} onClose=${() => setAdding(false)} />`
    }
  `;
}
