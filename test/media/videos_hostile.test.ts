// Whatever the bytes are, they end in facts or in a refusal, after few reads and little work.
import test from 'ava';
import { runs } from '../helpers/long.ts';
import fc from '../helpers/properties.ts';
import { changed, contentOf, emptyBox, type Reads, sample, sourceOf, verdict } from '../helpers/videos/samples.ts';

const samples = ['ok', 'moov-at-end', 'rotated', 'fragmented', 'encrypted', 'mp3-sound'].map(sample);
const boxes =
  'ftyp moov mvhd trak tkhd edts elst mdia mdhd hdlr minf stbl stsd avc1 avcC pasp mp4a esds stts stss ctts';
const tables = 'stsc stsz stco mdat free udta meta ilst';
/** Places where sizes and counts stand: around the beginning of every box. */
const places = samples.map((bytes) => {
  const found: number[] = [];
  for (const type of `${boxes} ${tables}`.split(' ')) {
    for (let at = bytes.indexOf(type); at >= 0; at = bytes.indexOf(type, at + 1)) {
      for (const shift of [-4, 4, 8, 12, 16, 20]) if (at + shift + 4 <= bytes.length) found.push(at + shift);
    }
  }
  return found;
});

const number = fc.oneof(
  fc.constantFrom(0, 1, 7, 8, 9, 0x7fffffff, 0x80000000, 0xfffffff8, 0xffffffff),
  fc.nat(0xffffffff),
  fc.nat(2000),
);
const change = fc.oneof(
  fc.record({ kind: fc.constant('number' as const), place: fc.nat(), number }),
  fc.record({ kind: fc.constant('byte' as const), place: fc.nat(), number: fc.nat(255) }),
);
const damage = fc.record({
  file: fc.nat(samples.length - 1),
  changes: fc.array(change, { maxLength: 4 }),
  cut: fc.option(fc.nat(), { freq: 3 }),
});

test('damaged files end in facts or a refusal', async (t) => {
  await fc.assert(
    fc.asyncProperty(damage, async ({ file, changes, cut }) => {
      const whole = changed(samples[file]!, (copy) => {
        for (const { kind, place, number } of changes) {
          // Of single bytes those of the index matter, not those of the pictures.
          if (kind === 'number') copy.writeUInt32BE(number, places[file]![place % places[file]!.length]!);
          else copy[(contentOf(samples[file]!, 'moov') + (place % 2500)) % copy.length] = number;
        }
      });
      const bytes = cut === null ? whole : whole.subarray(0, cut % whole.length);
      const reads: Reads = { count: 0, bytes: 0 };
      const found = await verdict(sourceOf(bytes, reads));
      t.regex(found, /^(VIDEO_[A-Z0-9_]+|\d+x\d+, \d+ ms, (silent|with sound))$/);
      t.true(reads.count <= 1_002 && reads.bytes <= bytes.length + 16 * 1_002);
    }),
    { numRuns: runs(3_000) },
  );
});

test('random bytes end in a refusal', async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), fc.boolean(), async (noise, looksRight) => {
      const bytes = Buffer.from(noise);
      t.regex(await verdict(looksRight ? Buffer.concat([ok.subarray(0, 32), bytes]) : bytes), /^VIDEO_/);
    }),
  );
});

const ok = samples[0]!;

test('counts that nothing stands behind are not counted to', async (t) => {
  for (const table of ['stts', 'stsc', 'stco', 'elst', 'stsd']) {
    const place = contentOf(ok, table) + 4;
    const found = await verdict(changed(ok, (copy) => copy.writeUInt32BE(0xffffffff, place)));
    t.is(found, 'VIDEO_CORRUPT', table);
  }
  const sizes = contentOf(ok, 'stsz');
  t.is(await verdict(changed(ok, (copy) => copy.writeUInt32BE(0xffffffff, sizes + 8))), 'VIDEO_CORRUPT');
  // Four billion samples of one size need no table.
  const same = changed(ok, (copy) => {
    copy.writeUInt32BE(1, sizes + 4);
    copy.writeUInt32BE(0xffffffff, sizes + 8);
    copy.writeUInt32BE(0xffffffff, contentOf(copy, 'stsc') + 12);
  });
  t.is(await verdict(same), 'VIDEO_TRUNCATED');
});

test('a file of thousands of boxes is given up after a thousand', async (t) => {
  const reads: Reads = { count: 0, bytes: 0 };
  const many = Buffer.concat([ok, ...Array.from({ length: 5_000 }, () => emptyBox('free', 8))]);
  t.is(await verdict(sourceOf(many, reads)), 'VIDEO_CORRUPT');
  t.true(reads.count <= 1_000);
});

test('an index of more than 16 MB is not read', async (t) => {
  const reads: Reads = { count: 0, bytes: 0 };
  const megabyte = 1024 * 1024;
  const large = Buffer.concat([ok.subarray(0, 32), emptyBox('moov', 17 * megabyte)]);
  t.is(await verdict(sourceOf(large, reads)), 'VIDEO_CORRUPT');
  t.true(reads.bytes < megabyte);
  const full = Buffer.concat([ok.subarray(0, 32), emptyBox('moov', 16 * megabyte)]);
  t.is(await verdict(full), 'VIDEO_CORRUPT');
});

test('boxes within boxes within boxes come to an end', async (t) => {
  const depth = 8_000;
  const nest = Buffer.alloc(8 * depth);
  for (let level = 0; level < depth; level++) {
    nest.writeUInt32BE(8 * (depth - level), 8 * level);
    nest.write('sinf', 8 * level + 4, 'latin1');
  }
  // In place of the sound's description, so that the parser meets it.
  const bytes = Buffer.from(ok);
  const stsd = contentOf(bytes, 'stsd', contentOf(bytes, 'smhd')) - 8;
  const grown = Buffer.concat([bytes.subarray(0, stsd), nest, bytes.subarray(stsd)]);
  t.regex(await verdict(grown), /^VIDEO_/);
});
