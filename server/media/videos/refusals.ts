// Why a video is refused: a code for programs, and a sentence that says what is wrong and how to fix it.

export type VideoCode =
  | 'VIDEO_TOO_LARGE'
  | 'VIDEO_NOT_MP4'
  | 'VIDEO_TRUNCATED'
  | 'VIDEO_CORRUPT'
  | 'VIDEO_NO_VIDEO_TRACK'
  | 'VIDEO_MULTIPLE_TRACKS'
  | 'VIDEO_CODEC'
  | 'VIDEO_HEVC'
  | 'VIDEO_PROFILE'
  | 'VIDEO_AUDIO_CODEC'
  | 'VIDEO_DIMENSIONS'
  | 'VIDEO_EMPTY'
  | 'VIDEO_ENCRYPTED'
  | 'VIDEO_FRAGMENTED'
  | 'VIDEO_TOO_LONG';

/** The file itself is at fault, so inspecting it again gives the same result. */
export class VideoRefused extends Error {
  readonly code: VideoCode;

  constructor(code: VideoCode, message: string) {
    super(message);
    this.code = code;
  }
}

const command = (options: string) => `ffmpeg -i input ${options} -movflags +faststart output.mp4`;

/** How to make a file that is accepted. */
export const fixes = {
  reencode: `Re-encode it: ${command('-c:v libx264 -pix_fmt yuv420p -c:a aac')}`,
  repackage: `Repackage it: ${command('-c copy')}`,
  keepOneTrack: `Keep one: ${command('-map 0:v:0 -map 0:a:0? -c copy')}`,
  reencodeSound: `Re-encode the sound: ${command('-c:v copy -c:a aac')}`,
  scale: `Scale it down: ${command(`-vf "scale='min(1920,iw)':'min(1920,ih)':force_original_aspect_ratio=decrease:force_divisible_by=2" -c:v libx264 -pix_fmt yuv420p -c:a aac`)}`,
  shorten: (seconds: number) => `Shorten it: ${command(`-t ${seconds} -c:v libx264 -pix_fmt yuv420p -c:a aac`)}`,
  sendAgain: 'Check that it plays, and send the whole file again.',
};
