// How close things stand on a computer, as a person has chosen on this device: one attribute, from which the styles take the
// height of what is touched and of rows.
const name = 'haat.density';

export const isCompact = (): boolean => localStorage.getItem(name) === 'compact';

export function showDensity(): void {
  document.documentElement.dataset.density = isCompact() ? 'compact' : 'usual';
}

export function chooseDensity(density: string): void {
  localStorage.setItem(name, density);
  showDensity();
}
