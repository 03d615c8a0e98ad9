// What variants differ by: attributes and the values that are chosen of them. What is missing is added on the spot.
import { t } from '../../i18n.ts';
import { Button, Problem, TextField } from '../../parts.ts';
import { useSave } from '../../use.ts';
import { html, useState, type VNode } from '../../view.ts';
import { type ChosenValues, combinationsOf, type Option } from './combinations.ts';
import { addAttributeValues, createAttribute } from './taxonomy.graphql';
import type { Attribute, Whole } from './taxonomy.ts';

type Props = {
  storeId: string;
  attributes: Whole<Attribute>;
  /** Makes rows of the combinations. */
  onMake: (combinations: Option[][]) => void;
};

export function Options({ storeId, attributes, onMake }: Props): VNode {
  const [chosen, setChosen] = useState<ChosenValues>({});
  const [name, setName] = useState('');
  const adding = useSave(createAttribute);
  const ofVariants = (attributes.rows ?? []).filter(({ type }) => type === 'variant');
  const combinations = combinationsOf(ofVariants, chosen);
  const toggle = (attribute: string, value: string) =>
    setChosen((all) => {
      const values = all[attribute] ?? [];
      return {
        ...all,
        [attribute]: values.includes(value) ? values.filter((one) => one !== value) : [...values, value],
      };
    });
  const addAttribute = async () => {
    if (!name.trim()) return;
    if (!(await adding.save({ input: { storeId, name: name.trim(), type: 'variant' } }))) return;
    setName('');
    await attributes.reload();
  };
  return html`<div class="options stack">
    <p class="quiet">${t('options.why')}</p>
    ${ofVariants.map(
      (
        attribute,
      ) => html`<${AttributeChoice} key=${attribute.id} attribute=${attribute} chosen=${chosen[attribute.id] ?? []}
        onToggle=${(value: string) => toggle(attribute.id, value)} onAdded=${attributes.reload} />`,
    )}
    <${AddOne} label=${t('options.newAttribute')} value=${name} onInput=${setName} onAdd=${addAttribute}
      isBusy=${adding.isBusy} />
    <${Problem} of=${adding.problem} />
    <${Button} kind="plain" icon="plus-lg" disabled=${combinations.length === 0} onClick=${() => onMake(combinations)}>
      ${t('options.make', { count: combinations.length })}
    <//>
  </div>`;
}

type ChoiceProps = {
  attribute: Attribute;
  chosen: string[];
  onToggle: (valueId: string) => void;
  onAdded: () => Promise<void>;
};

function AttributeChoice({ attribute, chosen, onToggle, onAdded }: ChoiceProps): VNode {
  const [value, setValue] = useState('');
  const { save, isBusy, problem } = useSave(addAttributeValues);
  const add = async () => {
    const values = value.split(',').flatMap((one) => (one.trim() ? [one.trim()] : []));
    if (values.length === 0) return;
    const answer = await save({ input: { id: attribute.id, values: values.map((one) => ({ value: one })) } });
    if (!answer) return;
    setValue('');
    await onAdded();
    // What was just added is what is wanted.
    for (const one of answer.addAttributeValues?.attribute?.attributeValues.nodes ?? [])
      if (values.includes(one.value)) onToggle(one.id);
  };
  return html`<fieldset class="chips">
    <legend>${attribute.name}</legend>
    ${attribute.attributeValues.nodes.map(
      (one) => html`<label key=${one.id} class="chip">
        <input type="checkbox" checked=${chosen.includes(one.id)} onChange=${() => onToggle(one.id)} />
        ${one.swatchHex && html`<span class="swatch" style=${{ background: one.swatchHex }}></span>`}
        <span>${one.value}</span>
      </label>`,
    )}
    <${AddOne} label=${t('options.newValue', { attribute: attribute.name })} value=${value} onInput=${setValue}
      onAdd=${add} isBusy=${isBusy} />
    <${Problem} of=${problem} />
  </fieldset>`;
}

type AddOneProps = {
  label: string;
  value: string;
  onInput: (value: string) => void;
  onAdd: () => void;
  isBusy: boolean;
};

/** A field with its button, inside a form of its own meaning: Enter adds, and does not send the form around. */
function AddOne({ label, value, onInput, onAdd, isBusy }: AddOneProps): VNode {
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    onAdd();
  };
  return html`<div class="add-one">
    <${TextField} label=${label} hideLabel value=${value} onInput=${onInput}
      attributes=${{ placeholder: label, onKeyDown: press }} />
    <${Button} kind="plain" isBusy=${isBusy} onClick=${onAdd}>${t('options.add')}<//>
  </div>`;
}
