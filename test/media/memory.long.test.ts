// The largest legal files of the formats that must be decoded as a whole, each in a process of its own.
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';
import sharp from 'sharp';
import { drawn } from '../helpers/servers/image-server.ts';

const helper = path.join(import.meta.dirname, '..', 'helpers', 'processes', 'image-memory.ts');

test('no picture takes 300 MB to read', async (t) => {
  t.timeout(120_000);
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'haat-memory-'));
  t.teardown(() => fs.rmSync(directory, { recursive: true }));
  const write = (name: string, bytes: Buffer) => {
    const file = path.join(directory, name);
    fs.writeFileSync(file, bytes);
    return file;
  };
  const small = write('small', await drawn('png'));
  const canvas = (channels: 3 | 4) =>
    sharp({
      create: { width: 7900, height: 5060, channels, background: { r: 40, g: 90, b: 160, alpha: 0.5 } },
      limitInputPixels: false,
    });
  const files = {
    'progressive JPEG': await canvas(3).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer(),
    'interlaced PNG with transparency': await canvas(4).png({ progressive: true }).toBuffer(),
    'lossless WebP with transparency': await canvas(4).webp({ lossless: true, effort: 0 }).toBuffer(),
  };
  for (const [name, bytes] of Object.entries(files)) {
    const { stdout } = await promisify(execFile)(process.execPath, [helper, small, write('large', bytes)]);
    const { width, height, megabytes } = JSON.parse(stdout);
    t.log(name, `${megabytes} MB`);
    t.deepEqual([width, height], [2560, 1640], name);
    t.true(megabytes < 300, `${name}: ${megabytes} MB`);
  }
});

test('a deep interlaced PNG of that size, which would take more, is refused', async (t) => {
  const create = { width: 5000, height: 4000, channels: 3 as const, background: '#123456' };
  const bytes = await sharp({ create }).toColourspace('rgb16').png({ progressive: true }).toBuffer();
  const { readImage } = await import('../../server/media/images/index.ts');
  await t.throwsAsync(() => readImage(bytes), {
    message: 'must not be an interlaced PNG with 16 bits per channel at this size',
  });
});
