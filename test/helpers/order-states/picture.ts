// Draws the machine that the search found: where an order and its parcel can be, and which work leads from one to the other.
import type { Search, State } from './search.ts';

const rows: Record<string, string[]> = {
  'cancelled, spam': ['cancelled', 'spam'],
  'being prepared': ['pending', 'follow_up', 'hold', 'confirmed', 'processing'],
  ready_to_ship: ['ready_to_ship'],
  in_transit: ['in_transit'],
  failed_delivery: ['failed_delivery'],
  delivered: ['delivered'],
  returned: ['returned'],
};
/** Of the latest parcel; one that is cancelled, or came back from an order that is sent again, is none. */
const columns = ['none', 'booked', 'picked_up', 'delivery_failed', 'return_requested', 'delivered', 'received'];

const colours: Record<string, string> = {
  'a status is set': '#4c78a8',
  'work on a parcel': '#54a24b',
  'work on a return': '#b279a2',
  'taken back': '#d1495b',
};
const kindOf = (act: string): string =>
  /^(status|cancel$)/.test(act)
    ? 'a status is set'
    : /^take back/.test(act)
      ? 'taken back'
      : /return/.test(act)
        ? 'work on a return'
        : 'work on a parcel';

const [left, top, cellWidth, cellHeight] = [124, 56, 112, 64];
const [width, height] = [left + columns.length * cellWidth + 8, top + Object.keys(rows).length * cellHeight + 44];

type Cell = { row: number; column: number };

function cellOf({ facts }: State): Cell {
  const { status } = facts.orders[0];
  const row = Object.values(rows).findIndex((statuses) => statuses.includes(status));
  const parcel = facts.is_latest_parcel_cancelled ? undefined : facts.parcels?.at(-1)?.status;
  const isNone = !parcel || (parcel === 'received' && !['delivered', 'returned'].includes(status));
  return { row, column: isNone ? 0 : columns.indexOf(parcel) };
}

/** The arrows of a kind of work between two places, with the acts that go there. */
function arrowsOf(search: Search): { from: Cell; to: Cell; kind: string; acts: string[] }[] {
  const arrows = new Map<string, { from: Cell; to: Cell; kind: string; acts: Set<string> }>();
  for (const state of search.states.values())
    for (const {
      act: { name: act },
      to: next,
    } of state.edges) {
      if (!next) continue;
      const [from, to, kind] = [cellOf(state), cellOf(next), kindOf(act)];
      if (from.row === to.row && from.column === to.column) continue;
      const key = JSON.stringify([from, to, kind]);
      const arrow = arrows.get(key) ?? { from, to, kind, acts: new Set() };
      arrows.set(key, arrow);
      arrow.acts.add(act.split(',')[0]!);
    }
  return [...arrows]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, { acts, ...arrow }]) => ({ ...arrow, acts: [...acts].sort() }));
}

const centre = ({ row, column }: Cell) => [left + (column + 0.5) * cellWidth, top + (row + 0.5) * cellHeight] as const;

/** A curve from the edge of one box to that of another, bent to its right, by its kind: no two lie on each other. */
function curve(from: Cell, to: Cell, kind: string): string {
  const [[x1, y1], [x2, y2]] = [centre(from), centre(to)];
  const length = Math.hypot(x2 - x1, y2 - y1);
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
  const bend = 10 + length / 14 + 7 * Object.keys(colours).indexOf(kind);
  const [mx, my] = [(x1 + x2) / 2 - dy * bend, (y1 + y2) / 2 + dx * bend];
  // Where the way to the middle leaves the box.
  const leave = (x: number, y: number) => {
    const [vx, vy] = [mx - x, my - y];
    const part = Math.min(38 / Math.abs(vx || 1e-9), 15 / Math.abs(vy || 1e-9));
    return `${(x + vx * part).toFixed(1)} ${(y + vy * part).toFixed(1)}`;
  };
  return `M${leave(x1, y1)}Q${mx.toFixed(1)} ${my.toFixed(1)} ${leave(x2, y2)}`;
}

/** Of a search that saw a part of the states: what it found that the picture of all does not show. */
export function missingIn(picture: string, search: Search): string[] {
  const shown = new Map(
    [...picture.matchAll(/<path d="([^"]+)"[^>]*><title>([^<]+)/g)].map(([, d, acts]) => [d!, acts!]),
  );
  return arrowsOf(search).flatMap(({ from, to, kind, acts }) => {
    const known = shown.get(curve(from, to, kind))?.split(', ') ?? [];
    return acts.filter((act) => !known.includes(act));
  });
}

export function drawStates(search: Search): string {
  const reached = new Set([...search.states.values()].map((state) => JSON.stringify(cellOf(state))));
  const boxes = [...reached].sort().map((text) => {
    const [x, y] = centre(JSON.parse(text));
    return `<rect x="${x - 38}" y="${y - 15}" width="76" height="30" rx="6" fill="#eef2f7" stroke="#64748b"/>`;
  });
  const arrows = arrowsOf(search).map(
    ({ from, to, kind, acts }) =>
      `<path d="${curve(from, to, kind)}" fill="none" stroke="${colours[kind]}" stroke-width="1.3" marker-end="url(#${Object.keys(colours).indexOf(kind)})"><title>${acts.join(', ')}</title></path>`,
  );
  const markers = Object.values(colours).map(
    (colour, n) =>
      `<marker id="${n}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z" fill="${colour}"/></marker>`,
  );
  const legend = Object.entries(colours).map(
    ([kind, colour], n) =>
      `<text x="${left + n * 170}" y="${height - 14}" fill="${colour}" font-weight="bold">→ ${kind}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">
<title>Where an order and its latest parcel can be, and what leads from one to the other</title>
<defs>${markers.join('')}</defs>
<rect width="100%" height="100%" fill="#fff"/>
<text x="8" y="20" font-weight="bold">order</text><text x="${left}" y="20" font-weight="bold">latest parcel</text>
${columns.map((name, n) => `<text x="${left + (n + 0.5) * cellWidth}" y="40" text-anchor="middle">${name}</text>`).join('\n')}
${Object.keys(rows)
  .map((name, n) => `<text x="8" y="${top + (n + 0.5) * cellHeight + 4}">${name}</text>`)
  .join('\n')}
${boxes.join('\n')}
${arrows.join('\n')}
${legend.join('\n')}
</svg>
`;
}
