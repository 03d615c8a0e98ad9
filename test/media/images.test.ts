import { crc32, deflateSync } from 'node:zlib';
import test from 'ava';
import sharp from 'sharp';
import { ImageRefused, readImage } from '../../server/media/images/index.ts';
import { drawn } from '../helpers/servers/image-server.ts';

const reasonOf = async (bytes: Buffer) => {
  const error = await readImage(bytes).then(
    () => null,
    (problem) => problem,
  );
  if (error !== null && !(error instanceof ImageRefused)) throw error;
  return error === null ? 'taken' : error.message;
};

// Of one colour they are small files, however many pixels they have.
const large = (width: number, height: number, format: 'png' | 'gif' | 'jpeg' = 'png') =>
  drawn(format, { width, height });

for (const format of ['png', 'jpeg', 'webp', 'gif'] as const) {
  test(`${format} is taken and kept as WebP`, async (t) => {
    const { bytes, width, height } = await readImage(await drawn(format));
    t.deepEqual([width, height], [40, 30]);
    t.is((await sharp(bytes).metadata()).format, 'webp');
  });

  test(`${format} that ends early is refused`, async (t) => {
    const noise = sharp({
      create: {
        width: 100,
        height: 100,
        channels: 3,
        background: '#fff',
        noise: { type: 'gaussian', mean: 120, sigma: 60 },
      },
    });
    const bytes = await noise.toFormat(format).toBuffer();
    t.is(await reasonOf(bytes), 'taken');
    t.is(await reasonOf(bytes.subarray(0, 40)), 'is damaged or incomplete');
    if (format !== 'gif') t.is(await reasonOf(bytes.subarray(0, bytes.length / 2)), 'is damaged or incomplete');
  });
}

test('the bytes decide the format, and nothing but the four formats is read', async (t) => {
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="9" height="9"/></svg>',
  );
  const others = {
    svg,
    'svg with a declaration': Buffer.concat([Buffer.from('<?xml version="1.0"?>'), svg]),
    html: Buffer.from('<!doctype html><p>hello'),
    empty: Buffer.alloc(0),
    pdf: Buffer.from('%PDF-1.7'),
    tiff: await sharp(await drawn('png'))
      .tiff()
      .toBuffer(),
    avif: await sharp(await drawn('png'))
      .avif()
      .toBuffer(),
    bmp: Buffer.from('BM000000000000'),
  };
  for (const [name, bytes] of Object.entries(others)) {
    t.is(await reasonOf(bytes), 'must be a PNG, JPEG, WebP or GIF image', name);
  }
  const disguised = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), svg]);
  t.is(await reasonOf(disguised), 'is damaged or incomplete');
});

test('sides, pixels and bombs are refused by the header alone', async (t) => {
  t.is(await reasonOf(await large(8001, 10)), 'must be at most 8000 pixels on its longest side');
  t.is(await reasonOf(await large(10, 8001)), 'must be at most 8000 pixels on its longest side');
  t.is(await reasonOf(await large(8000, 10)), 'taken');
  t.is(await reasonOf(bomb(6500, 6200)), 'must have at most 40 megapixels');
  t.is(await reasonOf(await large(4100, 4000, 'gif')), 'must have at most 16 megapixels');
  t.is(await reasonOf(bomb(30_000, 30_000)), 'must be at most 8000 pixels on its longest side');
});

test('a small header with a flood behind it does no harm', async (t) => {
  const reason = await reasonOf(bomb(100, 100, 50_000_000));
  t.true(['taken', 'is damaged or incomplete'].includes(reason), reason);
});

test('very large pictures are scaled down to what a screen can show', async (t) => {
  const { width, height } = await readImage(await large(6000, 3000, 'jpeg'));
  t.deepEqual([width, height], [2560, 1280]);
});

test('orientation is applied and metadata goes', async (t) => {
  const turned = await sharp(await drawn('jpeg'))
    .withMetadata({ orientation: 6 })
    .withExif({ IFD0: { Copyright: 'somebody' }, IFD3: { GPSLatitude: '23/1 48/1 0/1' } })
    .jpeg()
    .toBuffer();
  const { bytes, width, height } = await readImage(turned);
  t.deepEqual([width, height], [30, 40]);
  const { exif, icc, xmp } = await sharp(bytes).metadata();
  t.deepEqual([exif, icc, xmp], [undefined, undefined, undefined]);
});

test('what hides behind a picture does not survive', async (t) => {
  const { bytes } = await readImage(Buffer.concat([await drawn('jpeg'), Buffer.from('<script>alert(1)</script>')]));
  t.false(bytes.includes('script'));
});

/** A PNG whose header says one size and whose data holds so many zero bytes, well compressed. */
function bomb(width: number, height: number, zeros = 30_000 * 100): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.alloc(zeros))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
