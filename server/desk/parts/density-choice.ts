// The switch of the density.
import { chooseDensity, isCompact } from '../density.ts';
import { t } from '../i18n.ts';
import { ChoiceField } from '../parts.ts';
import { html, useState, type VNode } from '../view.ts';

export function DensityChoice(): VNode {
  const [density, setDensity] = useState(isCompact() ? 'compact' : 'usual');
  const choose = (chosen: string) => {
    chooseDensity(chosen);
    setDensity(chosen);
  };
  return html`<${ChoiceField} label=${t('density.label')} hint=${t('density.hint')} value=${density} onInput=${choose}
    options=${[{ value: 'usual', text: t('density.usual') }, { value: 'compact', text: t('density.compact') }]} />`;
}
