// A number of units: typed, or changed by one with a thumb.
import { t } from '../i18n.ts';
import type { Limits } from '../limits.ts';
import { numberOf, typingProblem } from '../number.ts';
import { Button, Labelled } from '../parts.ts';
import { html, type TargetedEvent, type VNode } from '../view.ts';
import { NumberInput } from './number-field.ts';

type StepperProps = {
  label: string;
  /** As it was typed. */
  value: string;
  onInput: (text: string) => void;
  /** By the registry, or fewer. */
  limits?: Limits;
  attributes?: Record<string, unknown>;
  hideLabel?: boolean;
  problems?: string[] | undefined;
};

export function Stepper(props: StepperProps): VNode {
  const { label, value, onInput, problems, hideLabel, limits = { min: 0, step: 1 }, attributes } = props;
  const { min = 0, max } = limits;
  const now = numberOf(value) ?? 0;
  const set = (wanted: number) => onInput(String(Math.max(min, Math.min(max ?? wanted, Math.round(wanted)))));
  const select = (event: TargetedEvent<HTMLInputElement>) => event.currentTarget.select();
  const typing = typingProblem(value, limits);
  return html`<div class="units"><${Labelled} label=${label} hideLabel=${hideLabel} problems=${typing ? [typing] : problems}
    input=${(of: object) => html`<div class="stepping">
      <${Button} kind="plain" icon="dash-lg" title=${t('stepper.less', { label })} disabled=${now <= min}
        onClick=${() => set(now - 1)} />
      <${NumberInput} ...${of} ...${{ value, onInput, limits }} attributes=${{ onFocus: select, ...attributes }} />
      <${Button} kind="plain" icon="plus-lg" title=${t('stepper.more', { label })} disabled=${max !== undefined && now >= max}
        onClick=${() => set(now + 1)} />
    </div>`} /></div>`;
}

/** After a scan: one more than was typed. */
export const oneMore = (typed: string | undefined): string => String((numberOf(typed ?? '') ?? 0) + 1);

/** Of lines that were counted those that there are some of. */
export const unitsIn = (typed: Record<string, string>, lines: readonly { variantId: string }[]) =>
  lines.flatMap(({ variantId }) => {
    const quantity = numberOf(typed[variantId] ?? '');
    return quantity ? [{ variantId, quantity }] : [];
  });
