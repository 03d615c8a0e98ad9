// Decides whether a video is accepted: it must be an H.264 MP4 that every browser plays, and complete. Reads only the
// headers of the boxes and the index, some kilobytes of 200 MB, and decodes nothing.
// see: guides/videos#limits
import type { InputAudioTrack, InputVideoTrack } from 'mediabunny';
import pLimit from 'p-limit';
import { type Box, corrupt, notMp4, readTopLevel, type VideoSource } from './boxes.ts';
import { fixes, VideoRefused } from './refusals.ts';
import { type Index, readIndex, type Track } from './tracks.ts';

export type { VideoSource } from './boxes.ts';
export { type VideoCode, VideoRefused } from './refusals.ts';

/** Width and height are those that players show, after rotation and with square pixels. */
export type VideoFacts = { width: number; height: number; duration_ms: number; has_audio: boolean };

const megabyte = 1024 * 1024;
export const maxVideoBytes = 200 * megabyte;
export const maxVideoSide = 1920;
const maxIndexBytes = 16 * megabyte;
const maxBrandBytes = 4096;

/** An index may need several times its size in memory, so only two are read at the same time. */
const withIndex = pLimit(2);

export function tooLarge(size?: number): VideoRefused {
  const limit = `${maxVideoBytes / megabyte} MB`;
  const found = size === undefined ? `more than ${limit}` : `${(size / megabyte).toFixed(1)} MB`;
  const message = `The file has ${found}. At most ${limit} are allowed. Send a shorter or more compressed video.`;
  return new VideoRefused('VIDEO_TOO_LARGE', message);
}

/** Throws VideoRefused if the file is at fault. Other errors come from the source. */
export async function inspectVideo(source: VideoSource, { maxSeconds }: { maxSeconds: number }): Promise<VideoFacts> {
  if (source.size > maxVideoBytes) throw tooLarge(source.size);
  if (source.size === 0) throw new VideoRefused('VIDEO_EMPTY', `The file is empty. ${fixes.sendAgain}`);
  const boxes = await readTopLevel(source);
  await checkBrands(source, boxes[0]!);
  return withIndex(async () => {
    const moov = await readMoov(source, boxes);
    const media = boxes.filter(({ type }) => type === 'mdat').map(({ content, end }) => ({ start: content, end }));
    try {
      return await checkIndex(readIndex(moov, media, source.size), maxSeconds);
    } catch (error) {
      // From here on everything is in memory, so every error is caused by the file.
      throw error instanceof VideoRefused ? error : corrupt('its index makes no sense');
    }
  });
}

const mp4Brands = /^(isom|iso[2-9a-c]|mp4[12]|avc1|M4V[ HP]|mmp4|MSNV|dash|f4v |F4V )$/;

async function checkBrands(source: VideoSource, { content, end }: Box): Promise<void> {
  const bytes = Buffer.from(await source.read(content, Math.min(end, content + maxBrandBytes)));
  const major = bytes.toString('latin1', 0, 4);
  if (major === 'qt  ') throw notMp4('a QuickTime file');
  const brands = [major];
  for (let at = 8; at + 4 <= bytes.length; at += 4) brands.push(bytes.toString('latin1', at, at + 4));
  if (!brands.some((brand) => mp4Brands.test(brand))) throw notMp4('a file of a kind for other things than video');
}

async function readMoov(source: VideoSource, boxes: Box[]): Promise<Buffer> {
  const [moov, another] = boxes.filter(({ type }) => type === 'moov');
  if (!moov) {
    throw new VideoRefused(
      'VIDEO_TRUNCATED',
      `The file has no index (moov): it was cut off, or its recording was never finished. ${fixes.sendAgain}`,
    );
  }
  if (another) throw corrupt('it has two indexes');
  if (moov.end - moov.content > maxIndexBytes) throw corrupt(`its index is larger than ${maxIndexBytes / megabyte} MB`);
  return Buffer.from(await source.read(moov.content, moov.end));
}

async function checkIndex({ tracks, outline }: Index, maxSeconds: number): Promise<VideoFacts> {
  const videos = tracks.filter(({ kind }) => kind === 'video');
  if (videos.length === 0) {
    throw new VideoRefused('VIDEO_NO_VIDEO_TRACK', 'The file has no video track. Send a file that has one.');
  }
  if (videos.length > 1) {
    const message = `The file has ${videos.length} video tracks. Only one is allowed. ${fixes.keepOneTrack}`;
    throw new VideoRefused('VIDEO_MULTIPLE_TRACKS', message);
  }
  const size = await checkDescriptions(outline);
  const duration_ms = Math.round(Math.max(...tracks.map(({ shownSeconds }) => shownSeconds)) * 1000);
  if (videos[0]!.samples === 0 || videos[0]!.seconds === 0 || duration_ms === 0) {
    throw new VideoRefused('VIDEO_EMPTY', `The video has no frames or no duration. ${fixes.sendAgain}`);
  }
  checkDuration(tracks, maxSeconds);
  return {
    ...size,
    duration_ms,
    has_audio: tracks.some(({ kind, samples }) => kind === 'sound' && samples > 0),
  };
}

