// What is shown once: a key, a secret, a one-time password. It can be copied, and goes with the dialog.
import type { Refusal } from '../../client.ts';
import { t } from '../../i18n.ts';
import { Button, Dialog, Problem, say } from '../../parts.ts';
import { html, useRef, useState, type VNode, type WithChildren } from '../../view.ts';

type Props = WithChildren & { title: string; text: string; secret: string; onClose: () => void };

export function ShownOnce({ title, text, secret, onClose, children }: Props): VNode {
  const [isAsking, setAsking] = useState(false);
  // It is gone with the dialog: Escape asks once before.
  const leave = () => (isAsking ? onClose() : setAsking(true));
  return html`<${Dialog} title=${title} onClose=${leave}>
    <p>${text}</p>
    <${Copied} label=${title} value=${secret} className="secret" />
    ${children}
    <p class="problem" role=${isAsking ? 'alert' : undefined}>${t(isAsking ? 'settings.onceAsked' : 'settings.once')}</p>
    <div class="form-acts"><${Button} kind="plain" onClick=${onClose}>${t('settings.kept')}<//></div>
  <//>`;
}

/** Text to be taken elsewhere. */
export function Copied({ label, value, className = '' }: { label: string; value: string; className?: string }): VNode {
  const shown = useRef<HTMLInputElement>(null);
  const copy = async () => {
    // A shop's own network may have no https, and then no clipboard: what is selected can be copied by hand.
    shown.current!.select();
    if (!navigator.clipboard) return;
    await navigator.clipboard.writeText(value);
    say(t('settings.copied'));
  };
  return html`<div class="row">
    <input ref=${shown} class="${className} grow" readonly value=${value} aria-label=${label} />
    <${Button} icon="copy" title=${`${t('settings.copy')}: ${label}`} onClick=${copy}>${t('settings.copy')}<//>
  </div>`;
}

type ConfirmProps = {
  title: string;
  text: string;
  act: string;
  isBusy: boolean;
  problem?: Refusal | undefined;
  onYes: () => void;
  onClose: () => void;
};

/** Asks before what cannot be taken back. */
export const Confirm = ({ title, text, act, isBusy, problem, onYes, onClose }: ConfirmProps): VNode =>
  html`<${Dialog} title=${title} onClose=${onClose}>
    <p>${text}</p>
    <${Problem} of=${problem} />
    <div class="form-acts">
      <${Button} kind="danger" isBusy=${isBusy} onClick=${onYes}>${act}<//>
      <${Button} kind="plain" onClick=${onClose}>${t('do.cancel')}<//>
    </div>
  <//>`;
