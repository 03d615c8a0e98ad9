// Runs before the modules of the pages have come, and asks meanwhile who is signed in: nothing can be shown before that.
import { enter } from './enter.graphql';
import { sessionName } from './session-name.ts';

const token = sessionStorage.getItem(sessionName);
if (token) {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
  const body = JSON.stringify({ query: enter, variables: {} });
  globalThis.haatEntering = fetch('/admin/graphql', { method: 'POST', headers, body });
  // The page that takes it handles the failure.
  globalThis.haatEntering.catch(() => {});
}
