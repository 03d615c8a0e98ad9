// Makes the desk an app of the device, where the browser allows it: over https, and on this computer.

/** `viewer`: who is signed in. `go`: opens a page of the desk. */
export async function install(viewer: string, go: (to: string) => void): Promise<void> {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  await serviceWorker.register('/admin/worker.js', { scope: '/admin' });
  // A notice that is pressed opens here what it is about.
  serviceWorker.onmessage = ({ data }) => data.opened && go(data.opened);
  const { active } = await serviceWorker.ready;
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
  active?.postMessage({ page: location.pathname, loaded });
  if (localStorage.getItem('haat.notices')) await (await import('../push.ts')).renew(viewer);
}
