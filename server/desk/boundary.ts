// What goes wrong in the pages themselves. A page that breaks says so and shows what was typed in it; the way to the others stays.
// What fails in an act, such as a click, is told at the foot of the page.
import { Refusal } from './client.ts';
import { t } from './i18n.ts';
import { Icon, problemText, say } from './parts.ts';
import { Component, type ComponentChildren, html, type VNode } from './view.ts';

type Typed = [label: string, text: string][];
/** `of`: what is shown; something else may work again. */
type Props = { of?: string; children?: ComponentChildren };

/** Asked before the fields are gone. */
const typedNow = (): Typed =>
  [...document.querySelectorAll<HTMLInputElement>('main textarea, main input')]
    .filter(({ type, value }) => value && /^(text|tel|email|number|url|date)/.test(type))
    .map(({ labels, value }) => [labels?.[0]?.textContent ?? '', value]);

export class Boundary extends Component<Props, { typed?: Typed | undefined }> {
  static override getDerivedStateFromError(): { typed: Typed } {
    return { typed: typedNow() };
  }
  override componentDidCatch(error: unknown): void {
    console.error(error);
  }
  override componentDidUpdate({ of }: Props): void {
    if (this.state.typed && of !== this.props.of) this.setState({ typed: undefined });
  }
  override render({ children }: Props, { typed }: { typed?: Typed | undefined }): ComponentChildren {
    return typed ? html`<${Broken} typed=${typed} />` : children;
  }
}

const Broken = ({ typed }: { typed: Typed }): VNode => html`<div class="problem-box" role="alert">
  <${Icon} name="exclamation-triangle" />
  <div>
    <h1>${t('problem.broken')}</h1>
    <p><a data-plain href=${location.href}>${t('do.reload')}</a></p>
    ${
      typed.length > 0 &&
      html`<p>${t('problem.typed')}</p><ul>${typed.map(([label, text], n) => html`<li key=${n}>${label} <strong>${text}</strong></li>`)}</ul>`
    }
  </div>
</div>`;

function tell(error: unknown): void {
  // Not ours: of extensions of the browser, or of its layout.
  if (!error || (error as Error).name === 'AbortError') return;
  say(error instanceof Refusal ? problemText(error) : t('problem.act'));
}

/** No act fails in silence. */
export function tellFailures(): void {
  addEventListener('error', ({ error }) => tell(error));
  addEventListener('unhandledrejection', ({ reason }) => tell(reason));
}
