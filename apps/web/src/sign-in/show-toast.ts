import { copySaying } from './page-parts.ts';

/** How long each kind stays: the same as in the app, by the specification. */
const STAYS_MS = { error: 4000, success: 2000, blank: 4000, loading: Infinity } as const;
const FADES_MS = 150;
const MOST = 20;

interface Shown {
  readonly element: Element;
  /** Null while its time is stopped. */
  timer: number | null;
  leftMs: number;
  since: number;
}

const shown = new Set<Shown>();
let isPaused = false;
let place: HTMLElement | null = null;

function dismiss(toast: Shown): void {
  if (toast.timer !== null) clearTimeout(toast.timer);
  shown.delete(toast);
  toast.element.setAttribute('data-going', '');
  setTimeout(() => toast.element.remove(), FADES_MS);
}

function start(toast: Shown): void {
  toast.since = Date.now();
  if (toast.leftMs !== Infinity) toast.timer = window.setTimeout(() => dismiss(toast), toast.leftMs);
}

function stop(toast: Shown): void {
  if (toast.timer === null) return;
  clearTimeout(toast.timer);
  toast.timer = null;
  toast.leftMs -= Date.now() - toast.since;
}

// Time stops for all of them while the pointer is on one.
function findPlace(): HTMLElement | null {
  if (place !== null) return place;
  place = document.getElementById('toasts');
  place?.addEventListener('mouseenter', () => {
    isPaused = true;
    shown.forEach(stop);
  });
  place?.addEventListener('mouseleave', () => {
    isPaused = false;
    shown.forEach(start);
  });
  return place;
}

/**
 * Shows a toast like the app's own: errors 4 s, successes 2 s, others 4 s, loading until it is dismissed by the
 * returned function; the newest 20 are kept, newest on top. It is read out as it appears.
 */
export function showToast(kind: keyof typeof STAYS_MS, text: string): () => void {
  const toast: Shown = { element: copySaying(`toast-${kind}`, text), timer: null, leftMs: STAYS_MS[kind], since: 0 };
  findPlace()?.prepend(toast.element);
  shown.add(toast);
  for (const old of [...shown].slice(0, -MOST)) {
    dismiss(old);
    old.element.remove();
  }
  if (!isPaused) start(toast);
  return () => dismiss(toast);
}
