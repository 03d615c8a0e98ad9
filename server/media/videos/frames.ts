// Decodes one frame of a video with the system's ffmpeg. It proves that the video can be decoded, and becomes its poster.
// The decoder reads files of strangers, so it runs in its own process, without our environment, without network protocols
// and with a time limit.
import { execFile } from 'node:child_process';
import { maxVideoSide } from './index.ts';
import { fixes, VideoRefused } from './refusals.ts';

const maxSide = 1280;
const timeoutMs = 15_000;
/** The largest frame has 5 MB without compression. */
const maxPngBytes = 8 * 1024 * 1024;

/** Signals that end a program which crashes because of its input. */
const crashSignals = ['SIGSEGV', 'SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGILL', 'SIGTRAP', 'SIGXCPU', 'SIGSYS'];

/** The decoder was killed from outside, for example because memory was short. The video may be fine. */
export class DecoderKilled extends Error {}

export type Shown = { width: number; height: number };

let isDecoderFound: Promise<boolean> | undefined;

/** Whether this machine has ffmpeg. Checked once. */
export function canReadFrames(): Promise<boolean> {
  isDecoderFound ??= run(['-version']).then(
    () => true,
    () => false,
  );
  return isDecoderFound;
}

/**
 * The frame at one second, or the first frame of a shorter video, as PNG. `shown` is the size at which players show it.
 * Null if this machine has no ffmpeg. Throws VideoRefused if no frame can be decoded.
 */
export async function readFrame(file: string, shown: Shown): Promise<Buffer | null> {
  if (!(await canReadFrames())) return null;
  for (const seconds of [1, 0]) {
    const png = await decode(file, shown, seconds);
    if (png && png.length > 0) return png;
  }
  throw new VideoRefused('VIDEO_CORRUPT', `No frame of the video can be decoded. ${fixes.reencode}`);
}

async function decode(file: string, { width, height }: Shown, seconds: number): Promise<Buffer | null> {
  const shrink = Math.min(1, maxSide / Math.max(width, height));
  const side = (length: number) => Math.max(1, Math.round(length * shrink));
  const input = ['-protocol_whitelist', 'file,pipe', '-f', 'mp4', '-threads', '1'];
  const limits = ['-max_pixels', String(maxVideoSide * maxVideoSide), '-ss', String(seconds)];
  const output = ['-map', '0:v:0', '-frames:v', '1', '-s', `${side(width)}x${side(height)}`, '-pix_fmt', 'rgb24'];
  try {
    return await run([
      ...input,
      ...limits,
      '-i',
      `file:${file}`,
      ...output,
      '-c:v',
      'png',
      '-f',
      'image2pipe',
      'pipe:1',
    ]);
  } catch (error) {
    const { code, killed, signal } = error as { code?: number | string; killed?: boolean; signal?: string };
    // ffmpeg reported an error, crashed, or reached the time limit.
    if (typeof code === 'number' || killed || crashSignals.includes(signal ?? '')) return null;
    // Any other reason may not be the fault of the video.
    throw signal ? new DecoderKilled(`ffmpeg was ended by ${signal}`) : error;
  }
}

function run(args: string[]): Promise<Buffer> {
  const options = {
    encoding: 'buffer' as const,
    timeout: timeoutMs,
    killSignal: 'SIGKILL' as const,
    maxBuffer: maxPngBytes,
    // Our environment holds passwords. A process that reads files of strangers must not see them.
    env: { PATH: process.env.PATH },
  };
  return new Promise((resolve, reject) => {
    execFile('ffmpeg', ['-nostdin', '-hide_banner', '-loglevel', 'error', ...args], options, (error, stdout) =>
      error ? reject(error) : resolve(stdout),
    );
  });
}
