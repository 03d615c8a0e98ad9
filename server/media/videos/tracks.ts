// Reads the tracks of an MP4 file from its index (the box moov): how long they are, and whether the file contains every
// sample. Files come from strangers: a loop must be limited by the bytes that exist, never by a number in the file.
//
// Why not mediabunny, which index.ts uses for the descriptions, or ffprobe? Neither compares the index with the file. Both
// accepted a file that was cut in half. mediabunny also accepted an index that points outside the media, and one of four
// billion samples. It creates an object for each sample: for an index of one million samples it needed 31 s and 125 MB,
// this code 0.1 s and 10 MB. ffprobe needs a process for each video, and a machine may have no ffmpeg.
import { type Box, childrenOf, corrupt, type Extent, fragmented } from './boxes.ts';
import { fixes, VideoRefused } from './refusals.ts';

export type Track = {
  kind: 'video' | 'sound';
  samples: number;
  /** The duration of all samples. */
  seconds: number;
  /** The duration that a player shows. */
  shownSeconds: number;
};

export type Index = {
  tracks: Track[];
  /** A small MP4 file that contains only the descriptions of these tracks, in the same order. */
  outline: Buffer;
};

const maxTracks = 64;
/** A description normally has a few hundred bytes. */
const maxDescriptionBytes = 65_536;

/** `moov` is the content of that box. `media` are the ranges of the file that may contain samples. */
export function readIndex(moov: Buffer, media: Extent[], fileSize: number): Index {
  const boxes = childrenOf(moov, { content: 0, end: moov.length });
  if (boxes.some(({ type }) => type === 'mvex')) throw fragmented();
  const header = one(boxes, 'mvhd');
  const timescale = readTimes(moov, header).timescale;
  const found = boxes.filter(({ type }) => type === 'trak');
  if (found.length > maxTracks) {
    throw new VideoRefused('VIDEO_MULTIPLE_TRACKS', `The file has ${found.length} tracks. ${fixes.keepOneTrack}`);
  }
  const tracks: Track[] = [];
  const outlines: Buffer[] = [];
  for (const trak of found) {
    const parts = partsOf(moov, trak);
    if (!parts) continue;
    tracks.push(readTrack(moov, parts, timescale, media, fileSize));
    outlines.push(outlineOf(moov, parts));
  }
  const ftyp = wrap('ftyp', Buffer.from('isom\0\0\0\0isom', 'latin1'));
  return { tracks, outline: Buffer.concat([ftyp, wrap('moov', copy(moov, header), ...outlines)]) };
}

type Parts = {
  kind: Track['kind'];
  tkhd: Box;
  mdhd: Box;
  hdlr: Box;
  elst: Box | undefined;
  tables: Box[];
};

/** Null for a track that is neither video nor sound: subtitles, chapters, time codes. */
function partsOf(moov: Buffer, trak: Box): Parts | null {
  const boxes = childrenOf(moov, trak);
  const mdia = childrenOf(moov, one(boxes, 'mdia'));
  const hdlr = one(mdia, 'hdlr');
  const handler = moov.toString('latin1', hdlr.content + 8, Math.min(hdlr.content + 12, hdlr.end));
  if (handler !== 'vide' && handler !== 'soun') return null;
  const edts = boxes.find(({ type }) => type === 'edts');
  const minf = childrenOf(moov, one(mdia, 'minf'));
  return {
    kind: handler === 'vide' ? 'video' : 'sound',
    tkhd: one(boxes, 'tkhd'),
    mdhd: one(mdia, 'mdhd'),
    hdlr,
    elst: edts && childrenOf(moov, edts).find(({ type }) => type === 'elst'),
    tables: childrenOf(moov, one(minf, 'stbl')),
  };
}

