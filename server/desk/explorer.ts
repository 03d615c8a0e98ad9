// Starts the explorer (Ruru) with our URL, the session of the tab, and the operation that was chosen in the library.
import { operations } from './operations/index.ts';
import { type Operated, run } from './pages/tools/run.ts';

const files = '/admin/explorer/';

Object.assign(globalThis, {
  MonacoEnvironment: {
    getWorker(_: unknown, label: string) {
      const name = { json: 'jsonWorker.js', graphql: 'graphqlWorker.js' }[label] ?? 'editorWorker.js';
      return new Worker(files + name, { type: 'module' });
    },
  },
});

const { React, createRoot, Ruru } = await import(`${files}ruru.js`);

async function fetcher(operated: Operated): Promise<unknown> {
  const { isSignedOut, answer } = await run(operated);
  // The surrounding page handles the end of the session.
  if (isSignedOut) window.parent.postMessage('signed-out', location.origin);
  return answer;
}

const wanted = operations.find(({ id }) => id === new URLSearchParams(location.search).get('operation'));
const props = {
  fetcher,
  endpoint: '/admin/graphql',
  staticPath: files,
  isHeadersEditorEnabled: false,
  showPersistHeadersSettings: false,
  defaultQuery: operations[0]!.query,
  ...(wanted && {
    initialQuery: wanted.query,
    initialVariables: wanted.variables && JSON.stringify(wanted.variables, null, 2),
    defaultEditorToolsVisibility: wanted.variables ? 'variables' : undefined,
  }),
};
createRoot(document.getElementById('ruru-root')).render(React.createElement(Ruru, props));
