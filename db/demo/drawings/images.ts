// Draws the demo's images, so that its shops look like shops without a single file to download.
//
// SVG is our own here and read nowhere else: once this process has read a stranger's image, its image library takes no
// SVG any more (server/media/images.ts), so the demo draws before the server listens.
import pLimit from 'p-limit';
import sharp from 'sharp';
import type { MediaStorage } from '../../../server/media/storage/index.ts';
import { type ImageKind, type Palette, shapes } from './shapes.ts';

/** What to draw: the shape, its main colour and its accent (`#RRGGBB`). */
export type Image = { kind: ImageKind; colours: [main: string, accent: string]; altText: string };

/** Width and height in pixels. */
export const imageSide = 480;

/** Gives the image as WebP. */
export function drawImage(image: Image): Promise<Buffer> {
  return sharp(Buffer.from(svgOf(image)))
    .webp({ quality: 80, effort: 0 })
    .toBuffer();
}

/** An image in the storage, as api.create_product takes it. */
export type StoredImage = { media_key: string; width: number; height: number; size_bytes: number };

const drawnAtOnce = 4;

/** Draws and stores images, beside whatever else is done; gives for each how it is stored. */
export function storeImages(images: readonly Image[], storage: MediaStorage): Map<Image, Promise<StoredImage>> {
  const limit = pLimit(drawnAtOnce);
  const stored = new Map(images.map((image) => [image, limit(() => storeImage(storage, image))]));
  // A failure is reported where the image is awaited.
  for (const image of stored.values()) image.catch(() => {});
  return stored;
}

/** Goods that look alike share a file, and a second loading writes the same files again. */
async function storeImage(storage: MediaStorage, image: Image): Promise<StoredImage> {
  const bytes = await drawImage(image);
  const colours = image.colours.map((colour) => colour.slice(1).toLowerCase()).join('-');
  const media_key = `images/demo/${image.kind}-${colours}.webp`;
  await storage.put(media_key, bytes);
  return { media_key, width: imageSide, height: imageSide, size_bytes: bytes.length };
}

export function svgOf({ kind, colours: [main, accent] }: Image): string {
  const palette: Palette = { main, accent, light: mixed(main, '#ffffff', 0.35), dark: mixed(main, '#000000', 0.28) };
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${imageSide}" height="${imageSide}" viewBox="0 0 600 600">
    <defs><radialGradient id="wall" cx="50%" cy="40%" r="75%">
      <stop offset="0" stop-color="${mixed(accent, '#ffffff', 0.93)}"/><stop offset="1" stop-color="${mixed(accent, '#ffffff', 0.74)}"/>
    </radialGradient></defs>
    <rect width="600" height="600" fill="url(#wall)"/>
    <ellipse cx="300" cy="488" rx="205" ry="26" fill="#000000" opacity="0.10"/>
    <ellipse cx="300" cy="484" rx="150" ry="16" fill="#000000" opacity="0.10"/>
    ${shapes[kind](palette)}
  </svg>`;
}

/** So much of the second colour in the first, both as #RRGGBB. */
function mixed(colour: string, other: string, share: number): string {
  const channel = (hex: string, n: number) => Number.parseInt(hex.slice(1 + 2 * n, 3 + 2 * n), 16);
  const parts = [0, 1, 2].map((n) => Math.round(channel(colour, n) * (1 - share) + channel(other, n) * share));
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
