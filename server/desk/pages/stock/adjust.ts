// Adjusts the stock of one variant at a location: what happened, how many, and why.

import { type MessageKey, t } from '../../i18n.ts';
import { limitsOf } from '../../limits.ts';
import { numberOf, plain } from '../../number.ts';
import { NumberField } from '../../parts/number-field.ts';
import { ChoiceField, Dialog, Form, say, TextField } from '../../parts.ts';
import { useSave } from '../../use.ts';
import { html, useState, type VNode } from '../../view.ts';
import { LocationField } from './locations.ts';
import { adjustStock } from './variant.graphql';

/** What people say happened, and what the ledger calls it. Counted says how many there are; the others change the number. */
const happenings = {
  counted: { type: 'adjustment', sign: 0 },
  found: { type: 'adjustment', sign: 1 },
  lost: { type: 'adjustment', sign: -1 },
  damaged: { type: 'damage', sign: -1 },
  returned: { type: 'return', sign: 1 },
  bought: { type: 'purchase', sign: 1 },
} as const satisfies Record<string, { type: string; sign: number }>;
type Happening = keyof typeof happenings;

type AdjustProps = {
  variantId: string;
  levels: readonly { onHand: number; location: { id: string } | null }[];
  onDone: () => void;
  onClose: () => void;
};

export function Adjust({ variantId, levels, onDone, onClose }: AdjustProps): VNode {
  const [locationId, setLocationId] = useState(levels[0]?.location?.id ?? '');
  const [happening, setHappening] = useState<Happening>('counted');
  const [units, setUnits] = useState('');
  const [unitCost, setUnitCost] = useState('');
  const [reason, setReason] = useState('');
  const { save, isBusy, problem, cancel } = useSave(adjustStock);
  const { type, sign } = happenings[happening];
  const before = levels.find(({ location }) => location?.id === locationId)?.onHand ?? 0;
  const submit = async () => {
    // A number that changed since it was shown is not overwritten: the server compares.
    const change =
      sign === 0
        ? { setOnHand: numberOf(units)!, expectedOnHand: before }
        : { quantityChange: sign * numberOf(units)! };
    const saved = await save({
      variantId,
      locationId,
      type,
      reason: reason || t(`happened.${happening}`),
      ...change,
      ...(happening === 'bought' && { unitCost: plain(unitCost) }),
    });
    const level = saved?.adjustStock?.inventoryLevel;
    if (!level) return;
    say(t('adjust.done', { count: level.onHand, location: level.location?.name ?? '' }));
    onDone();
  };
  const options = (Object.keys(happenings) as Happening[]).map((value) => ({
    value,
    text: t(`happened.${value}` satisfies MessageKey),
  }));
  const fields = problem?.fields ?? {};
  return html`<${Dialog} title=${t('stock.adjust')} onClose=${onClose}>
    <${Form} onSubmit=${submit} submit=${t('adjust.submit')} isBusy=${isBusy} problem=${problem} onCancel=${cancel}
      disabled=${!locationId}>
      <${LocationField} label=${t('stock.location')} value=${locationId} onInput=${setLocationId} problems=${fields.locationId} />
      <${ChoiceField} label=${t('adjust.what')} value=${happening} onInput=${setHappening} options=${options} />
      <${NumberField} label=${t(sign === 0 ? 'adjust.thereAre' : 'adjust.units')} value=${units} onInput=${setUnits}
        hint=${t('adjust.before', { count: before })}
        problems=${fields.quantityChange ?? fields.setOnHand ?? fields.expectedOnHand}
        limits=${sign === 0 ? limitsOf('adjust_stock.set_on_hand') : { ...limitsOf('adjust_stock.quantity_change'), min: 1 }}
        attributes=${{ required: true }} />
      ${
        happening === 'bought' &&
        html`<${NumberField} label=${t('goods.unitCost')} value=${unitCost} onInput=${setUnitCost} problems=${fields.unitCost}
          limits=${limitsOf('adjust_stock.unit_cost')} attributes=${{ required: true }} />`
      }
      <${TextField} label=${t('adjust.reason')} value=${reason} onInput=${setReason} problems=${fields.reason}
        attributes=${{ ...limitsOf('adjust_stock.reason'), placeholder: t(`happened.${happening}`) }} />
    <//>
  <//>`;
}
