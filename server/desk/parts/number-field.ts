// The field for every number: a quantity, an amount, a percentage, a weight, days. It keeps what was typed and says beside it
// what is wrong; a form with such a field is not sent.
import type { Limits } from '../limits.ts';
import { numberProblem, typingProblem } from '../number.ts';
import { Labelled } from '../parts.ts';
import { html, type TargetedEvent, useLayoutEffect, useRef, type VNode } from '../view.ts';

export type NumberProps = {
  label: string;
  /** As it was typed. */
  value: string;
  onInput: (text: string) => void;
  /** By the registry: limitsOf('create_coupon.value'). */
  limits?: Limits | undefined;
  problems?: string[] | undefined;
  hint?: string | undefined;
  hideLabel?: boolean;
  attributes?: Record<string, unknown>;
};

export const money: Limits = { min: 0, step: 0.01 };

export function NumberField({ value, onInput, limits, problems, attributes, ...rest }: NumberProps): VNode {
  const typing = typingProblem(value, limits);
  return html`<${Labelled} ...${rest} problems=${typing ? [typing] : problems}
    input=${(of: object) => html`<${NumberInput} ...${of} ...${{ value, onInput, limits, attributes }} />`} />`;
}

type InputProps = Pick<NumberProps, 'value' | 'onInput' | 'limits' | 'attributes'>;

/** The input alone, where the label is drawn by another part. */
export function NumberInput({ value, onInput, limits, attributes, ...of }: InputProps): VNode {
  const element = useRef<HTMLInputElement>(null);
  const problem = numberProblem(value, limits) ?? '';
  // Its form asks for it before it is sent.
  useLayoutEffect(() => element.current!.setCustomValidity(problem), [problem]);
  return html`<input ref=${element} inputmode=${limits?.step === 1 ? 'numeric' : 'decimal'} autocomplete="off" value=${value}
    onInput=${(event: TargetedEvent<HTMLInputElement>) => onInput(event.currentTarget.value)} ...${of} ...${attributes} />`;
}
