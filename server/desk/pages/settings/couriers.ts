// Who carries parcels.

import { t } from '../../i18n.ts';
import { limitsOf } from '../../limits.ts';
import { useData } from '../../use.ts';
import { html, useState, type VNode } from '../../view.ts';
import { askWhole } from '../../whole.ts';
import { RatesButton, RatesDialog, ratesOf } from './courier-rates.ts';
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
  const [open, setOpen] = useState<Row>();
  const describe = (row: Row) =>
    [
      row.isOwnRider ? t('settings.ownRider') : t('settings.company'),
      row.reportsPickups && t('settings.reportsPickups'),
      ratesOf(row).length > 0 && t('rates.are'),
    ]
      .filter(Boolean)
      .join(' · ');
  const readRows = async () => (await askWhole(settingsCouriers, {})).couriers?.nodes ?? [];
  return html`<${RowList} type="courier" title="nav.couriers" add="settings.addCourier" read=${read} rows=${rows}
    readRows=${readRows} describe=${describe} acts=${(row: Row) => html`<${RatesButton} courier=${row} onOpen=${() => setOpen(row)} />`}
    fields=${[name, pickups, rider]} changeFields=${[name, pickups, statusField]} create=${createCourier} update=${updateCourier} />
    ${
      open &&
      html`<${RatesDialog} courier=${open} onSaved=${read.reload} onClose=${() => setOpen(undefined)}
        readRow=${async (id: string) => (await readRows()).find((row) => row.id === id)} />`
    }`;
}
