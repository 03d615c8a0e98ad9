// The shapes of the demo's goods: what each kind looks like, as SVG on a square of 600 by 600. A handful of drawings with
// a few measures each make up all kinds.
/** The colours of one image: the main one lighter and darker, and the accent. */
export type Palette = { main: string; light: string; dark: string; accent: string };

type Shape = (palette: Palette) => string;

const path = (d: string, fill: string, more = '') => `<path d="${d}" fill="${fill}" ${more}/>`;
const line = (d: string, colour: string, width = 6) =>
  path(d, 'none', `stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"`);
const ellipse = (x: number, y: number, rx: number, ry: number, fill: string) =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}"/>`;
const box = (x: number, y: number, width: number, height: number, radius: number, fill: string) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${fill}"/>`;
const repeat = (times: number, draw: (n: number) => string) =>
  Array.from({ length: times }, (_, n) => draw(n)).join('');

/** A garment for the upper body: how long it is, how wide its hem, how long the sleeves. */
const garment =
  (measures: { hem: number; flare: number; sleeve: number; placket?: boolean; waist?: number }): Shape =>
  ({ main, light, dark, accent }) => {
    const { hem, flare, sleeve, placket, waist = 0 } = measures;
    const left = 300 - 105 - flare;
    const right = 300 + 105 + flare;
    const cuff = 150 + sleeve;
    const body = `M235 130 Q300 175 365 130 L425 160 L${395 - waist} 290 L${right} ${hem} Q300 ${hem + 22} ${left} ${hem} L${205 + waist} 290 L175 160 Z`;
    const sleeves = [1, -1].map((side) => {
      const x = (offset: number) => 300 + side * offset;
      return (
        path(
          `M${x(68)} 132 L${x(130)} 158 L${x(175)} ${cuff} L${x(125)} ${cuff + 22} L${x(92)} 235 Z`,
          side > 0 ? dark : light,
        ) + line(`M${x(175)} ${cuff} L${x(125)} ${cuff + 22}`, accent, 8)
      );
    });
    const front = placket
      ? line('M300 158 V300', accent, 12) + repeat(4, (n) => ellipse(300, 185 + n * 32, 4, 4, light))
      : line('M300 170 V176', accent, 4);
    return `${sleeves.join('')}${path(body, main)}${path(`M300 165 L${right} ${hem} Q340 ${hem + 18} 300 ${hem + 11} Z`, dark, 'opacity="0.25"')}${line('M235 130 Q300 178 365 130', accent, 9)}${front}${line(`M${left + 4} ${hem - 14} Q300 ${hem + 8} ${right - 4} ${hem - 14}`, accent, 7)}`;
  };

/** Cloth in a folded pile, with a border along its edge. */
const folded =
  (layers: number, border: number): Shape =>
  ({ main, light, dark, accent }) => {
    const height = 150 / layers + 34;
    const top = 430 - layers * height;
    return repeat(layers, (n) => {
      const y = top + n * height;
      return (
        box(130 + (n % 2) * 8, y, 340, height - 4, 24, n % 2 ? dark : main) +
        box(150 + (n % 2) * 8, y + height - border - 12, 300, border, 4, accent) +
        line(`M160 ${y + 18} H440`, light, 4)
      );
    });
  };

/** Cloth that hangs from above in pleats. */
const hanging =
  (pleats: number, rod: boolean): Shape =>
  ({ main, light, dark, accent }) => {
    const width = 320 / pleats;
    const cloth = repeat(pleats, (n) => {
      const x = 140 + n * width;
      return path(
        `M${x} 120 H${x + width} L${x + width + 4} 470 Q${x + width / 2} 490 ${x - 4} 470 Z`,
        [main, dark, light][n % 3]!,
      );
    });
    const bar = rod
      ? line('M110 112 H490', accent, 14) + ellipse(105, 112, 14, 14, accent) + ellipse(495, 112, 14, 14, accent)
      : '';
    return `${cloth}${path('M136 420 H464 V440 H136 Z', accent, 'opacity="0.9"')}${bar}`;
  };

