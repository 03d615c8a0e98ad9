// The session of this tab. The token is deleted with the tab and is sent only to our own server. A new tab gets it from one
// that is open, so that an order may be opened in a tab of its own.
import { sessionName } from './session-name.ts';

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

/** Deletes the token, and the queries and variables that the explorer has stored. */
export function forget(): void {
  sessionStorage.removeItem(sessionName);
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
