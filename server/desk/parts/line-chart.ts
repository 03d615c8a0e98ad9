// A number over time, drawn as steps: it stays as it was until it changes. For those who cannot see it, a table.
import { number, t, when } from '../i18n.ts';
import { html, type VNode } from '../view.ts';
import { leftOf } from './chart-axis.ts';

export type Point = { at: string; value: number };

const [bottom, top, height] = [24, 10, 200];

/** `points`: oldest first. */
export function LineChart({ points, label }: { points: readonly Point[]; label: string }): VNode | null {
  if (points.length === 0) return null;
  // Narrower on a phone, so that the text is not scaled down.
  const width = matchMedia('(max-width: 48rem)').matches ? 340 : 760;
  const times = points.map(({ at }) => Date.parse(at));
  const [start, end] = [times[0]!, Math.max(Date.now(), times.at(-1)!)];
  const max = ceiling(Math.max(...points.map(({ value }) => value), 1));
  const left = leftOf([max / 2, max].map(number));
  const x = (time: number) => left + ((width - left - 6) * (time - start)) / Math.max(end - start, 1);
  const y = (value: number) => top + (height - top - bottom) * (1 - Math.max(value, 0) / max);
  const steps = points.map(({ value }, n) => `${n === 0 ? 'M' : 'H'}${x(times[n]!)}${n === 0 ? ',' : 'V'}${y(value)}`);
  const line = `${steps.join('')}H${x(end)}`;
  const marks = [start, start + (end - start) / 2, end];
  return html`<figure class="chart">
    <svg viewBox="0 0 ${width} ${height}" role="img" aria-label=${label}>
      ${[0, max / 2, max].map(
        (value) => html`<g key=${value}>
          <line x1=${left} x2=${width} y1=${y(value)} y2=${y(value)} class="grid" />
          <text x=${left - 8} y=${y(value) + 4} text-anchor="end">${number(value)}</text>
        </g>`,
      )}
      ${marks.map(
        (time, n) => html`<text key=${n} x=${x(time)} y=${height - 6}
          text-anchor=${(['start', 'middle', 'end'] as const)[n]}>${when(new Date(time), end - start < 172_800_000 ? 'time' : 'day')}</text>`,
      )}
      <path d="${line}V${y(0)}H${x(start)}Z" class="area" />
      <path d=${line} class="line" />
      ${points.map(
        ({ value }, n) => html`<circle key=${n} cx=${x(times[n]!)} cy=${y(value)} r="3">
          <title>${when(points[n]!.at, 'full')}: ${number(value)}</title>
        </circle>`,
      )}
    </svg>
    <details>
      <summary>${t('chart.table')}</summary>
      <table><tbody>${points.map(
        ({ at, value }, n) =>
          html`<tr key=${n}><th scope="row">${when(at, 'full')}</th><td class="end">${number(value)}</td></tr>`,
      )}</tbody></table>
    </details>
  </figure>`;
}

/** The next even round figure: 2, 4, 6, 10 times a power of ten, so that its half is a whole number too. */
function ceiling(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return [2, 4, 6, 10].map((factor) => factor * power).find((round) => round >= value)!;
}