function readTrack(moov: Buffer, parts: Parts, movieScale: number, media: Extent[], fileSize: number): Track {
  const { kind, tables } = parts;
  checkEntries(moov, one(tables, 'stsd'), kind);
  const sizes = readSizes(moov, tables);
  checkChunks(moov, tables, sizes, media, fileSize);
  const seconds = sumOfDurations(moov, one(tables, 'stts')) / readTimes(moov, parts.mdhd).timescale;
  const edited = parts.elst ? sumOfEdits(moov, parts.elst) / movieScale : 0;
  return { kind, samples: sizes.count, seconds, shownSeconds: edited > 0 ? Math.min(edited, seconds) : seconds };
}

/** A track must use one codec from start to end, and must not be encrypted. */
function checkEntries(moov: Buffer, stsd: Box, kind: Track['kind']): void {
  const entries = childrenOf(moov, { content: stsd.content + 8, end: stsd.end });
  const [entry] = entries;
  if (!entry) throw corrupt('a track does not name its codec');
  // An encrypted entry has a type that begins with enc, or contains a box sinf after its fixed fields.
  const inside = { content: entry.content + (kind === 'video' ? 78 : 28), end: entry.end };
  if (/^enc/.test(entry.type) || (kind === 'video' && childrenOf(moov, inside).some(({ type }) => type === 'sinf'))) {
    throw new VideoRefused('VIDEO_ENCRYPTED', 'The file is encrypted. Send it without copy protection.');
  }
  if (entries.length > 1) {
    const code = kind === 'video' ? 'VIDEO_CODEC' : 'VIDEO_AUDIO_CODEC';
    throw new VideoRefused(code, `The ${kind} changes its codec in the middle. ${fixes.reencode}`);
  }
}

type Sizes = { count: number; of(first: number, count: number): number };

function readSizes(moov: Buffer, tables: Box[]): Sizes {
  const plain = tables.find(({ type }) => type === 'stsz');
  if (!plain) return readCompactSizes(moov, one(tables, 'stz2'));
  const { content, end } = plain;
  const same = moov.readUInt32BE(content + 4);
  const count = moov.readUInt32BE(content + 8);
  if (same > 0) return { count, of: (_, samples) => samples * same };
  if (content + 12 + 4 * count > end) throw corrupt('a table of sizes is shorter than it says');
  return {
    count,
    of(first, samples) {
      let sum = 0;
      for (let i = first; i < first + samples; i++) sum += moov.readUInt32BE(content + 12 + 4 * i);
      return sum;
    },
  };
}

function readCompactSizes(moov: Buffer, { content, end }: Box): Sizes {
  const bits = moov[content + 7]!;
  const count = moov.readUInt32BE(content + 8);
  if (![4, 8, 16].includes(bits)) throw corrupt('a table of sizes has entries of an unknown size');
  if (content + 12 + Math.ceil((count * bits) / 8) > end) throw corrupt('a table of sizes is shorter than it says');
  const sizeOf = (i: number) => {
    if (bits === 16) return moov.readUInt16BE(content + 12 + 2 * i);
    if (bits === 8) return moov[content + 12 + i]!;
    return (moov[content + 12 + (i >> 1)]! >> (i % 2 === 0 ? 4 : 0)) & 15;
  };
  return {
    count,
    of(first, samples) {
      let sum = 0;
      for (let i = first; i < first + samples; i++) sum += sizeOf(i);
      return sum;
    },
  };
}

