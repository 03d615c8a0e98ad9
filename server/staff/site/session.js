// The session of this tab: its token lives as long as the tab does, and leaves it only towards our own server.
const name = 'haat.session';

export const token = () => sessionStorage.getItem(name);

export function keepToken(value) {
  sessionStorage.setItem(name, value);
}

/** Forgets who was here: the token, and what the explorer keeps of queries and their variables. */
export function forget() {
  sessionStorage.removeItem(name);
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith('graphiql:')) localStorage.removeItem(key);
  }
}

export class Refusal extends Error {
  constructor(message, code) {
    super(message);
    this.code = code;
  }
}

/** Sends one operation; gives its data, or throws what the server says. */
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
  if (error) throw new Refusal(error.message, error.extensions?.code ?? error.code);
  return answer.data;
}
