// Which videos are taken, and with which code the others are refused.
import { setTimeout } from 'node:timers/promises';
import test from 'ava';
import { inspectVideo, maxVideoBytes, VideoRefused, type VideoSource } from '../../server/media/videos/index.ts';
import {
  changed,
  contentOf,
  emptyBox,
  type Reads,
  renamed,
  sample,
  sourceOf,
  verdict,
} from '../helpers/videos/samples.ts';

const ok = sample('ok');
const atEnd = sample('moov-at-end');

for (const [name, expected] of Object.entries({
  ok: '320x180, 2000 ms, with sound',
  'moov-at-end': '320x180, 2000 ms, with sound',
  silent: '320x180, 2000 ms, silent',
  rotated: '180x320, 2000 ms, with sound',
  red: '64x64, 3000 ms, silent',
  hevc: 'VIDEO_HEVC',
  av1: 'VIDEO_CODEC',
  vp9: 'VIDEO_CODEC',
  mpeg4: 'VIDEO_CODEC',
  'ten-bit': 'VIDEO_PROFILE',
  'full-colour': 'VIDEO_PROFILE',
  fragmented: 'VIDEO_FRAGMENTED',
  encrypted: 'VIDEO_ENCRYPTED',
  matroska: 'VIDEO_NOT_MP4',
  quicktime: 'VIDEO_NOT_MP4',
  'mp3-sound': 'VIDEO_AUDIO_CODEC',
  'sound-only': 'VIDEO_NO_VIDEO_TRACK',
  'two-videos': 'VIDEO_MULTIPLE_TRACKS',
  wide: 'VIDEO_DIMENSIONS',
  long: 'VIDEO_TOO_LONG',
})) {
  test(`${name}: ${expected}`, async (t) => {
    t.is(await verdict(sample(name)), expected);
  });
}

test('a cut file is told from a damaged one', async (t) => {
  t.is(await verdict(ok.subarray(0, -1)), 'VIDEO_TRUNCATED');
  t.is(await verdict(ok.subarray(0, ok.length / 2)), 'VIDEO_TRUNCATED');
  t.is(await verdict(ok.subarray(0, 100)), 'VIDEO_TRUNCATED');
  t.is(await verdict(ok.subarray(0, 3)), 'VIDEO_TRUNCATED');
  t.is(await verdict(atEnd.subarray(0, -1)), 'VIDEO_TRUNCATED');
  // All its media, but the index was never written.
  t.is(await verdict(atEnd.subarray(0, contentOf(atEnd, 'moov') - 8)), 'VIDEO_TRUNCATED');
  t.is(await verdict(Buffer.concat([ok, Buffer.alloc(20)])), 'VIDEO_CORRUPT');
});

test('samples must lie in the media of the file', async (t) => {
  const offset = contentOf(ok, 'stco') + 8;
  t.is(await verdict(changed(ok, (copy) => copy.writeUInt32BE(ok.length - 10, offset))), 'VIDEO_TRUNCATED');
  t.is(await verdict(changed(ok, (copy) => copy.writeUInt32BE(0, offset))), 'VIDEO_CORRUPT');
  const perChunk = contentOf(ok, 'stsc') + 12;
  t.is(await verdict(changed(ok, (copy) => copy.writeUInt32BE(0, perChunk))), 'VIDEO_CORRUPT');
});

test('fragments are found by their boxes, not by their letters', async (t) => {
  t.is(await verdict(renamed(ok, 'udta', 'mvex')), 'VIDEO_FRAGMENTED');
  t.is(await verdict(Buffer.concat([ok, emptyBox('moof', 8)])), 'VIDEO_FRAGMENTED');
  t.regex(await verdict(renamed(ok, 'Lavf', 'mvex')), /with sound/);
});

test('protection inside the description counts as encryption', async (t) => {
  t.is(await verdict(renamed(ok, 'pasp', 'sinf')), 'VIDEO_ENCRYPTED');
});

test('a video without pictures or without time is empty', async (t) => {
  t.is(await verdict(Buffer.alloc(0)), 'VIDEO_EMPTY');
  const noTime = (copy: Buffer) => copy.writeUInt32BE(0, contentOf(copy, 'stts') + 12);
  t.is(await verdict(changed(sample('silent'), noTime)), 'VIDEO_EMPTY');
  const noPictures = (copy: Buffer) => copy.writeUInt32BE(0, contentOf(copy, 'stsz') + 8);
  t.is(await verdict(changed(sample('silent'), noPictures)), 'VIDEO_EMPTY');
});

