// Makes the desk an app of the device, where the browser allows it: over https, and on this computer.

export async function install(): Promise<void> {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  await serviceWorker.register('/admin/worker.js', { scope: '/admin' });
  const { active } = await serviceWorker.ready;
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
  active?.postMessage({ page: location.pathname, loaded });
}
