// The session of this tab. The token is deleted with the tab and is sent only to our own server. A new tab gets it from one
// that is open, so that an order may be opened in a tab of its own.
import { seenName, sessionName } from './session-name.ts';

const deviceName = 'haat.device';
const channel = new BroadcastChannel(sessionName);

export const token = (): string | null => sessionStorage.getItem(sessionName);

export function keepToken(value: string): void {
  sessionStorage.setItem(sessionName, value);
}

/**
 * Shows the server that a person has signed in here before: then wrong attempts elsewhere do not slow sign-ins here.
 */
export const deviceToken = (): string | null => localStorage.getItem(deviceName);

export function keepDeviceToken(value: string | null): void {
  if (value) localStorage.setItem(deviceName, value);
}

/** Given to a new colleague, or to one who forgot the password. */
export type Welcome = { email: string; password: string };
/** Signs in with a one-time password. What follows # is sent to no server, and stands in no log. */
export const welcomeLink = ({ email, password }: Welcome): string =>
  `${location.origin}/admin#${new URLSearchParams({ email, password })}`;

/** Of the link that this page was opened by, which is taken from the address and the history. */
export function takeWelcome(): Welcome | undefined {
  const { email, password } = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
  if (!email || !password) return undefined;
  history.replaceState(null, '', location.pathname);
  forget();
  return { email, password };
}

/**
 * Deletes the token, what was read with it (seen.ts) or asked early, and the queries and variables that the explorer has stored.
 */
export function forget(): void {
  globalThis.haatAsked = undefined;
  sessionStorage.removeItem(sessionName);
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(seenName)) sessionStorage.removeItem(key);
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith('graphiql:')) localStorage.removeItem(key);
  }
}

/** Other tabs that show the same session end with it. */
export function signedOutEverywhere(): void {
  const ended = token();
  forget();
  channel.postMessage({ ended });
}

/** Called when another tab has signed out of the session of this one. */
export function onEnded(callback: () => void): void {
  channel.addEventListener('message', ({ data }) => {
    if (data.ended && data.ended === token()) {
      forget();
      callback();
    }
  });
}

channel.addEventListener('message', ({ data }) => {
  if (data.wanted && token()) channel.postMessage({ handed: token() });
});

/** The token of another tab, if one answers within the time that a tab takes. */
export function askOtherTabs(): Promise<void> {
  if (token()) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      channel.removeEventListener('message', take);
      resolve();
    };
    const take = ({ data }: MessageEvent) => {
      if (!data.handed) return;
      keepToken(data.handed);
      done();
    };
    const timer = setTimeout(done, 150);
    channel.addEventListener('message', take);
    channel.postMessage({ wanted: true });
  });
}
