/** What the session of a tab is kept under. */
export const sessionName = 'haat.session';

declare global {
  /** The question of early.ts. */
  var haatEntering: Promise<Response> | undefined;
}
