// Who carries parcels.

import { t } from '../../i18n.ts';
import { limitsOf } from '../../limits.ts';
import { useData } from '../../use.ts';
import { html, type VNode } from '../../view.ts';
import { askWhole } from '../../whole.ts';
import type { EditorField } from './editor.ts';
import { RowList, statusField } from './row-list.ts';
import { createCourier, settingsCouriers, updateCourier } from './stores.graphql';

const name: EditorField = {
  name: 'name',
  text: 'settings.name',
  isRequired: true,
  attributes: limitsOf('create_courier.name'),
};
const pickups: EditorField = {
  name: 'reportsPickups',
  text: 'settings.reportsPickups',
  hint: 'settings.reportsPickupsHint',
  kind: 'check',
};
const rider: EditorField = {
  name: 'isOwnRider',
  text: 'settings.isOwnRider',
  hint: 'settings.isOwnRiderHint',
  kind: 'check',
};

export default function Couriers(): VNode {
  const read = useData(settingsCouriers, {});
  const rows = read.data?.couriers?.nodes;
  type Row = NonNullable<typeof rows>[number];
  const describe = ({ reportsPickups, isOwnRider }: Row) =>
    [isOwnRider ? t('settings.ownRider') : t('settings.company'), reportsPickups && t('settings.reportsPickups')]
      .filter(Boolean)
      .join(' · ');
  return html`<${RowList} title="settings.couriers" add="settings.addCourier" read=${read} rows=${rows}
    readRows=${async () => (await askWhole(settingsCouriers, {})).couriers?.nodes ?? []} describe=${describe}
    fields=${[name, pickups, rider]} changeFields=${[name, pickups, statusField]} create=${createCourier} update=${updateCourier} />`;
}
