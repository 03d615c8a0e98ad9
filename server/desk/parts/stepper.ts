// A number of units: typed, or changed by one with a thumb.
import { t } from '../i18n.ts';
import { Button } from '../parts.ts';
import { html, type TargetedEvent, useId, type VNode } from '../view.ts';

type StepperProps = {
  label: string;
  value: number;
  onInput: (value: number) => void;
  max?: number | undefined;
  hideLabel?: boolean;
};

export function Stepper({ label, value, onInput, max, hideLabel }: StepperProps): VNode {
  const id = useId();
  const set = (wanted: number) => onInput(Math.max(0, Math.min(max ?? 999_999, Math.trunc(wanted) || 0)));
  return html`<div class="units">
    <label for=${id} class=${hideLabel ? 'spoken' : 'quiet'}>${label}</label>
    <div>
      <${Button} kind="plain" icon="dash-lg" title=${t('stepper.less', { label })} disabled=${value <= 0}
        onClick=${() => set(value - 1)} />
      <input id=${id} inputmode="numeric" autocomplete="off" value=${value}
        onFocus=${(event: TargetedEvent<HTMLInputElement>) => event.currentTarget.select()}
        onInput=${(event: TargetedEvent<HTMLInputElement>) => set(Number(event.currentTarget.value))} />
      <${Button} kind="plain" icon="plus-lg" title=${t('stepper.more', { label })}
        disabled=${max !== undefined && value >= max} onClick=${() => set(value + 1)} />
    </div>
  </div>`;
}
