// Draws a bar chart as SVG, one bar per day.
const svg = (name, attributes, ...children) => {
  const node = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
};

const left = 64;
const bottom = 24;
const top = 10;
const height = 220;

/** `points`: label, value, text. `format` formats the values on the axis. `description` is read by screen readers. */
export function barChart(points, format, description) {
  // Narrower on a phone, so that the text is not scaled down.
  const width = matchMedia('(max-width: 40rem)').matches ? 360 : 900;
  const max = ceiling(Math.max(...points.map(({ value }) => value), 0));
  const y = (value) => top + (height - top - bottom) * (1 - value / max);
  const step = (width - left) / points.length;
  const chart = svg('svg', {
    viewBox: `0 0 ${width} ${height}`,
    role: 'img',
    'aria-label': description,
    class: 'chart',
  });
  for (const value of [0, max / 2, max]) {
    chart.append(
      svg('line', { x1: left, x2: width, y1: y(value), y2: y(value), class: value === 0 ? 'axis' : 'grid' }),
      svg('text', { x: left - 8, y: y(value) + 4, 'text-anchor': 'end' }, format(value)),
    );
  }
  const every = Math.ceil(points.length / (width / 90));
  points.forEach(({ label, value, text }, index) => {
    const x = left + index * step;
    // The whole column reacts to the pointer, also on a day without sales.
    const day = svg('g', {}, svg('title', {}, `${label}: ${text}`));
    const drawn = Math.max(value, 0);
    day.append(
      svg('rect', { x, y: top, width: step, height: height - top - bottom, class: 'column' }),
      svg('rect', { x: x + step * 0.15, y: y(drawn), width: step * 0.7, height: y(0) - y(drawn), rx: 2, class: 'day' }),
    );
    chart.append(day);
    if (index % every === 0)
      chart.append(svg('text', { x: x + step / 2, y: height - 6, 'text-anchor': 'middle' }, label));
  });
  return chart;
}

/** The next round figure: 1, 2, 2.5 or 5 times a power of ten. */
function ceiling(value) {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((round) => round >= value);
}
