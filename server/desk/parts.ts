// The parts that pages are made of. Each is reachable by keyboard, says what it is to those who hear it, and is at least
// 44 px high where it is touched.
import type { Refusal } from './client.ts';
import { type CurrencySymbol, countText, label, type MessageKey, money, t, when } from './i18n.ts';
import type { IconName } from './icons.ts';
import { toneOf } from './statuses.ts';
import type { Conflict } from './use-change.ts';
import { useFormDraft } from './use-draft.ts';
import {
  type ComponentChildren,
  html,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type VNode,
  type WithChildren,
} from './view.ts';
import { fieldName, inLanguage, meaningOf, refusedText, useWords } from './words.ts';

const files = new URL('.', import.meta.url).pathname;

/** An icon beside a text, or alone with a `title`. */
export function Icon({ name, title }: { name: IconName; title?: string }): VNode {
  const spoken = title ? { role: 'img', 'aria-label': title } : { 'aria-hidden': 'true' };
  return html`<svg class="icon" ...${spoken}><use href="${files}icons.svg#${name}" /></svg>`;
}

/** Runs one piece of work at a time: until what it promised is done, another is not begun. */
function useOneAtATime(): [isWorking: boolean, run: (work: () => unknown) => void] {
  const [isWorking, setWorking] = useState(false);
  const isRunning = useRef(false);
  const run = async (work: () => unknown) => {
    if (isRunning.current) return;
    const promised = work();
    if (!(promised instanceof Promise)) return;
    isRunning.current = true;
    setWorking(true);
    try {
      await promised;
    } finally {
      isRunning.current = false;
      setWorking(false);
    }
  };
  return [isWorking, run];
}

type ButtonProps = WithChildren & {
  onClick?: (event: MouseEvent) => unknown;
  icon?: IconName;
  kind?: 'main' | 'plain' | 'danger';
  type?: 'button' | 'submit';
  /** Work goes on: it cannot be pressed, says so, and keeps the focus. What onClick promises is such work. */
  isBusy?: boolean;
  disabled?: boolean;
  title?: string;
  name?: string;
};

export function Button({
  children,
  icon,
  kind = 'main',
  type = 'button',
  isBusy,
  disabled,
  onClick,
  ...rest
}: ButtonProps): VNode {
  const [isWorking, run] = useOneAtATime();
  const name = children ? undefined : rest.title;
  const busy = isBusy || isWorking ? 'true' : undefined;
  return html`<button
    class="button ${kind}"
    type=${type}
    disabled=${disabled}
    aria-disabled=${busy}
    aria-busy=${busy}
    aria-label=${name}
    onClick=${(event: MouseEvent) => (busy ? event.preventDefault() : run(() => onClick?.(event)))}
    ...${rest}
  >${icon && html`<${Icon} name=${icon} />`}${children && html`<span>${children}</span>`}</button>`;
}

/** Problems that stand at their fields. */
const shown = new WeakSet<string[]>();

type FieldProps = WithChildren & {
  label: string;
  /** What the server says of this field; of several it says the first. */
  problems?: string[] | undefined;
  hint?: string | undefined;
  hideLabel?: boolean;
  /** Given its id and what describes it. */
  input: (attributes: { id: string; 'aria-describedby'?: string; 'aria-invalid'?: 'true' }) => VNode;
};

type Input = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** What a browser finds wrong with an input, in our words: its own are in the language of the machine. */
function inputProblem(input: Input): string {
  const { validity, validationMessage, type } = input;
  if (validity.customError) return validationMessage;
  if (validity.valueMissing) return t(type === 'select-one' ? 'field.choose' : 'field.required');
  if (validity.typeMismatch && type === 'email') return t('field.email');
  if (validity.typeMismatch) return t('field.url');
  if (validity.tooShort) return t('field.tooShort', { least: (input as HTMLInputElement).minLength });
  if (validity.rangeUnderflow) return t('field.tooEarly');
  return validity.valid ? '' : t('field.wrong');
}

/**
 * Whether all that is typed in a form may be sent. What is wrong is said beside its field, and the first gets the focus.
 */
export function isFilled(form: HTMLElement): boolean {
  const wrong = [...form.querySelectorAll<Input>('input, textarea, select')].filter((input) => !input.checkValidity());
  // Folded away it would be neither seen nor focused.
  wrong[0]?.closest('details')?.setAttribute('open', '');
  wrong[0]?.focus();
  return wrong.length === 0;
}

