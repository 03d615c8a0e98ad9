// Barcodes as drawings: black on white, sharp on any printer. Of jsbarcode only the encoder of Code 128 is
// taken, a private part: what it publishes draws by itself, and brings every kind of code along.
// private: jsbarcode 3.12.3
import Code128 from 'jsbarcode/src/barcodes/CODE128/CODE128_AUTO.js';
import { bars } from '../../parts/qr.ts';
import { html, type VNode } from '../../view.ts';

/** Code 128, which every scanner reads; only for ASCII. */
export function Barcode({ text }: { text: string }): VNode | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what Code 128 can hold.
  if (!/^[\x00-\x7f]+$/.test(text)) return null;
  const modules = Array.from(new Code128(text, {}).encode().data, Number);
  return html`<svg class="barcode" role="img" aria-label=${text} viewBox="-10 0 ${modules.length + 20} 30" preserveAspectRatio="none"
    shape-rendering="crispEdges"><path d=${bars(modules, 0, 30)} /></svg>`;
}
