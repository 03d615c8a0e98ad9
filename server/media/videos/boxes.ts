// Reads the boxes of an MP4 file (ISO/IEC 14496-12). A box is a size, a type of four letters, and content. Files come from
// strangers, so every size is compared with the space around the box before it is used.
import { fixes, VideoRefused } from './refusals.ts';

/** The file to inspect. `end` is exclusive. `read` returns all requested bytes, or throws. */
export type VideoSource = { size: number; read(start: number, end: number): Promise<Uint8Array> };

/** Positions of a box: its first byte, the first one of its content, and the one after its last. */
export type Box = { type: string; start: number; content: number; end: number };

export type Extent = { start: number; end: number };

// A normal file has a few boxes on each level. Without a limit, 200 MB of empty boxes would cause millions of reads.
const maxBoxes = 1_000;
const maxHeaderBytes = 16;

export const corrupt = (what: string) =>
  new VideoRefused('VIDEO_CORRUPT', `The file cannot be read: ${what}. ${fixes.reencode}`);

const truncated = (what: string) =>
  new VideoRefused('VIDEO_TRUNCATED', `The file is cut off: ${what}. ${fixes.sendAgain}`);

/** The boxes of the whole file. Reads only their headers. */
export async function readTopLevel(source: VideoSource): Promise<Box[]> {
  const boxes: Box[] = [];
  for (let start = 0; start < source.size; ) {
    if (boxes.length === maxBoxes) throw corrupt(`it has more than ${maxBoxes} boxes`);
    if (source.size - start < 8) throw truncated('it ends inside the header of a box');
    const header = Buffer.from(await source.read(start, Math.min(start + maxHeaderBytes, source.size)));
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
  // Fewer than eight bytes at the end are padding that some programs write.
  for (let start = content; end - start >= 8; start = boxes.at(-1)!.end) {
    if (boxes.length === maxBoxes) throw corrupt(`one box contains more than ${maxBoxes} boxes`);
    const box = readBox(bytes, start, end - start);
    if (box.end > end) throw corrupt(`its box "${box.type}" is larger than the one around it`);
    boxes.push(box);
  }
  return boxes;
}

export const fragmented = () =>
  new VideoRefused('VIDEO_FRAGMENTED', `The file is a fragmented MP4, made for streaming. ${fixes.repackage}`);

/** `room` is the space up to the end of the parent. A size of 0 means that the box fills it. */
function readBox(bytes: Buffer, start: number, room: number): Box {
  const type = bytes.toString('latin1', start + 4, start + 8);
  if (!/^[\x20-\x7e\xa9]{4}$/.test(type)) throw corrupt('a box was expected, but other bytes were found');
  const short = bytes.readUInt32BE(start);
  const isLong = short === 1;
  if (isLong && room < maxHeaderBytes) throw truncated('it ends inside the header of a box');
  const size = isLong ? Number(bytes.readBigUInt64BE(start + 8)) : short || room;
  const header = isLong ? maxHeaderBytes : 8;
  if (size < header) throw corrupt(`its box "${type}" is smaller than its own header`);
  return { type, start, content: start + header, end: start + size };
}

/** The first bytes of other formats, and their position. */
const otherFormats: [number, string, string][] = [
  [0, '\x1aE\xdf\xa3', 'a Matroska or WebM file'],
  [0, 'RIFF', 'an AVI file'],
  [0, 'OggS', 'an Ogg file'],
  [0, 'FLV', 'a Flash video'],
  [0, '0&\xb2u', 'a Windows Media file'],
  [0, '\0\0\x01\xba', 'an MPEG program stream'],
  [0, 'G', 'an MPEG transport stream'],
  ...['moov', 'mdat', 'wide', 'free', 'skip'].map((type): [number, string, string] => [4, type, 'a QuickTime file']),
];

/** Every MP4 file begins with a box of type ftyp. */
function checkBeginning(header: Buffer): void {
  const text = header.toString('latin1');
  if (text.slice(4, 8) === 'ftyp') return;
  throw notMp4(otherFormats.find(([at, bytes]) => text.startsWith(bytes, at))?.[2] ?? 'a file of another kind');
}

export const notMp4 = (what: string) =>
  new VideoRefused('VIDEO_NOT_MP4', `The file is not an MP4 but ${what}. ${fixes.reencode}`);
