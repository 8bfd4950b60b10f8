/** Moves an amount between two of the accounts 0 to 1000, and resolves when it is on disk. */
export type Post = (from: number, to: number) => Promise<void>;
