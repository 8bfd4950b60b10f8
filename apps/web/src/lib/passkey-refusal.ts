/** What a browser's refusal to make or use a passkey means, by the name that WebAuthn gives it. */
const REFUSALS: ReadonlyMap<string, string> = new Map([
  ['NotAllowedError', 'The passkey was not used: it was cancelled, or it took too long. Please try again.'],
  ['AbortError', 'The passkey was not used: it was cancelled. Please try again.'],
  ['InvalidStateError', 'This device or key is already one of your passkeys.'],
  ['NotSupportedError', 'This device or key can’t make a passkey that works here. Please choose another one.'],
  ['SecurityError', 'Passkeys work only at the address that this product was set up with. Please open that one.'],
]);

/** The sentence of a browser that refused to make or use a passkey; null where something else went wrong. */
export const passkeyRefusal = (failure: unknown): string | null =>
  (failure instanceof Error ? REFUSALS.get(failure.name) : undefined) ?? null;
