/** Stands for the package `@node-rs/argon2`: a schedule guesses no passwords, and a real hash would take a core for it. */
export const hash = async (password: string | Uint8Array): Promise<string> => `simulated ${String(password)}`;

/** Whether the password is the one of a hash of this. */
export const verify = async (hashed: string, password: string | Uint8Array): Promise<boolean> =>
  hashed === (await hash(password));
