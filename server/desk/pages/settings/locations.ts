// Where stock is kept.

import { t } from '../../i18n.ts';
import { limitsOf } from '../../limits.ts';
import { useData } from '../../use.ts';
import { html, type VNode } from '../../view.ts';
import { askWhole } from '../../whole.ts';
import type { EditorField } from './editor.ts';
import { RowList, statusField } from './row-list.ts';
import { createLocation, settingsLocations, updateLocation } from './stores.graphql';

const fields: EditorField[] = [
  { name: 'name', text: 'settings.name', isRequired: true, attributes: limitsOf('create_location.name') },
  {
    name: 'code',
    text: 'settings.code',
    hint: 'settings.codeHint',
    isRequired: true,
    attributes: limitsOf('create_location.code'),
  },
  { name: 'address', text: 'settings.address', kind: 'area', attributes: limitsOf('create_location.address') },
  { name: 'isDefault', text: 'settings.isDefault', hint: 'settings.isDefaultHint', kind: 'check' },
];

export default function Locations(): VNode {
  const read = useData(settingsLocations, {});
  const rows = read.data?.locations?.nodes;
  type Row = NonNullable<typeof rows>[number];
  const describe = ({ code, address, isDefault }: Row) =>
    [code, address, isDefault && t('settings.isDefault')].filter(Boolean).join(' · ');
  return html`<${RowList} type="location" title="settings.locations" add="settings.addLocation" read=${read} rows=${rows}
    describe=${describe} fields=${fields} changeFields=${[...fields, statusField]} 
    readRows=${async () => (await askWhole(settingsLocations, {})).locations?.nodes ?? []} create=${createLocation} update=${updateLocation} />`;
}