test('a size in 64 bits and one that means the rest are read', async (t) => {
  // A free box of eight bytes before the media is the room for a longer header.
  const media = contentOf(atEnd, 'mdat') - 8;
  const size = atEnd.readUInt32BE(media);
  const long = changed(atEnd, (copy) => {
    copy.writeUInt32BE(1, media - 8);
    copy.write('mdat', media - 4, 'latin1');
    copy.writeBigUInt64BE(BigInt(size + 8), media);
  });
  t.regex(await verdict(long), /with sound/);
  t.is(await verdict(changed(long, (copy) => copy.writeBigUInt64BE(2n ** 63n, media))), 'VIDEO_TRUNCATED');
  t.is(await verdict(changed(long, (copy) => copy.writeBigUInt64BE(15n, media))), 'VIDEO_CORRUPT');
  const rest = changed(ok, (copy) => copy.writeUInt32BE(0, contentOf(copy, 'mdat') - 8));
  t.regex(await verdict(rest), /with sound/);
});

test('200 MB are taken and read in a few kilobytes; one byte more is not read at all', async (t) => {
  const reads: Reads = { count: 0, bytes: 0 };
  const filler = emptyBox('free', 16);
  filler.writeUInt32BE(maxVideoBytes - ok.length);
  const beginning = sourceOf(Buffer.concat([ok, filler]), reads);
  t.regex(await verdict({ ...beginning, size: maxVideoBytes }), /with sound/);
  t.true(reads.count < 10 && reads.bytes < 10_000, JSON.stringify(reads));
  const unread = { size: maxVideoBytes + 1, read: () => t.fail() as never };
  t.is(await verdict(unread), 'VIDEO_TOO_LARGE');
});

test('the length is that of the longest track, to the second', async (t) => {
  t.regex(await verdict(sample('long'), 200), /200000 ms/);
  t.is(await verdict(sample('long'), 199), 'VIDEO_TOO_LONG');
  // Its sound ends 23 ms later.
  t.regex(await verdict(ok, 2), /2000 ms/);
  t.is(await verdict(ok, 1), 'VIDEO_TOO_LONG');
});

test('other formats are called by their names', async (t) => {
  const beginnings: [string, RegExp][] = [
    ['\x1aE\xdf\xa3', /Matroska/],
    ['RIFF\0\0\0\0AVI ', /AVI/],
    ['\0\0\0\x08wide', /QuickTime/],
    ['G@\0\x10', /transport stream/],
    ['<html>', /another kind/],
    ['\0\0\0\x10ftypheic\0\0\0\0', /other things/],
    ['\0\0\0\x14ftypqt  \0\0\0\0mp42', /QuickTime/],
  ];
  for (const [beginning, expected] of beginnings) {
    const bytes = Buffer.concat([Buffer.from(beginning, 'latin1'), emptyBox('free', 64)]);
    const refused = await t.throwsAsync(inspectVideo(sourceOf(bytes), { maxSeconds: 180 }), {
      instanceOf: VideoRefused,
    });
    t.is((refused as VideoRefused).code, 'VIDEO_NOT_MP4', beginning);
    t.regex(refused!.message, expected);
  }
});

test('a refusal says what was found and how to put it right', async (t) => {
  for (const name of ['hevc', 'ten-bit', 'fragmented', 'mp3-sound', 'two-videos', 'wide', 'long']) {
    const refused = await t.throwsAsync(inspectVideo(sourceOf(sample(name)), { maxSeconds: 180 }));
    t.regex(refused!.message, /^The .+\. .+: ffmpeg -i input .*-movflags \+faststart output\.mp4$/, name);
  }
});

test('however many are looked into at once, two indexes are in memory', async (t) => {
  const video = sample('ok');
  const index = contentOf(video, 'moov');
  let reading = 0;
  let most = 0;
  const source: VideoSource = {
    size: video.length,
    async read(from, to) {
      if (from !== index) return video.subarray(from, to);
      most = Math.max(most, ++reading);
      await setTimeout(5);
      reading--;
      return video.subarray(from, to);
    },
  };
  await Promise.all(Array.from({ length: 8 }, () => inspectVideo(source, { maxSeconds: 180 })));
  t.is(most, 2);
});

test('trouble with the source is no fault of the video', async (t) => {
  const source = { size: 1000, read: () => Promise.reject(new Error('no network')) };
  await t.throwsAsync(inspectVideo(source, { maxSeconds: 180 }), { message: 'no network' });
});

test.serial('the parser keeps the console quiet', async (t) => {
  const { warn, error, info } = console;
  const said: unknown[] = [];
  console.warn = console.error = console.info = (...words) => void said.push(...words);
  try {
    await verdict(sample('mpeg4'));
  } finally {
    Object.assign(console, { warn, error, info });
  }
  t.deepEqual(said, []);
});
