// Draws what the bench of growth has measured: each call a dot at the time it takes in the smallest and in the largest shop.
import type { Measured } from './growth.ts';

const [width, height, margin] = [760, 420, 52];
const colours: Record<string, string> = {
  list: '#4c78a8',
  record: '#54a24b',
  report: '#b279a2',
  staff: '#e6a000',
  write: '#d1495b',
};

/** Both axes are logarithmic, in ms. On the line a call takes in the largest shop what it takes in the smallest. */
export function drawGrowth(results: Record<string, Measured>, names: string[], target: number): string {
  const last = names.at(-1)!;
  const calls = Object.entries(results).map(([label, { kind, ms }]) => ({ label, kind, x: ms.S!, y: ms[last]! }));
  const all = calls.flatMap(({ x, y }) => [x, y]);
  const [least, most] = [Math.floor(Math.log10(Math.min(...all))), Math.ceil(Math.log10(Math.max(...all)))];
  const part = (ms: number) => (Math.log10(ms) - least) / (most - least);
  const x = (ms: number) => (margin + part(ms) * (width - 2 * margin)).toFixed(1);
  const y = (ms: number) => (height - margin - part(ms) * (height - 2 * margin)).toFixed(1);
  const [from, to] = [10 ** least, 10 ** most];
  const line = (factor: number, style: string) =>
    `<line x1="${x(from)}" y1="${y(from * factor)}" x2="${x(to / factor)}" y2="${y(to)}" ${style}/>`;
  const ticks = Array.from({ length: most - least + 1 }, (_, n) => 10 ** (least + n));
  const kinds = Object.keys(colours).filter((kind) => calls.some((call) => call.kind === kind));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">
<title>What a call costs in the largest shop against the smallest</title>
<rect width="100%" height="100%" fill="#fff"/>
${ticks.map((ms) => `<text x="${x(ms)}" y="${height - margin + 18}" text-anchor="middle">${ms}</text>`).join('\n')}
${ticks.map((ms) => `<text x="${margin - 8}" y="${y(ms)}" text-anchor="end" dominant-baseline="middle">${ms}</text>`).join('\n')}
${ticks.map((ms) => `<path d="M${x(ms)} ${y(from)}V${y(to)}M${x(from)} ${y(ms)}H${x(to)}" stroke="#eee"/>`).join('\n')}
<text x="${width / 2}" y="${height - 12}" text-anchor="middle">ms a call in shop S</text>
<text transform="translate(14 ${height / 2}) rotate(-90)" text-anchor="middle">ms a call in shop ${last}</text>
${line(1, 'stroke="#999"')}
${line(target, 'stroke="#999" stroke-dasharray="4 4"')}
${calls
  .map(
    (call) =>
      `<circle cx="${x(call.x)}" cy="${y(call.y)}" r="3.2" fill="${colours[call.kind]}" fill-opacity="0.6"><title>${call.label.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</title></circle>`,
  )
  .join('\n')}
${kinds
  .map(
    (kind, n) =>
      `<circle cx="${margin + 14}" cy="${margin + n * 18}" r="4" fill="${colours[kind]}"/><text x="${margin + 24}" y="${margin + 4 + n * 18}">${kind}</text>`,
  )
  .join('\n')}
</svg>
`;
}