/** A flat piece seen from above: a frame within a frame, and a pattern in the middle. */
const flat =
  (width: number, height: number, radius: number, pattern: 'diamonds' | 'stripes' | 'plain'): Shape =>
  ({ main, light, dark, accent }) => {
    const x = 300 - width / 2;
    const y = 300 - height / 2;
    const middle = {
      diamonds: repeat(3, (n) => path(`M${210 + n * 90} 250 l40 50 l-40 50 l-40 -50 Z`, accent, 'opacity="0.9"')),
      stripes: repeat(5, (n) =>
        box(x + 40, y + 36 + n * ((height - 80) / 5), width - 80, 10, 5, n % 2 ? accent : light),
      ),
      plain: path(`M${x + 40} ${y + 40} H${x + width - 90} L${x + 40} ${y + height - 70} Z`, light, 'opacity="0.35"'),
    };
    return `${box(x, y, width, height, radius, dark)}${box(x + 8, y + 4, width - 16, height - 16, radius, main)}${box(x + 24, y + 20, width - 48, height - 48, radius / 2, 'none').replace('/>', ` stroke="${accent}" stroke-width="6"/>`)}${middle[pattern]}`;
  };

/** A vessel with a body, a neck and a lid or rim. */
const vessel =
  (measures: { top: number; neck: number; shoulder: number; foot: number; label?: boolean; lid?: boolean }): Shape =>
  ({ main, light, dark, accent }) => {
    const { top, neck, shoulder, foot, label, lid } = measures;
    const body = `M${300 - neck} ${top} V${top + 46} C${300 - neck} ${top + 90} ${300 - shoulder} ${top + 80} ${300 - shoulder} ${top + 150} L${300 - foot} 452 Q300 478 ${300 + foot} 452 L${300 + shoulder} ${top + 150} C${300 + shoulder} ${top + 80} ${300 + neck} ${top + 90} ${300 + neck} ${top + 46} V${top} Z`;
    const cover = lid
      ? box(300 - neck - 12, top - 34, neck * 2 + 24, 44, 10, accent)
      : ellipse(300, top, neck, 12, dark) +
        line(`M${300 - neck} ${top} A${neck} 12 0 0 0 ${300 + neck} ${top}`, accent, 7);
    const paper = label
      ? box(300 - shoulder + 6, top + 165, shoulder * 2 - 12, 92, 8, '#fffaf0') +
        box(300 - shoulder + 26, top + 186, shoulder * 2 - 52, 14, 7, accent) +
        box(300 - shoulder + 46, top + 216, shoulder * 2 - 92, 10, 5, dark)
      : line(`M${300 - shoulder} ${top + 170} Q300 ${top + 200} ${300 + shoulder} ${top + 170}`, accent, 9);
    return `${path(body, main)}${path(`M${300 - shoulder + 18} ${top + 140} Q${300 - shoulder + 14} 330 ${300 - foot + 16} 440`, 'none', `stroke="${light}" stroke-width="14" stroke-linecap="round" opacity="0.7"`)}${paper}${cover}`;
  };

/** A round vessel, wider than high, with one handle, two or none. */
const bowl =
  (measures: {
    rim: number;
    foot: number;
    top: number;
    bottom: number;
    handles?: 'side' | 'both' | 'long';
    lid?: boolean;
  }): Shape =>
  ({ main, light, dark, accent }) => {
    const { rim, foot, top, bottom, handles, lid } = measures;
    const middle = (top + bottom) / 2;
    const grips = {
      side: line(
        `M${300 + rim - 14} ${top + 30} C${300 + rim + 75} ${top + 20} ${300 + rim + 60} ${bottom - 30} ${300 + rim - 45} ${bottom - 40}`,
        dark,
        20,
      ),
      both:
        line(`M${300 - rim + 6} ${middle - 20} h-44 v36 h50`, accent, 14) +
        line(`M${300 + rim - 6} ${middle - 20} h44 v36 h-50`, accent, 14),
      long: line(`M${300 + rim - 8} ${top + 26} L545 ${top - 34}`, accent, 26),
    };
    const cover = lid
      ? path(`M${300 - rim - 6} ${top} Q300 ${top - 84} ${300 + rim + 6} ${top} Z`, light) +
        ellipse(300, top - 50, 18, 14, accent)
      : ellipse(300, top, rim, 34, dark) + ellipse(300, top + 6, rim - 18, 24, light);
    return `${handles ? grips[handles] : ''}${path(`M${300 - rim} ${top} C${300 - rim} ${bottom - 30} ${300 - foot} ${bottom} ${300 - foot} ${bottom} Q300 ${bottom + 22} ${300 + foot} ${bottom} C${300 + foot} ${bottom} ${300 + rim} ${bottom - 30} ${300 + rim} ${top} Z`, main)}${line(`M${300 - rim + 18} ${top + 62} Q300 ${top + 116} ${300 + rim - 18} ${top + 62}`, accent, 8)}${cover}`;
  };

