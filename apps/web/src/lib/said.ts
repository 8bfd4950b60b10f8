const STORAGE_KEY = 'kobogate_said';

const KINDS = ['error', 'success', 'blank'] as const;

/** A toast that one document leaves for the next one of this tab. */
export interface SaidText {
  readonly kind: (typeof KINDS)[number];
  readonly text: string;
}

/** Leaves a toast to the next document of this tab. Where the browser stores nothing it is not shown. */
export function sayNext(said: SaidText): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(said));
  } catch {
    // The next page shows what happened anyway.
  }
}

/** Whether the document before has left a message: the user has just come from there. */
export function isSomethingSaid(): boolean {
  try {
    return sessionStorage.getItem(STORAGE_KEY) !== null;
  } catch {
    return false;
  }
}

/** Takes the message, once; null where there was none. */
export function takeSaid(): SaidText | null {
  try {
    const said: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null');
    sessionStorage.removeItem(STORAGE_KEY);
    if (typeof said !== 'object' || said === null || !('kind' in said) || !('text' in said)) return null;
    const kind = KINDS.find((known) => known === said.kind);
    return kind === undefined || typeof said.text !== 'string' ? null : { kind, text: said.text };
  } catch {
    return null;
  }
}
