// Starts the explorer (Ruru) with our URL and the session of the tab.
import { newKey, send } from './client.ts';

const files = '/admin/explorer/';

/** The first text of the editor. */
const firstQuery = `# Everything that the pages do is here: the book at the side shows each query and mutation.
query LatestOrders {
  orders(first: 5) {
    totalCount
    nodes {
      number
      status
      totalAmount
      customer { fullName }
    }
  }
}
`;

Object.assign(globalThis, {
  MonacoEnvironment: {
    getWorker(_: unknown, label: string) {
      const name = { json: 'jsonWorker.js', graphql: 'graphqlWorker.js' }[label] ?? 'editorWorker.js';
      return new Worker(files + name, { type: 'module' });
    },
  },
});

const { React, createRoot, Ruru } = await import(`${files}ruru.js`);

type Operated = { query: string; variables?: object; operationName?: string };

const post = (operated: Operated, key?: string) =>
  send('/admin/graphql', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(key && { 'Idempotency-Key': key }) },
    body: JSON.stringify(operated),
  });

/** A mutation has a key of its own at each press. Some take none (of passwords nothing is kept), and are sent without. */
async function run(operated: Operated): Promise<{ isSignedOut: boolean; answer: unknown }> {
  let response = await post(operated, /\bmutation\b/.test(operated.query) ? newKey() : undefined);
  let text = await response.text();
  // Refused before anything was done.
  if (response.status === 400 && text.includes('"Idempotency-Key"')) {
    response = await post(operated);
    text = await response.text();
  }
  return { isSignedOut: response.status === 401, answer: JSON.parse(text) };
}

async function fetcher(operated: Operated): Promise<unknown> {
  const { isSignedOut, answer } = await run(operated);
  // The surrounding page handles the end of the session.
  if (isSignedOut) window.parent.postMessage('signed-out', location.origin);
  return answer;
}

const props = {
  fetcher,
  endpoint: '/admin/graphql',
  staticPath: files,
  isHeadersEditorEnabled: false,
  showPersistHeadersSettings: false,
  defaultQuery: firstQuery,
};
createRoot(document.getElementById('ruru-root')).render(React.createElement(Ruru, props));