/** A bag, sack, packet or box: a body with a front and something on top. */
const pack =
  (measures: { width: number; top: number; radius: number; mouth: 'handles' | 'tied' | 'sealed' | 'lid' }): Shape =>
  ({ main, light, dark, accent }) => {
    const { width, top, radius, mouth } = measures;
    const x = 300 - width / 2;
    const mouths = {
      handles: line(
        `M${x + width * 0.25} ${top + 10} C${x + width * 0.25} ${top - 120} ${x + width * 0.75} ${top - 120} ${x + width * 0.75} ${top + 10}`,
        dark,
        16,
      ),
      tied:
        path(
          `M${x + 40} ${top + 6} Q300 ${top + 70} ${x + width - 40} ${top + 6} L${x + width - 70} ${top - 54} Q300 ${top - 26} ${x + 70} ${top - 54} Z`,
          light,
        ) + line(`M${x + 52} ${top - 2} Q300 ${top + 34} ${x + width - 52} ${top - 2}`, accent, 14),
      sealed:
        box(x, top - 18, width, 40, 4, dark) +
        repeat(9, (n) => line(`M${x + 20 + n * ((width - 40) / 8)} ${top - 12} v26`, light, 3)),
      lid: path(`M${x - 6} ${top} L${x + 40} ${top - 58} H${x + width - 40} L${x + width + 6} ${top} Z`, light),
    };
    return `${mouth === 'handles' ? mouths.handles : ''}${box(x, top, width, 466 - top, radius, main)}${path(`M300 ${top} H${x + width} V466 H300 Z`, dark, `opacity="0.2" clip-path="inset(0 round ${radius}px)"`)}${box(x + width * 0.2, top + 90, width * 0.6, 110, 12, '#fffaf0')}${ellipse(300, top + 132, 26, 26, accent)}${box(300 - width * 0.18, top + 172, width * 0.36, 10, 5, dark)}${mouth === 'handles' ? '' : mouths[mouth]}`;
  };

/** Rings, whole for the wrist or small ones hanging from hooks. */
const rings =
  (earrings: boolean): Shape =>
  ({ main, light, dark, accent }) =>
    earrings
      ? [210, 390]
          .map(
            (x) =>
              `${line(`M${x} 170 q-26 -36 6 -50 q26 -4 20 24`, dark, 6)}${path(`M${x - 56} 330 A56 56 0 0 1 ${x + 56} 330 Z`, main)}${ellipse(x, 220, 30, 46, accent)}${ellipse(x - 8, 208, 9, 16, light)}${repeat(5, (n) => ellipse(x - 48 + n * 24, 350, 10, 14, n % 2 ? accent : dark))}`,
          )
          .join('')
      : repeat(
          5,
          (n) =>
            `<ellipse cx="${235 + n * 32}" cy="310" rx="96" ry="150" fill="none" stroke="${[main, accent, dark, accent, light][n]}" stroke-width="16"/>`,
        );

const woven: Shape = (palette) =>
  bowl({ rim: 165, foot: 120, top: 250, bottom: 455 })(palette) +
  line('M150 250 C160 90 440 90 450 250', palette.dark, 18) +
  repeat(5, (n) =>
    line(`M${175 + n * 8} ${300 + n * 32} Q300 ${340 + n * 30} ${425 - n * 8} ${300 + n * 32}`, palette.light, 5),
  );

const lamp: Shape = ({ main, light, dark, accent }) =>
  `${box(288, 300, 24, 140, 8, dark)}${path('M210 460 Q300 420 390 460 Z', dark)}${path('M220 140 H380 L440 310 H160 Z', main)}${path('M220 140 H270 L240 310 H160 Z', light, 'opacity="0.6"')}${line('M160 310 H440', accent, 12)}${line('M220 140 H380', accent, 8)}`;

const cushion: Shape = ({ main, light, dark, accent }) =>
  `${path('M140 160 Q300 190 460 160 Q430 300 460 450 Q300 420 140 450 Q170 300 140 160 Z', main)}${path('M300 178 Q380 178 460 160 Q430 300 460 450 Q380 432 300 430 Z', dark, 'opacity="0.25"')}${repeat(3, (n) => line(`M${205 + n * 95} 190 Q${195 + n * 95} 300 ${205 + n * 95} 420`, n === 1 ? accent : light, 12))}${ellipse(300, 305, 14, 14, accent)}`;

const knife: Shape = ({ main, light, accent }) =>
  `${path('M150 420 L390 150 Q440 120 430 190 L215 440 Z', '#d5dbe1')}${line('M170 420 L405 165', '#f5f7f9', 8)}${path('M150 400 L230 455 L150 520 Q100 500 95 465 Z', main)}${ellipse(150, 455, 8, 8, accent)}${ellipse(180, 440, 8, 8, light)}`;

