// Starts the explorer (Ruru) with our URL, the session of the tab, and the operation that was chosen in the library.
import { operations } from './operations.js';
import { token } from './session.js';

const files = '/admin/explorer/';
globalThis.MonacoEnvironment = {
  getWorker(_, label) {
    const name = { json: 'jsonWorker.js', graphql: 'graphqlWorker.js' }[label] ?? 'editorWorker.js';
    return new Worker(files + name, { type: 'module' });
  },
};

const { React, createRoot, Ruru } = await import(`${files}ruru.js`);

async function fetcher(request) {
  const response = await fetch('/admin/graphql', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(token() && { Authorization: `Bearer ${token()}` }) },
    body: JSON.stringify(request),
  });
  // The surrounding page handles the end of the session.
  if (response.status === 401) window.parent.postMessage('signed-out', location.origin);
  return response.json();
}

const wanted = operations.find(({ id }) => id === new URLSearchParams(location.search).get('operation'));
const props = {
  fetcher,
  endpoint: '/admin/graphql',
  staticPath: files,
  isHeadersEditorEnabled: false,
  showPersistHeadersSettings: false,
  defaultQuery: operations[0].query,
  ...(wanted && {
    initialQuery: wanted.query,
    initialVariables: wanted.variables && JSON.stringify(wanted.variables, null, 2),
    defaultEditorToolsVisibility: wanted.variables ? 'variables' : undefined,
  }),
};
createRoot(document.getElementById('ruru-root')).render(React.createElement(Ruru, props));
