type Ask = () => Promise<boolean>;

let ask: Ask | null = null;
let asking: Promise<boolean> | null = null;

/**
 * Sets the function that asks an administrator for a fresh proof and says whether one was given; returns the way to
 * remove it.
 */
export function onProofNeeded(handler: Ask): () => void {
  ask = handler;
  return () => {
    if (ask === handler) ask = null;
  };
}

/** Asks for a fresh proof, once for all calls that need one at the same time. False where none was given. */
export async function askForProof(): Promise<boolean> {
  if (ask === null) return false;
  asking ??= ask().finally(() => {
    asking = null;
  });
  return asking;
}
