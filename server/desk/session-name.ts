/** What the session of a tab is kept under. */
export const sessionName = 'haat.session';
/** And what was read with it. */
export const seenName = 'haat.seen';

declare global {
  /** The question of early.ts. */
  var haatEntering: Promise<Response> | undefined;
}
