// One picture of a video, decoded by the system's ffmpeg: proof that it can be decoded at all, and its poster. The
// decoder sees bytes of a stranger, so it is a process of its own, with no environment, no network and no time to waste.
import { execFile } from 'node:child_process';
import { maxVideoSide } from './index.ts';
import { fixes, VideoRefused } from './refusals.ts';

const maxSide = 1280;
const timeoutMs = 15_000;
/** Without any compression the largest picture has 5 MB. */
const maxPngBytes = 8 * 1024 * 1024;

/** Ways in which a program ends that stumbles over its input. */
const crashes = ['SIGSEGV', 'SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGILL', 'SIGTRAP', 'SIGXCPU', 'SIGSYS'];

/** Somebody else ended the decoder, such as a system short of memory: the video's fault or not. */
export class DecoderKilled extends Error {}

export type Shown = { width: number; height: number };

let looking: Promise<boolean> | undefined;

/** Whether this machine has a decoder; looked up once. */
export function canReadFrames(): Promise<boolean> {
  looking ??= run(['-version']).then(
    () => true,
    () => false,
  );
  return looking;
}

/**
 * The picture one second in, or the first one of a shorter video, as PNG; `shown` is what the whole video is shown at.
 * Null when this machine has no ffmpeg. Throws VideoRefused when nothing can be decoded.
 */
export async function readFrame(file: string, shown: Shown): Promise<Buffer | null> {
  if (!(await canReadFrames())) return null;
  for (const seconds of [1, 0]) {
    const png = await decode(file, shown, seconds);
    if (png && png.length > 0) return png;
  }
  throw new VideoRefused('VIDEO_CORRUPT', `No picture of the video can be decoded. ${fixes.reencode}`);
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
    // It ended by itself, it crashed, or it was still at it after all its time.
    if (typeof code === 'number' || killed || crashes.includes(signal ?? '')) return null;
    // Any other end says nothing certain about the video.
    throw signal ? new DecoderKilled(`ffmpeg was ended by ${signal}`) : error;
  }
}

function run(args: string[]): Promise<Buffer> {
  const options = {
    encoding: 'buffer' as const,
    timeout: timeoutMs,
    killSignal: 'SIGKILL' as const,
    maxBuffer: maxPngBytes,
    // What else stands in ours, passwords among it, is not for a process that reads a stranger's bytes.
    env: { PATH: process.env.PATH },
  };
  return new Promise((resolve, reject) => {
    execFile('ffmpeg', ['-nostdin', '-hide_banner', '-loglevel', 'error', ...args], options, (error, stdout) =>
      error ? reject(error) : resolve(stdout),
    );
  });
}
