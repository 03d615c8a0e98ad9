// Turns bytes of a stranger into a picture of ours: PNG, JPEG, WebP or GIF, recognised by the bytes themselves, within
// limits that are checked before anything is decoded, re-encoded as WebP. Metadata, scripts behind the picture and
// whatever else a file carries do not survive. spec: Image rules
import pLimit from 'p-limit';
import type { Metadata, default as Sharp } from 'sharp';

/** Why a picture was not taken, in words that follow the name of its field. */
export class PictureRefused extends Error {}

export type Picture = { bytes: Buffer; width: number; height: number };

export const megabyte = 1_048_576;
export const mostBytes = 10 * megabyte;
/** Of all pictures of one call together. */
export const mostVolume = 50 * megabyte;
const mostSide = 8000;
const mostPixels = 40_000_000;
const mostGifPixels = 16_000_000;
// Larger pictures are scaled down to this side: pages show no more, and it keeps the memory below within bounds.
const storedSide = 2560;
// Interlaced files are decoded as a whole. With 16 bits a sample the largest would take 520 MB.
const mostDeepInterlacedPixels = 16_000_000;

// One at a time: the largest legal file takes up to 280 MB while it is decoded (a progressive JPEG of 40 megapixels).
const oneAtATime = pLimit(1);

export async function readPicture(bytes: Buffer): Promise<Picture> {
  const format = formatOf(bytes);
  if (!format) throw new PictureRefused('must be a PNG, JPEG, WebP or GIF image');
  const sharp = await loadSharp();
  return oneAtATime(async () => {
    try {
      const header = await sharp(bytes, { limitInputPixels: false, failOn: 'error' }).metadata();
      checkSize(header, format);
      const { data, info } = await sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', sequentialRead: true })
        .autoOrient()
        .resize({ width: storedSide, height: storedSide, fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 82, effort: 4 })
        .timeout({ seconds: 20 })
        .toBuffer({ resolveWithObject: true });
      return { bytes: data, width: info.width, height: info.height };
    } catch (error) {
      throw error instanceof PictureRefused ? error : new PictureRefused('is damaged or incomplete');
    }
  });
}

type Format = 'png' | 'jpeg' | 'webp' | 'gif';

function formatOf(bytes: Buffer): Format | undefined {
  const text = bytes.toString('latin1', 0, 12);
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (text.startsWith('RIFF') && text.endsWith('WEBP')) return 'webp';
  if (/^GIF8[79]a/.test(text)) return 'gif';
  return undefined;
}

function checkSize({ format, width, height, depth, isProgressive }: Metadata, expected: Format): void {
  if (format !== expected || !width || !height) throw new PictureRefused('is damaged or incomplete');
  if (Math.max(width, height) > mostSide)
    throw new PictureRefused(`must be at most ${mostSide} pixels on its longest side`);
  const most = format === 'gif' ? mostGifPixels : mostPixels;
  if (width * height > most) throw new PictureRefused(`must have at most ${most / 1_000_000} megapixels`);
  if (isProgressive && depth === 'ushort' && width * height > mostDeepInterlacedPixels) {
    throw new PictureRefused('must not be interlaced with 16 bits a sample at this size');
  }
}

let loading: Promise<typeof Sharp> | undefined;

/** Loaded with the first picture: most processes never see one, and the library is large. */
function loadSharp(): Promise<typeof Sharp> {
  loading ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false);
    sharp.concurrency(1);
    // Only the loaders of the four formats exist from here on, whatever a file pretends to be.
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({
      operation: [
        'VipsForeignLoadPngBuffer',
        'VipsForeignLoadJpegBuffer',
        'VipsForeignLoadWebpBuffer',
        'VipsForeignLoadNsgifBuffer',
      ],
    });
    return sharp;
  });
  return loading;
}
