/** A control call that can't be done as asked. Its message is the caller's answer, with status 400. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

/** The sentence of any thrown error. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
