// Converts an uploaded or linked image to WebP. The format (PNG, JPEG, WebP or GIF) is recognised by the bytes, and the limits
// are checked before decoding. Metadata, scripts and other data in the file are lost by this. see: guides/images#rules
import pLimit from 'p-limit';
import type { Metadata, default as Sharp } from 'sharp';
import { Problem } from '../../problems/problem.ts';

/** The reason why an image was refused, as the end of a sentence that starts with its field. */
export class ImageRefused extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.text);
    this.problem = problem;
  }
}

const refused = (key: string, values?: Record<string, number>) => new ImageRefused(new Problem(key, values));

export type Image = { bytes: Buffer; width: number; height: number };

export const megabyte = 1_048_576;
export const maxBytes = 10 * megabyte;
/** For all images of one call together. */
export const maxVolume = 50 * megabyte;
const maxSide = 8000;
const maxPixels = 40_000_000;
const maxGifPixels = 16_000_000;
// Larger images are scaled down to this side: pages need no more pixels, and it limits the memory.
const storedSide = 2560;
// Interlaced files are decoded as a whole. With 16 bits per channel the largest one would need 520 MB.
const maxDeepInterlacedPixels = 16_000_000;

// One at a time: the largest legal file takes up to 280 MB while it is decoded (a progressive JPEG of 40 megapixels).
const oneAtATime = pLimit(1);

/** The bytes, or how to read them: files wait for their turn on the disk, not in memory. */
export async function readImage(given: Buffer | (() => Promise<Buffer>)): Promise<Image> {
  if (Buffer.isBuffer(given)) formatOf(given);
  return oneAtATime(async () => {
    const bytes = Buffer.isBuffer(given) ? given : await given();
    const format = formatOf(bytes);
    const sharp = await loadSharp();
    try {
      const header = await sharp(bytes, { limitInputPixels: false, failOn: 'error' }).metadata();
      checkSize(header, format);
      const { data, info } = await sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true })
        .autoOrient()
        .resize({ width: storedSide, height: storedSide, fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 82, effort: 4 })
        .timeout({ seconds: 20 })
        .toBuffer({ resolveWithObject: true });
      return { bytes: data, width: info.width, height: info.height };
    } catch (error) {
      throw error instanceof ImageRefused ? error : refused('pictureDamaged');
    }
  });
}

type Format = 'png' | 'jpeg' | 'webp' | 'gif';

function formatOf(bytes: Buffer): Format {
  const text = bytes.toString('latin1', 0, 12);
  if (isHeic(text)) throw refused('pictureHeic');
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (text.startsWith('RIFF') && text.endsWith('WEBP')) return 'webp';
  if (/^GIF8[79]a/.test(text)) return 'gif';
  throw refused('pictureType');
}

/** As iPhones take photos: a box of the type ftyp, with one of these brands. */
const isHeic = (text: string) => /^.{4}ftyp(hei[csmx]|hev[cmx]|mif1|msf1)/s.test(text);

function checkSize({ format, width, height, depth, isProgressive }: Metadata, expected: Format): void {
  if (format !== expected || !width || !height) throw refused('pictureDamaged');
  if (Math.max(width, height) > maxSide) throw refused('pictureSide', { most: maxSide });
  const most = format === 'gif' ? maxGifPixels : maxPixels;
  if (width * height > most) throw refused('pictureMegapixels', { most: most / 1_000_000 });
  if (isProgressive && depth === 'ushort' && width * height > maxDeepInterlacedPixels) {
    throw refused('pictureForm');
  }
}

let loading: Promise<typeof Sharp> | undefined;

/** Loaded with the first image: most processes never get one, and the library is large. */
function loadSharp(): Promise<typeof Sharp> {
  loading ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false);
    sharp.concurrency(1);
    // From here on only the loaders of the four formats are available.
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
