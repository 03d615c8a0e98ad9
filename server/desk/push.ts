// Notices of this browser (Web Push): what it subscribed to, and what was chosen here. It says no text, since it is loaded with
// every sign-in of who has turned them on.
import './bundles/common.ts';
import { bytesOf, textOf } from './base64url.ts';
import { ask } from './client.ts';
import { settings } from './i18n.ts';
import { beginPush, savePushDevice } from './push.graphql';
import { token } from './session.ts';

export type Choice = { newOrders: boolean; callBacks: boolean; storeId: string | null };
/** Whose choice it is: another person who signs in here ends it. */
type Kept = Choice & { by: string };

/** In this browser what was chosen; in this tab the session in which it was last said to the server. */
const name = 'haat.notices';

/** insecure: no https. install: an iPhone, whose browser has notices for apps of the Home Screen only. denied: blocked for us. */
export type Obstacle = 'insecure' | 'install' | 'unsupported' | 'denied';

export function obstacle(): Obstacle | undefined {
  if (!globalThis.isSecureContext) return 'insecure';
  if (!globalThis.PushManager || !globalThis.Notification || !navigator.serviceWorker)
    return /iPhone|iPad/.test(navigator.userAgent) ? 'install' : 'unsupported';
  return Notification.permission === 'denied' ? 'denied' : undefined;
}

/** What this browser subscribed to, if it has. */
async function subscription(): Promise<PushSubscription | null | undefined> {
  return (await navigator.serviceWorker.getRegistration('/admin'))?.pushManager.getSubscription();
}

/** The address of this browser at its push service, when it has one. */
export async function ownEndpoint(): Promise<string | null> {
  return obstacle() ? null : ((await subscription())?.endpoint ?? null);
}

/** Asks the person, the push service and the server. `denied`: the person or the browser said no; `service`: there is none. */
export async function turnOn(choice: Choice, by: string): Promise<'on' | 'denied' | 'service'> {
  if ((await Notification.requestPermission()) !== 'granted') return 'denied';
  const key = (await ask(beginPush, {})).beginPush!.result!;
  const subscribed = await subscribe(key).catch(() => undefined);
  const { endpoint, keys } = subscribed?.toJSON() ?? {};
  if (!endpoint || !keys) return 'service';
  const { language, digits } = settings;
  await ask(savePushDevice, { endpoint, publicKey: keys.p256dh!, auth: keys.auth!, language, digits, ...choice });
  localStorage.setItem(name, JSON.stringify({ ...choice, by } satisfies Kept));
  sessionStorage.setItem(name, token()!);
  return 'on';
}

/** A subscription belongs to a key: one to that of another company is ended. */
async function subscribe(key: string): Promise<PushSubscription> {
  await navigator.serviceWorker.register('/admin/worker.js', { scope: '/admin' });
  const { pushManager } = await navigator.serviceWorker.ready;
  const known = await pushManager.getSubscription();
  const knownKey = known?.options.applicationServerKey;
  if (known && knownKey && textOf(knownKey) === key) return known;
  await known?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) });
}

export async function turnOff(): Promise<void> {
  localStorage.removeItem(name);
  await (await subscription())?.unsubscribe();
}

/** Notices end with a session: who had turned them on here gets them again with the next one. */
export async function renew(viewer: string): Promise<void> {
  const kept = JSON.parse(localStorage.getItem(name) ?? 'null') as Kept | null;
  if (!kept || obstacle() || sessionStorage.getItem(name) === token()) return;
  const { by, ...choice } = kept;
  if (by !== viewer) await turnOff();
  else if (Notification.permission === 'granted') await turnOn(choice, by);
}
