// The session of this tab. The token is deleted with the tab and is sent only to our own server.
const name = 'haat.session';

export const token = () => sessionStorage.getItem(name);

export function keepToken(value) {
  sessionStorage.setItem(name, value);
}

const deviceName = 'haat.device';

/** Shows the server that somebody has signed in here before: then wrong attempts of strangers make nobody wait here. */
export const deviceToken = () => localStorage.getItem(deviceName);

export function keepDeviceToken(value) {
  if (value) localStorage.setItem(deviceName, value);
}

/** Deletes the token, and the queries and variables that the explorer has stored. */
export function forget() {
  sessionStorage.removeItem(name);
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith('graphiql:')) localStorage.removeItem(key);
  }
}

export class Refusal extends Error {
  constructor(message, code, fields) {
    super(message);
    this.code = code;
    this.fields = fields ?? {};
  }
}

/** Sends one operation. Returns its data, or throws the error of the server. */
export async function ask(query, variables) {
  let response;
  let answer;
  try {
    response = await fetch('/admin/graphql', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(token() && { Authorization: `Bearer ${token()}` }) },
      body: JSON.stringify({ query, variables }),
    });
    answer = await response.json();
  } catch {
    throw new Refusal('The server cannot be reached. Try again.', 'UNREACHABLE');
  }
  const [error] = answer.errors ?? (answer.error ? [answer.error] : []);
  if (error) throw new Refusal(error.message, error.extensions?.code ?? error.code, error.extensions?.fields);
  return answer.data;
}