/** Samples are stored in chunks, one after another. Each chunk must be inside a media range. */
function checkChunks(moov: Buffer, tables: Box[], sizes: Sizes, media: Extent[], fileSize: number): void {
  if (sizes.count === 0) return;
  const small = tables.find(({ type }) => type === 'stco');
  const offsets = entriesOf(moov, small ?? one(tables, 'co64'), small ? 4 : 8);
  const runs = entriesOf(moov, one(tables, 'stsc'), 12);
  let sample = 0;
  let run = 0;
  for (let chunk = 0; chunk < offsets.count && sample < sizes.count; chunk++) {
    while (run + 1 < runs.count && moov.readUInt32BE(runs.at(run + 1)) <= chunk + 1) run++;
    if (runs.count === 0) break;
    const samples = Math.min(moov.readUInt32BE(runs.at(run) + 4), sizes.count - sample);
    const start = small ? moov.readUInt32BE(offsets.at(chunk)) : Number(moov.readBigUInt64BE(offsets.at(chunk)));
    const end = start + sizes.of(sample, samples);
    if (end > fileSize) {
      throw new VideoRefused(
        'VIDEO_TRUNCATED',
        `The file is cut off: its index names ${end} bytes, the file has ${fileSize}. ${fixes.sendAgain}`,
      );
    }
    if (!liesIn(media, start, end)) throw corrupt('its index points to bytes outside the media');
    sample += samples;
  }
  if (sample < sizes.count) throw corrupt('its index does not locate every sample');
}

/** `media` must be sorted by position. */
function liesIn(media: Extent[], start: number, end: number): boolean {
  let low = 0;
  let high = media.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (media[middle]!.start <= start) low = middle;
    else high = middle - 1;
  }
  const extent = media[low];
  return extent !== undefined && extent.start <= start && end <= extent.end;
}

function sumOfDurations(moov: Buffer, stts: Box): number {
  const entries = entriesOf(moov, stts, 8);
  let sum = 0;
  for (let i = 0; i < entries.count; i++) {
    sum += moov.readUInt32BE(entries.at(i)) * moov.readUInt32BE(entries.at(i) + 4);
  }
  return sum;
}

/** In units of the movie's timescale. An entry without media is a pause before the track and is not counted. */
function sumOfEdits(moov: Buffer, elst: Box): number {
  const isLong = moov[elst.content] === 1;
  const entries = entriesOf(moov, elst, isLong ? 20 : 12);
  let sum = 0;
  for (let i = 0; i < entries.count; i++) {
    const at = entries.at(i);
    const mediaTime = isLong ? moov.readBigInt64BE(at + 8) : BigInt(moov.readInt32BE(at + 4));
    if (mediaTime !== -1n) sum += isLong ? Number(moov.readBigUInt64BE(at)) : moov.readUInt32BE(at);
  }
  return sum;
}

function readTimes(moov: Buffer, { content }: Box): { timescale: number } {
  // In version 1 of the box, the dates before this field are longer.
  const timescale = moov.readUInt32BE(content + (moov[content] === 1 ? 20 : 12));
  if (timescale === 0) throw corrupt('its timescale is 0');
  return { timescale };
}

/** A table: version and flags, the count, then entries of equal size. */
function entriesOf(moov: Buffer, { type, content, end }: Box, size: number) {
  const count = moov.readUInt32BE(content + 4);
  if (content + 8 + count * size > end) throw corrupt(`its table "${type}" is shorter than it says`);
  return { count, at: (index: number) => content + 8 + index * size };
}

function one(boxes: Box[], type: string): Box {
  const box = boxes.find((candidate) => candidate.type === type);
  if (!box) throw corrupt(`the box "${type}" is missing`);
  return box;
}

function outlineOf(moov: Buffer, { tkhd, mdhd, hdlr, tables }: Parts): Buffer {
  const stbl = wrap('stbl', copy(moov, one(tables, 'stsd')));
  return wrap('trak', copy(moov, tkhd), wrap('mdia', copy(moov, mdhd), copy(moov, hdlr), wrap('minf', stbl)));
}

function copy(moov: Buffer, { type, start, end }: Box): Buffer {
  if (end - start > maxDescriptionBytes) throw corrupt(`its box "${type}" is far too large`);
  return moov.subarray(start, end);
}

function wrap(type: string, ...contents: Buffer[]): Buffer {
  const header = Buffer.alloc(8);
  header.writeUInt32BE(8 + contents.reduce((sum, { length }) => sum + length, 0));
  header.write(type, 4, 'latin1');
  return Buffer.concat([header, ...contents]);
}
