// The colours of the pages, light and dark: each that is written in is read on each that it stands on. What a page makes of them
// axe looks at, in the files beside this one.
import fs from 'node:fs';
import path from 'node:path';
import test from 'ava';

const folder = path.join(import.meta.dirname, '../../server/desk/styles');
const base = fs.readFileSync(path.join(folder, 'base.css'), 'utf8');
const pairs = [...base.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/g)];
const colours = new Map(pairs.map(([, name, light, dark]) => [name!, [light!, dark!] as const]));

/** As WCAG 2 has it. */
function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}
function contrast(one: string, other: string): number {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter! + 0.05) / (darker! + 0.05);
}

const everywhere = ['ground', 'card', 'raised'];
const states = ['problem-ground', 'good-ground', 'wait-ground', 'way-ground'];
const standsOn: Record<string, string[]> = {
  ink: [...everywhere, ...states],
  quiet: [...everywhere, ...states],
  accent: everywhere,
  problem: [...everywhere, 'problem-ground'],
  'on-accent': ['accent'],
  ground: ['ink'],
};

test('what is written is read on whatever it stands on, by day and by night', (t) => {
  const faint = Object.entries(standsOn).flatMap(([text, grounds]) =>
    grounds.flatMap((ground) =>
      [0, 1]
        .map((theme) => [theme ? 'dark' : 'light', contrast(colours.get(text)![theme]!, colours.get(ground)![theme]!)])
        .filter(([, ratio]) => Number(ratio) < 4.5)
        .map(([theme, ratio]) => `${text} on ${ground}, ${theme}: ${Number(ratio).toFixed(2)}`),
    ),
  );
  t.deepEqual(faint, []);
});

test('the styles write in these colours; others are for paper, an icon and what shouts', (t) => {
  const known = /^(inherit|var\(--(ink|quiet|accent|problem|on-accent|ground)\))$/;
  const others = fs.readdirSync(folder).flatMap((file) =>
    [...fs.readFileSync(path.join(folder, file), 'utf8').matchAll(/^\s+color: (.+);$/gm)]
      .map(([, colour]) => colour!)
      .filter((colour) => !known.test(colour))
      .map((colour) => `${file}: ${colour}`),
  );
  t.deepEqual(others, ['counter.css: light-dark(#ffffff, #2a0d0d)', 'papers.css: #000', 'papers.css: #000']);
  for (const [text, ground] of [
    ['#ffffff', '#9c2226'],
    ['#2a0d0d', '#ffa29a'],
  ] as const)
    t.true(contrast(text, ground) >= 4.5, `${text} on ${ground}`);
});