/** A label above its input, with a hint and what was wrong below it. */
export function Labelled({ label: text, problems, hint, hideLabel, input }: FieldProps): VNode {
  const id = useId();
  const noteId = `${id}-note`;
  // Found when the form was to be sent; it goes as soon as one types again.
  const [found, setFound] = useState('');
  const element = useRef<HTMLDivElement>(null);
  // Also where a button or a scan has put it right.
  useLayoutEffect(() => {
    if (found && element.current!.querySelector<Input>('input, textarea, select')?.validity.valid) setFound('');
  });
  // A number is for programs.
  const said = problems?.find((one) => typeof one === 'string');
  useWords(Boolean(said));
  const problem = found || (said && (refusedText(said, text) ?? inLanguage(said)));
  if (problems) shown.add(problems);
  const attributes = {
    id,
    ...((hint || problem) && { 'aria-describedby': noteId }),
    ...(problem && { 'aria-invalid': 'true' as const }),
  };
  return html`<div ref=${element} class="field" onInvalidCapture=${(event: Event) => setFound(inputProblem(event.target as Input))}
    onInput=${() => found && setFound('')}>
    <label for=${id} class=${hideLabel ? 'spoken' : ''}>${text}</label>
    ${input(attributes)}
    ${(hint || problem) && html`<p id=${noteId} class=${problem ? 'problem' : 'quiet'}>${problem ?? hint}</p>`}
  </div>`;
}

type TextProps = {
  label: string;
  value: string;
  onInput: (value: string) => void;
  problems?: string[] | undefined;
  hint?: string;
  hideLabel?: boolean;
  /** More attributes of the input, such as type, inputmode, autocomplete, required, list. */
  attributes?: Record<string, unknown>;
  rows?: number;
};

export function TextField({ value, onInput, attributes, rows, ...rest }: TextProps): VNode {
  const change = (event: Event) => onInput((event.target as HTMLInputElement).value);
  const input = (of: object) =>
    rows
      ? html`<textarea rows=${rows} value=${value} onInput=${change} ...${of} ...${attributes}></textarea>`
      : html`<input value=${value} onInput=${change} ...${of} ...${attributes} />`;
  return html`<${Labelled} ...${rest} input=${input} />`;
}

type ChoiceProps = {
  label: string;
  value: string;
  onInput: (value: string) => void;
  options: readonly { value: string; text: string; disabled?: boolean }[];
  problems?: string[] | undefined;
  hint?: string;
  hideLabel?: boolean;
};

export function ChoiceField({ value, onInput, options, ...rest }: ChoiceProps): VNode {
  const change = (event: Event) => onInput((event.target as HTMLSelectElement).value);
  const input = (of: object) =>
    html`<select value=${value} onChange=${change} ...${of}>
      ${options.map(
        (option) =>
          html`<option key=${option.value} value=${option.value} disabled=${option.disabled}
            selected=${option.value === value}>${option.text}</option>`,
      )}
    </select>`;
  return html`<${Labelled} ...${rest} input=${input} />`;
}

