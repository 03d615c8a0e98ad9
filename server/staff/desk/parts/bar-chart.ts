// Bars side by side, one a day or another step. For those who cannot see them, a table.
import { t } from '../i18n.ts';
import { html, type VNode } from '../view.ts';

/** `value` gives the height; `text` is what people read. */
export type Bar = { label: string; value: number; text: string };

type ChartProps = {
  bars: readonly Bar[];
  /** Writes a value of the axis. */
  format: (value: number) => string;
  label: string;
};

const [left, bottom, top, height] = [64, 24, 10, 220];

export function BarChart({ bars, format, label }: ChartProps): VNode {
  // Narrower on a phone, so that the text is not scaled down.
  const width = matchMedia('(max-width: 48rem)').matches ? 340 : 900;
  const max = ceiling(Math.max(...bars.map(({ value }) => value), 0));
  const y = (value: number) => top + (height - top - bottom) * (1 - value / max);
  const step = (width - left) / Math.max(bars.length, 1);
  const every = Math.ceil(bars.length / (width / 90));
  const labelled = (n: number) => n % every === 0 && (n === 0 || left + (n + 0.5) * step < width - 24);
  return html`<figure class="chart">
    <svg viewBox="0 0 ${width} ${height}" role="img" aria-label=${label}>
      ${[0, max / 2, max].map(
        (value) => html`<g key=${value}>
          <line x1=${left} x2=${width} y1=${y(value)} y2=${y(value)} class="grid" />
          <text x=${left - 8} y=${y(value) + 4} text-anchor="end">${format(value)}</text>
        </g>`,
      )}
      ${bars.map((bar, n) => {
        const [x, drawn] = [left + n * step, Math.max(bar.value, 0)];
        // The whole column reacts to the pointer, also where there is nothing.
        return html`<g key=${n}>
          <title>${bar.label}: ${bar.text}</title>
          <rect x=${x} y=${top} width=${step} height=${height - top - bottom} class="column" />
          <rect x=${x + step * 0.15} y=${y(drawn)} width=${step * 0.7} height=${y(0) - y(drawn)} rx="2" class="bar" />
          ${labelled(n) && html`<text x=${x + step / 2} y=${height - 6} text-anchor="middle">${bar.label}</text>`}
        </g>`;
      })}
    </svg>
    <details>
      <summary>${t('chart.asTable')}</summary>
      <table><tbody>${bars.map(
        (bar, n) => html`<tr key=${n}><th scope="row">${bar.label}</th><td class="end">${bar.text}</td></tr>`,
      )}</tbody></table>
    </details>
  </figure>`;
}

/** The next round figure: 1, 2, 2.5 or 5 times a power of ten. */
function ceiling(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((round) => round >= value)!;
}