function checkDuration(tracks: Track[], maxSeconds: number): void {
  const seconds = Math.max(...tracks.map((track) => track.seconds));
  // Sound ends at a whole frame, so a video of exactly the limit may be slightly longer.
  if (Math.floor(seconds) <= maxSeconds) return;
  const message = `The video lasts ${Math.floor(seconds)} seconds. At most ${maxSeconds} are allowed. ${fixes.shorten(maxSeconds)}`;
  throw new VideoRefused('VIDEO_TOO_LONG', message);
}

async function checkDescriptions(outline: Buffer): Promise<{ width: number; height: number }> {
  const { BufferSource, Input, MP4 } = await loadParser();
  const input = new Input({ source: new BufferSource(outline), formats: [MP4] });
  try {
    const [video] = await input.getVideoTracks();
    if (!video) throw corrupt('its video track is not described');
    await checkCodec(video);
    for (const sound of await input.getAudioTracks()) await checkSound(sound);
    const [width, height] = [await video.getDisplayWidth(), await video.getDisplayHeight()];
    const [codedWidth, codedHeight] = [await video.getCodedWidth(), await video.getCodedHeight()];
    if (!(width > 0 && height > 0)) throw corrupt('its frames have no size');
    if (Math.max(width, height, codedWidth, codedHeight) > maxVideoSide) {
      const message = `The video is ${width} x ${height} pixels. Its longest side may have at most ${maxVideoSide}. ${fixes.scale}`;
      throw new VideoRefused('VIDEO_DIMENSIONS', message);
    }
    return { width, height };
  } finally {
    input.dispose();
  }
}

async function checkCodec(video: InputVideoTrack): Promise<void> {
  const entry = String(await video.getInternalCodecId());
  const codec = await video.getCodec();
  if (codec === 'hevc' || /^dv(h1|he)$/.test(entry)) {
    throw new VideoRefused(
      'VIDEO_HEVC',
      `The video is coded in HEVC (H.265), which many browsers do not play. ${fixes.reencode}`,
    );
  }
  if (codec !== 'avc')
    throw new VideoRefused('VIDEO_CODEC', `The video is coded in ${codec ?? entry}, not in H.264. ${fixes.reencode}`);
  const description = (await video.getDecoderConfig())?.description;
  checkProfile(Buffer.from(description as Uint8Array));
}

/** The profiles that browsers play: 8 bits per sample, colour subsampling 4:2:0. */
const profiles = [66, 77, 100];
const profileNames: Record<number, string> = {
  88: 'Extended',
  110: 'High 10',
  122: 'High 4:2:2',
  244: 'High 4:4:4 Predictive',
};

/** The decoder configuration names a profile, and so does each of its parameter sets. All must be allowed. */
function checkProfile(avcC: Buffer): void {
  const named = [avcC.readUInt8(1)];
  const sets = avcC.readUInt8(5) & 31;
  for (let set = 0, at = 6; set < sets; set++) {
    named.push(avcC.readUInt8(at + 3));
    at += 2 + avcC.readUInt16BE(at);
  }
  if (sets === 0) throw new VideoRefused('VIDEO_CODEC', `The index has no H.264 parameter sets. ${fixes.reencode}`);
  const other = named.find((profile) => !profiles.includes(profile));
  if (other === undefined) return;
  const name = profileNames[other] ?? `number ${other}`;
  const message = `The H.264 profile is ${name}. Allowed are Baseline, Main and High with 8 bits and 4:2:0. ${fixes.reencode}`;
  throw new VideoRefused('VIDEO_PROFILE', message);
}

async function checkSound(sound: InputAudioTrack): Promise<void> {
  const codec = await sound.getCodec();
  if (codec === 'aac') return;
  const found = codec ?? (await sound.getInternalCodecId());
  throw new VideoRefused('VIDEO_AUDIO_CODEC', `The sound is coded in ${found}, not in AAC. ${fixes.reencodeSound}`);
}

/** Loaded when the first video is inspected. */
async function loadParser() {
  const parser = await import('mediabunny');
  // Otherwise it writes a message to the console for every unknown codec.
  parser.Logging.level = parser.LogLevel.Silent;
  return parser;
}