/** What went wrong and what to do, read out at once. */
export function Problem({ of, onRetry }: { of: Refusal | undefined; onRetry?: () => void }): VNode | null {
  useWords(Boolean(of));
  if (!of) return null;
  const lines = meaningOf(of.message)?.reason === 'fieldsInvalid' ? untold(of) : [];
  return html`<div class="problem-box" role="alert">
    <${Icon} name="exclamation-triangle" />
    <div>
      ${lines.length > 0 ? html`<ul>${lines.map((text) => html`<li key=${text}>${text}</li>`)}</ul>` : html`<p>${problemText(of)}</p>`}
      ${of.code === 'INTERNAL' && of.requestId && html`<p class="quiet">${t('problem.request', { id: of.requestId })}</p>`}
    </div>
    ${onRetry && html`<${Button} kind="plain" onClick=${onRetry}>${t('do.retry')}<//>`}
  </div>`;
}

/** The message of the server, or ours where it has none for people. */
export function problemText(refusal: Refusal): string {
  const ours: Record<string, MessageKey> = {
    UNREACHABLE: 'problem.unreachable',
    INTERNAL: 'problem.internal',
    UNAVAILABLE: 'problem.unavailable',
    UNAUTHENTICATED: 'problem.signedOut',
    RATE_LIMITED: 'problem.busy',
    TIMEOUT: 'problem.unavailable',
    wrongSecret: 'problem.wrongSignIn',
    'wrongSecret.password': 'problem.wrongPassword',
    'wrongSecret.code': 'problem.wrongCode',
    'wrongSecret.passkey': 'problem.wrongPasskey',
  };
  if (refusal.code === 'OWN_WORDS') return refusal.message;
  const key = ours[refusal.code];
  // Some limits say more than to wait.
  if (key) return (refusal.code === 'RATE_LIMITED' && refusedText(refusal.message)) || t(key);
  const { about, message, code } = refusal;
  const text = refusedText(message) ?? t('problem.other', { text: message, code });
  return about ? t('problem.about', { about, text }) : text;
}

/** The same inside of a text, such as a row of a list. */
export function ProblemText({ of }: { of: Refusal }): VNode {
  useWords(true);
  return html`${problemText(of)}`;
}

export const Empty = ({ children }: WithChildren): VNode => html`<p class="empty quiet">${children}</p>`;

/** While something is read for the first time. */
export const Loading = (): VNode => html`<p class="loading quiet" role="status">${t('state.loading')}</p>`;

/** A status in words and colour. `list` names its texts: label('status', …). */
export function Badge({ list, code }: { list: string; code: string }): VNode {
  const tone = list === 'status' ? toneOf(code) : undefined;
  return html`<span class="badge" data-code=${code} data-tone=${tone}>${label(list, code)}</span>`;
}

type TileProps = { text: string; href: string; count: number; kind?: string; isAlarm?: boolean | undefined };

/** How many there are of something, which leads to them; with another `kind` in a line. */
export const Tile = ({ text, href, count, kind = 'card tile', isAlarm }: TileProps): VNode =>
  html`<a class=${kind} href=${href} data-state=${isAlarm ? 'alarm' : undefined}><span>${text}</span> <strong>${countText(count)}</strong></a>`;

export const Money = ({ amount, symbol }: { amount: string | null | undefined; symbol: CurrencySymbol }): VNode =>
  html`<span class="figure">${money(amount, symbol)}</span>`;

type TimeProps = { at: string | null | undefined; style?: Parameters<typeof when>[1]; zone?: string | undefined };

export const Time = ({ at, style, zone }: TimeProps): VNode | null =>
  at ? html`<time datetime=${at} title=${when(at, 'full', zone)}>${when(at, style, zone)}</time>` : null;

type HeadProps = WithChildren & { title: string; back?: { href: string; text: string } };

/** The heading of a page, its way back, and its acts at the side. It also names the tab. */
export function PageHead({ title, back, children }: HeadProps): VNode {
  useEffect(() => {
    document.title = `${title} · Haat`;
  }, [title]);
  return html`<div class="page-head">
    ${back && html`<a class="back" href=${back.href}><${Icon} name="arrow-left" /><span>${back.text}</span></a>`}
    <h1 tabindex="-1">${title}</h1>
    <div class="acts">${children}</div>
  </div>`;
}

export function Card({ title, acts, children }: WithChildren & { title?: string; acts?: ComponentChildren }): VNode {
  const id = useId();
  return html`<section class="card" aria-labelledby=${title ? id : undefined}>
    ${title && html`<div class="card-head"><h2 id=${id}>${title}</h2>${acts}</div>`}
    ${children}
  </section>`;
}

type DialogProps = WithChildren & { title: string; onClose: () => void };

/** A dialog over the page; Escape closes it, and the focus comes back to where it was. */
export function Dialog({ title, onClose, children }: DialogProps): VNode {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  /** By a person: what was typed is not wanted. */
  const close = () => {
    for (const form of element.current!.querySelectorAll('form')) form.dispatchEvent(new Event('discard'));
    onClose();
  };
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    element.current!.showModal();
    return () => before?.focus();
  }, []);
  return html`<dialog
    ref=${element}
    aria-labelledby=${id}
    onCancel=${(event: Event) => {
      event.preventDefault();
      close();
    }}
  >
    <div class="dialog-head">
      <h2 id=${id}>${title}</h2>
      <${Button} kind="plain" icon="x-lg" title=${t('do.close')} onClick=${close} />
    </div>
    ${children}
  </dialog>`;
}

type ConflictProps = {
  of: Conflict;
  /** The names of the fields, and the value of one, for people. */
  names: Record<string, MessageKey>;
  show?: ((name: string, value: unknown) => string) | undefined;
};

/** Another person changed the same fields meanwhile: their values, and those typed here. */
export function ConflictBox({ of, names, show }: ConflictProps): VNode {
  const told = (name: string, value: unknown) =>
    show?.(name, value) || (typeof value === 'boolean' ? t(value ? 'plan.yes' : 'plan.no') : String(value || '–'));
  return html`<div class="problem-box" role="alert">
    <${Icon} name="exclamation-triangle" />
    <div>
      <p>${of.by ? t('conflict.by', { who: of.by }) : t('conflict.somebody')}</p>
      <ul>${of.fields.map(
        ({ name, now, mine }) =>
          html`<li key=${name}>${t('product.conflict', {
            field: t(names[name] ?? 'product.field'),
            now: told(name, now),
            mine: told(name, mine),
          })}</li>`,
      )}</ul>
    </div>
  </div>`;
}

/** Whether all that was refused stands at its fields. */
function isTold({ fields }: Refusal): boolean {
  const said = Object.values(fields);
  return said.length > 0 && said.every((problems) => shown.has(problems));
}

/** Of several fields those that have no place of their own on the page. */
const untold = ({ fields }: Refusal) =>
  Object.entries(fields).flatMap(([field, problems]) => {
    const [said] = problems;
    if (shown.has(problems) || typeof said !== 'string') return [];
    const name = fieldName(field);
    return [refusedText(said, name) ?? t('problem.about', { about: name, text: inLanguage(said) })];
  });

type FormProps = WithChildren & {
  /** What it promises is part of the sending: nothing is sent a second time while the page behind is read anew. */
  onSubmit: () => unknown;
  submit: string;
  /** What it is about, where neither the page nor what its fields begin with says so: what is typed is kept for that alone. */
  of?: string | undefined;
  isBusy?: boolean;
  problem?: Refusal | undefined;
  /** Cancels what is being sent. */
  onCancel?: (() => void) | undefined;
  disabled?: boolean;
  kind?: 'main' | 'danger';
  /** Of a change that another person's came before: leaving the form keeps theirs. */
  conflict?: (Omit<ConflictProps, 'of'> & { of: Conflict | undefined; onTheirs: () => void }) | undefined;
};

/**
 * A form with its button; while it is sent it can be cancelled. Problems of its own fields are shown at the fields.
 */
export function Form(props: FormProps): VNode {
  const { onSubmit, submit, of, isBusy, problem, onCancel, disabled, kind, conflict, children } = props;
  const [isWorking, run] = useOneAtATime();
  const asked = conflict?.of;
  const [told, setTold] = useState<Refusal>();
  // After its fields are drawn: what is said at one is not said again.
  useLayoutEffect(() => setTold(problem && isTold(problem) ? problem : undefined), [problem]);
  const element = useRef<HTMLFormElement>(null);
  const isSending = useRef(false);
  useFormDraft(element, submit + of, isSending);
  const send = async () => {
    isSending.current = true;
    try {
      await onSubmit();
    } finally {
      isSending.current = false;
    }
  };
  // The focus goes to what was refused.
  useEffect(() => {
    if (problem) element.current!.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [problem]);
  return html`<form
    ref=${element}
    method="post"
    novalidate
    onSubmit=${(event: Event) => {
      event.preventDefault();
      if (isFilled(element.current!)) run(send);
    }}
  >
    ${children}
    <${Problem} of=${problem === told ? undefined : problem} />
    ${asked && html`<${ConflictBox} of=${asked} names=${conflict.names} show=${conflict.show} />`}
    <div class="form-acts">
      <${Button} type="submit" kind=${kind} isBusy=${isBusy || isWorking} disabled=${disabled}>${asked ? t('conflict.saveMine') : submit}<//>
      ${asked && !isBusy && html`<${Button} kind="plain" onClick=${conflict.onTheirs}>${t('conflict.keepTheirs')}<//>`}
      ${isBusy && onCancel && html`<${Button} kind="plain" onClick=${onCancel}>${t('do.cancel')}<//>`}
    </div>
  </form>`;
}

/** More of a list: pressed, or as soon as it comes into sight. After a problem it is not shown: it would ask without end. */
export function More({ onMore, isLoading }: { onMore: () => void; isLoading: boolean }): VNode {
  const element = useRef<HTMLDivElement>(null);
  const latest = useRef(onMore);
  latest.current = onMore;
  // After each page it is asked anew: a short page may leave it in sight.
  useEffect(() => {
    if (isLoading) return;
    // Several may come at once while one scrolls fast: the last says how it is.
    const watcher = new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting && latest.current(), {
      rootMargin: '600px',
    });
    watcher.observe(element.current!);
    return () => watcher.disconnect();
  }, [isLoading]);
  return html`<div ref=${element} class="more">
    <${Button} kind="plain" isBusy=${isLoading} onClick=${() => latest.current()}>${t('do.more')}<//>
  </div>`;
}

const toasts = new EventTarget();

/** What may be done about a message, such as taking back what it tells. */
export type Said = { text: string; act?: { text: string; run: () => void } };

/** A short message at the foot of the page, read out, which goes by itself; with an act it stays for ten seconds. */
export function say(text: string, act?: Said['act']): void {
  toasts.dispatchEvent(new CustomEvent('say', { detail: { text, act } }));
}

export const onSaid = (callback: (said: Said) => void): (() => void) => {
  const hear = (event: Event) => callback((event as CustomEvent<Said>).detail);
  toasts.addEventListener('say', hear);
  return () => toasts.removeEventListener('say', hear);
};
