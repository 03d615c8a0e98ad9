// The locations of the company, for fields that choose one.
import { ChoiceField } from '../../parts.ts';
import { useData } from '../../use.ts';
import { html, useEffect, type VNode } from '../../view.ts';
import { type LocationsQuery, locations } from './goods.graphql.ts';

export type Location = NonNullable<LocationsQuery['locations']>['nodes'][number];

export const useLocations = (): Location[] => useData(locations, {}).data?.locations?.nodes ?? [];

type FieldProps = {
  label: string;
  value: string;
  onInput: (id: string) => void;
  problems?: string[] | undefined;
};

/** Begins with the location where most is done. */
export function LocationField({ label, value, onInput, problems }: FieldProps): VNode {
  const known = useLocations();
  useEffect(() => {
    const usual = known.find(({ isDefault }) => isDefault) ?? known[0];
    if (!value && usual) onInput(usual.id);
  }, [known.length]);
  return html`<${ChoiceField} label=${label} value=${value} onInput=${onInput} problems=${problems}
    options=${known.map(({ id, name }) => ({ value: id, text: name }))} />`;
}
