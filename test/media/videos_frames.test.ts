// One picture of a video, by the ffmpeg of this machine.
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'ava';
import sharp from 'sharp';
import { readFrame } from '../../server/media/videos/frames.ts';
import { VideoRefused } from '../../server/media/videos/index.ts';
import { changed, contentOf, sample } from '../helpers/videos/samples.ts';

const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'haat-frames-'));
test.after.always(() => fs.rmSync(directory, { recursive: true }));

const file = (name: string, bytes: Buffer) => {
  const written = path.join(directory, name);
  fs.writeFileSync(written, bytes);
  return written;
};

const isHere = spawnSync('ffmpeg', ['-version']).error === undefined;
const withDecoder = isHere ? test : test.skip;
if (!isHere) console.log('this machine has no ffmpeg, so pictures of videos are not tested');

withDecoder('the picture has the size and the turn that players show', async (t) => {
  for (const [name, width, height] of [
    ['ok', 320, 180],
    ['rotated', 180, 320],
    ['moov-at-end', 320, 180],
  ] as const) {
    const png = await readFrame(file(name, sample(name)), { width, height });
    const found = await sharp(png!).metadata();
    t.like(found, { format: 'png', width, height }, name);
  }
});

withDecoder('a picture larger than posters are is scaled down', async (t) => {
  const png = await readFrame(file('large', sample('red')), { width: 1920, height: 960 });
  t.like(await sharp(png!).metadata(), { width: 1280, height: 640 });
});

withDecoder('of a video shorter than a second the first picture is taken', async (t) => {
  // A quarter of the time for each of its pictures.
  const hasty = changed(sample('red'), (copy) => {
    const duration = contentOf(copy, 'stts') + 12;
    copy.writeUInt32BE(copy.readUInt32BE(duration) / 4, duration);
    copy.writeUInt32BE(700, contentOf(copy, 'elst') + 8);
  });
  const png = await readFrame(file('hasty', hasty), { width: 64, height: 64 });
  const { dominant } = await sharp(png!).stats();
  t.true(dominant.r > 200 && dominant.g < 60, JSON.stringify(dominant));
});

withDecoder('what cannot be decoded is corrupt', async (t) => {
  const from = contentOf(sample('ok'), 'mdat');
  const zeroed = changed(sample('ok'), (copy) => copy.fill(0, from));
  const noise = changed(sample('ok'), (copy) => randomBytes(copy.length - from).copy(copy, from));
  for (const [name, bytes] of Object.entries({ zeroed, noise, matroska: sample('matroska') })) {
    const shown = { width: 320, height: 180 };
    const refused = await t.throwsAsync(readFrame(file(name, bytes), shown), { instanceOf: VideoRefused }, name);
    t.is((refused as VideoRefused).code, 'VIDEO_CORRUPT');
  }
});
