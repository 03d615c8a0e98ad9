// The styles that one page alone has.
import { html, type VNode } from '../view.ts';

export const Styles = ({ of, onLoad }: { of: string; onLoad?: () => void }): VNode =>
  html`<link rel="stylesheet" href=${new URL(`${of}.css`, import.meta.url).pathname} onLoad=${onLoad} />`;
