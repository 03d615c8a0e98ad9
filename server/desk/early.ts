// Stands in the document itself, and runs before the files of the pages have come: meanwhile it asks who is signed in, and what
// the page asks first (data-first), where it is opened without filters (data-at). `ask` takes the answers. Only then are the files
// named (data-files), since over plain HTTP a browser asks for six things at a time. The density is shown before anything stands.
import { showDensity } from './density.ts';
import { enter } from './enter.graphql';
import { sessionName } from './session-name.ts';

const { at, first, files } = document.currentScript!.dataset;
showDensity();
const token = sessionStorage.getItem(sessionName);
if (token) {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
  globalThis.haatAsked = new Map();
  for (const query of [enter, location.pathname + location.search === at ? first : undefined]) {
    if (!query) continue;
    const body = JSON.stringify({ query, variables: {} });
    const answer = fetch('/admin/graphql', { method: 'POST', headers, body });
    globalThis.haatAsked.set(body, answer);
    // Who takes it handles the failure.
    answer.catch(() => {});
  }
}
for (const href of files!.split(' '))
  document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
