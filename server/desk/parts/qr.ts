// QR codes as drawings: black on white, sharp on any printer and screen.
import { encode } from 'uqr';
import '../bundles/common.ts';
import { html, type VNode } from '../view.ts';

/** A path over the dark modules of a row, each one wide. */
export const bars = (dark: ArrayLike<unknown>, y: number, height: number): string =>
  Array.from(dark, (module, x) => (module ? `M${x} ${y}h1v${height}h-1z` : '')).join('');

export function Qr({ text, title }: { text: string; title: string }): VNode {
  const { data, size } = encode(text, { ecc: 'M', border: 2 });
  return html`<svg class="qr" role="img" aria-label=${title} viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">
    <path d=${data.map((row, y) => bars(row, y, 1)).join('')} /></svg>`;
}
