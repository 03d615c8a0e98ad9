// The form of a move, and how an amount is typed into it.
import type { Refusal } from '../../../client.ts';
import { plain } from '../../../number.ts';
import { Dialog, Form, Loading, Problem } from '../../../parts.ts';
import type { Read } from '../../../use.ts';
import { html, type VNode, type WithChildren } from '../../../view.ts';
import { moveEffect, moveTitle } from '../move-texts.ts';
import type { DialogProps } from './props.ts';

type MoveFormProps = WithChildren &
  Pick<DialogProps, 'move' | 'onClose'> & {
    onSubmit: () => unknown;
    saved: { isBusy: boolean; problem: Refusal | undefined; cancel: () => void };
    kind?: 'danger';
    /** What one chooses from: before it is there the form is not sent. */
    choices?: Read<unknown>;
    disabled?: boolean;
  };

/** The form of a move: what it will do, its inputs, and its name on the button. */
export function MoveForm({ move, onClose, onSubmit, saved, kind, choices, disabled, children }: MoveFormProps): VNode {
  const isUnread = choices !== undefined && !choices.data;
  const title = moveTitle(move.name);
  return html`<${Dialog} title=${title} onClose=${onClose}>
    <p class="quiet">${moveEffect(move.name)}</p>
    <${Form} onSubmit=${onSubmit} submit=${title} isBusy=${saved.isBusy} problem=${saved.problem} onCancel=${saved.cancel} kind=${kind}
      disabled=${disabled || isUnread}>
      <${Problem} of=${choices?.problem} onRetry=${choices?.reload} />
      ${isUnread && !choices.problem && html`<${Loading} />`}
      ${children}
    <//>
  <//>`;
}

/** Whether the database does not do without an input of the move. */
export const needs = ({ requiredArguments }: DialogProps['move'], input: string): boolean =>
  requiredArguments?.includes(input) ?? false;

/** An amount as it was typed, for its mutation. */
export const typedAmount = (text: string): string | null => plain(text) || null;