const shoe: Shape = ({ main, light, dark, accent }) =>
  [0, 1]
    .map(
      (n) =>
        `<g transform="translate(${n * 30 - 15} ${n * 110 - 60})">${path('M120 330 Q130 250 210 270 Q280 300 360 320 Q470 335 470 380 H120 Z', n ? main : dark)}${box(115, 376, 360, 26, 12, accent)}${line('M230 282 l28 34 M265 296 l26 30 M300 306 l22 26', light, 7)}</g>`,
    )
    .join('');

const wallet: Shape = ({ main, light, dark, accent }) =>
  `${box(130, 190, 340, 240, 26, dark)}${box(130, 190, 330, 226, 26, main)}${line('M150 210 H440 V396 H150 Z', light, 4)}${box(370, 270, 110, 70, 18, dark)}${ellipse(405, 305, 14, 14, accent)}`;

const tiffin: Shape = ({ main, light, dark, accent }) =>
  `${line('M190 180 C190 90 410 90 410 180 M190 180 V440 M410 180 V440', dark, 14)}${repeat(3, (n) => box(185, 190 + n * 88, 230, 80, 22, n % 2 ? light : main) + box(185, 214 + n * 88, 230, 12, 4, accent))}${path('M185 192 Q300 140 415 192 Z', light)}`;

const grinder: Shape = ({ main, light, dark, accent }) =>
  `${path('M215 130 H385 L365 300 H235 Z', light, 'opacity="0.85"')}${line('M385 160 C450 160 440 270 372 260', accent, 14)}${box(220, 108, 160, 30, 10, dark)}${path('M205 300 H395 L425 460 H175 Z', main)}${ellipse(300, 390, 34, 34, dark)}${line('M300 390 L318 366', accent, 8)}`;

const kettle: Shape = (palette) =>
  line('M225 190 C225 90 375 90 375 190', palette.dark, 18) +
  path('M410 330 Q490 300 500 210 L470 205 Q450 270 400 280 Z', palette.main) +
  bowl({ rim: 120, foot: 130, top: 220, bottom: 450, lid: true })(palette);

export const shapes = {
  bag: pack({ width: 300, top: 220, radius: 34, mouth: 'handles' }),
  bangle: rings(false),
  basket: woven,
  bedsheet: folded(3, 18),
  blanket: folded(2, 30),
  board: flat(250, 370, 40, 'plain'),
  bottle: vessel({ top: 150, neck: 30, shoulder: 82, foot: 80, label: true, lid: true }),
  bowl: bowl({ rim: 180, foot: 80, top: 260, bottom: 440 }),
  box: pack({ width: 330, top: 210, radius: 8, mouth: 'lid' }),
  cup: bowl({ rim: 120, foot: 80, top: 200, bottom: 430, handles: 'side' }),
  curtain: hanging(8, true),
  cushion,
  dress: garment({ hem: 470, flare: 70, sleeve: 60, waist: 30 }),
  earring: rings(true),
  grinder,
  jar: vessel({ top: 190, neck: 78, shoulder: 112, foot: 104, label: true, lid: true }),
  kameez: garment({ hem: 470, flare: 18, sleeve: 190, waist: 12 }),
  kettle,
  knife,
  kurti: garment({ hem: 430, flare: 26, sleeve: 130, waist: 18, placket: true }),
  lamp,
  lungi: folded(2, 44),
  mat: flat(390, 260, 18, 'stripes'),
  packet: pack({ width: 260, top: 150, radius: 10, mouth: 'sealed' }),
  pan: bowl({ rim: 150, foot: 110, top: 310, bottom: 400, handles: 'long' }),
  panjabi: garment({ hem: 480, flare: 10, sleeve: 200, placket: true }),
  plate: bowl({ rim: 200, foot: 90, top: 320, bottom: 390 }),
  pot: bowl({ rim: 150, foot: 130, top: 240, bottom: 450, handles: 'both', lid: true }),
  rug: flat(400, 290, 6, 'diamonds'),
  sack: pack({ width: 310, top: 180, radius: 60, mouth: 'tied' }),
  saree: hanging(6, false),
  scarf: hanging(4, false),
  shirt: garment({ hem: 400, flare: 6, sleeve: 190, placket: true }),
  shoe,
  tiffin,
  towel: folded(4, 10),
  tray: flat(400, 240, 60, 'plain'),
  tshirt: garment({ hem: 390, flare: 0, sleeve: 60 }),
  vase: vessel({ top: 120, neck: 46, shoulder: 104, foot: 62 }),
  wallet,
} satisfies Record<string, Shape>;

export type ImageKind = keyof typeof shapes;
