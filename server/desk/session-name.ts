/** What the session of a tab is kept under. */
export const sessionName = 'haat.session';
/** And what was read with it. */
export const seenName = 'haat.seen';

declare global {
  /** What early.ts has asked, by the body of the request. */
  var haatAsked: Map<string, Promise<Response>> | undefined;
}
