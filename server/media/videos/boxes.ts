// The boxes that an MP4 file consists of (ISO/IEC 14496-12): a size, a type of four letters, and content. Sizes come from
// strangers, so none is believed before it is held against what surrounds the box.
import { fixes, VideoRefused } from './refusals.ts';

/** What a video is read from; `end` is exclusive. It gives every byte asked for, or throws. */
export type VideoSource = { size: number; read(start: number, end: number): Promise<Uint8Array> };

/** Positions of a box: its first byte, the first one of its content, and the one after its last. */
export type Box = { type: string; start: number; content: number; end: number };

export type Extent = { start: number; end: number };

// Files have a handful on a level; without a bound, 200 MB of empty boxes would be as many reads.
const maxBoxes = 1_000;
const longestHeader = 16;

export const corrupt = (what: string) =>
  new VideoRefused('VIDEO_CORRUPT', `The file cannot be read: ${what}. ${fixes.reencode}`);

const truncated = (what: string) =>
  new VideoRefused('VIDEO_TRUNCATED', `The file is cut off: ${what}. ${fixes.sendAgain}`);

/** The boxes of the whole file, found by reading nothing but their headers. */
export async function readTopLevel(source: VideoSource): Promise<Box[]> {
  const boxes: Box[] = [];
  for (let start = 0; start < source.size; ) {
    if (boxes.length === maxBoxes) throw corrupt(`it has more than ${maxBoxes} boxes`);
    if (source.size - start < 8) throw truncated('it ends inside the header of a box');
    const header = Buffer.from(await source.read(start, Math.min(start + longestHeader, source.size)));
    if (start === 0) checkBeginning(header);
    const box = readBox(header, 0, source.size - start);
    if (start + box.end > source.size) {
      throw truncated(`its box "${box.type}" needs ${start + box.end} bytes, the file has ${source.size}`);
    }
    boxes.push({ type: box.type, start, content: start + box.content, end: start + box.end });
    if (box.type === 'moof') throw fragmented();
    start += box.end;
  }
  return boxes;
}

/** The boxes inside a box that is in memory. */
export function childrenOf(bytes: Buffer, { content, end }: Pick<Box, 'content' | 'end'>): Box[] {
  const boxes: Box[] = [];
  // Fewer than eight bytes at the end are padding, which some writers leave.
  for (let start = content; end - start >= 8; start = boxes.at(-1)!.end) {
    if (boxes.length === maxBoxes) throw corrupt(`one box has more than ${maxBoxes} inside`);
    const box = readBox(bytes, start, end - start);
    if (box.end > end) throw corrupt(`its box "${box.type}" is larger than the one around it`);
    boxes.push(box);
  }
  return boxes;
}

export const fragmented = () =>
  new VideoRefused('VIDEO_FRAGMENTED', `The file is a fragmented MP4, made for streaming. ${fixes.repackage}`);

/** `room` is what the box could have at most; only a size of 0, which stands for the rest, is made from it. */
function readBox(bytes: Buffer, start: number, room: number): Box {
  const type = bytes.toString('latin1', start + 4, start + 8);
  if (!/^[\x20-\x7e\xa9]{4}$/.test(type)) throw corrupt('where a box should begin there are other bytes');
  const short = bytes.readUInt32BE(start);
  const isLong = short === 1;
  if (isLong && room < longestHeader) throw truncated('it ends inside the header of a box');
  const size = isLong ? Number(bytes.readBigUInt64BE(start + 8)) : short || room;
  const header = isLong ? longestHeader : 8;
  if (size < header) throw corrupt(`its box "${type}" is smaller than its own header`);
  return { type, start, content: start + header, end: start + size };
}

/** What other formats begin with, and where. */
const others: [number, string, string][] = [
  [0, '\x1aE\xdf\xa3', 'a Matroska or WebM file'],
  [0, 'RIFF', 'an AVI file'],
  [0, 'OggS', 'an Ogg file'],
  [0, 'FLV', 'a Flash video'],
  [0, '0&\xb2u', 'a Windows Media file'],
  [0, '\0\0\x01\xba', 'an MPEG program stream'],
  [0, 'G', 'an MPEG transport stream'],
  ...['moov', 'mdat', 'wide', 'free', 'skip'].map((type): [number, string, string] => [4, type, 'a QuickTime file']),
];

/** An MP4 file begins by saying that it is one. */
function checkBeginning(header: Buffer): void {
  const text = header.toString('latin1');
  if (text.slice(4, 8) === 'ftyp') return;
  throw notMp4(others.find(([at, bytes]) => text.startsWith(bytes, at))?.[2] ?? 'of another kind');
}

export const notMp4 = (what: string) =>
  new VideoRefused('VIDEO_NOT_MP4', `The file is not an MP4 but ${what}. ${fixes.reencode}`);
