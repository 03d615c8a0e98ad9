// The locations of the company, for fields that choose one.
import { ChoiceField } from '../../parts.ts';
import { useData } from '../../use.ts';
import { html, useEffect, type VNode } from '../../view.ts';
import { type LocationsQuery, locations } from './goods.graphql';

export type Location = NonNullable<LocationsQuery['locations']>['nodes'][number];

export const useLocations = (): Location[] => useData(locations, {}).data?.locations?.nodes ?? [];

type FieldProps = {
  label: string;
  value: string;
  onInput: (id: string) => void;
  problems?: string[] | undefined;
  /** A location that is chosen already: this field begins with another. */
  other?: string;
};

/** Begins with the location where most is done. It is not known at once: a form without a location is not sent. */
export function LocationField({ label, value, onInput, problems, other }: FieldProps): VNode {
  const known = useLocations();
  useEffect(() => {
    const free = known.filter(({ id }) => id !== other);
    const usual = (other === undefined && free.find(({ isDefault }) => isDefault)) || free[0];
    if (!value && usual && other !== '') onInput(usual.id);
  }, [known.length, other]);
  return html`<${ChoiceField} label=${label} value=${value} onInput=${onInput} problems=${problems}
    options=${known.map(({ id, name }) => ({ value: id, text: name }))} />`;
}
