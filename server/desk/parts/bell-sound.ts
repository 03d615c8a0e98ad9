// How the bell of calls is heard and told: loaded where somebody has chosen it.

let context: AudioContext | undefined;

/** A page sounds only after a click in it; every later one wakes the sound again. */
export function wake(): void {
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
}

/** Two short tones. Without leave to sound it stays silent; it is seen all the same. */
export function ring(): void {
  if (context?.state !== 'running') return;
  for (const [delay, pitch] of [
    [0, 880],
    [0.25, 1175],
  ] as const) {
    const tone = context.createOscillator();
    const loudness = context.createGain();
    const from = context.currentTime + delay;
    tone.frequency.value = pitch;
    loudness.gain.setValueAtTime(0.25, from);
    loudness.gain.exponentialRampToValueAtTime(0.001, from + 0.22);
    tone.connect(loudness).connect(context.destination);
    tone.start(from);
    tone.stop(from + 0.25);
  }
}

export function notify(title: string, text: string): void {
  if (!('Notification' in globalThis) || Notification.permission !== 'granted') return;
  try {
    new Notification(title, { body: text, tag: 'haat.bell' });
  } catch {
    // Phones show notifications only of service workers; there the sound and the page remain.
  }
}
