// A bar chart of days as SVG. The same figures stand below it as a table, for those who hear the page and for copying.
import { t } from '../i18n.ts';
import { html, type VNode } from '../view.ts';
import { leftOf } from './chart-axis.ts';

/** `value` gives the height of a bar; `text` is the figure as people read it. */
export type Point = { label: string; value: number; text: string };

const bottom = 24;
const top = 10;
const height = 220;

/** The next round figure: 1, 2, 2.5 or 5 times a power of ten. */
function ceiling(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((round) => round >= value)!;
}

type Props = { points: readonly Point[]; format: (value: number) => string; description: string };

/** `format` writes the figures of the axis, `description` says what is shown. */
export function BarChart({ points, format, description }: Props): VNode {
  // Narrower on a phone, so that the text is not scaled down.
  const width = matchMedia('(max-width: 48rem)').matches ? 360 : 900;
  const max = ceiling(Math.max(...points.map(({ value }) => value), 0));
  const left = leftOf([max / 2, max].map(format));
  const y = (value: number) => top + (height - top - bottom) * (1 - value / max);
  const step = (width - left) / Math.max(points.length, 1);
  const every = Math.ceil(points.length / (width / 90));
  // A label whose end would be cut off is left out.
  const isLabelled = (n: number) => n % every === 0 && (n === 0 || left + (n + 0.5) * step < width - 24);
  return html`<div class="chart">
    <svg viewBox="0 0 ${width} ${height}" role="img" aria-label=${description}>
      ${[0, max / 2, max].map(
        (value) => html`<g key=${value}>
        <line x1=${left} x2=${width} y1=${y(value)} y2=${y(value)} class=${value === 0 ? 'axis' : 'grid'} />
        <text x=${left - 8} y=${y(value) + 4} text-anchor="end">${format(value)}</text>
      </g>`,
      )}
      ${points.map(({ label, value, text }, n) => {
        const x = left + n * step;
        const drawn = Math.max(value, 0);
        // The whole column reacts to the pointer, also on a day without anything.
        return html`<g key=${label} class="column">
          <title>${`${label}: ${text}`}</title>
          <rect class="touched" x=${x} y=${top} width=${step} height=${height - top - bottom} />
          <rect class="bar" x=${x + step * 0.15} y=${y(drawn)} width=${step * 0.7} height=${y(0) - y(drawn)} rx="2" />
          ${isLabelled(n) && html`<text x=${x + step / 2} y=${height - 6} text-anchor="middle">${label}</text>`}
        </g>`;
      })}
    </svg>
    <details>
      <summary>${t('chart.table')}</summary>
      <table>
        <tbody>${points.map(
          ({ label, text }) => html`<tr key=${label}><th scope="row">${label}</th><td class="end">${text}</td></tr>`,
        )}</tbody>
      </table>
    </details>
  </div>`;
}
