let last: Promise<boolean> = Promise.resolve(true);

/** Remembers a running logout: whether the server could be told. */
export function noteLogout(logout: Promise<boolean>): void {
  last = logout;
}

/** Whether the server was told of the last logout of this document; at once where there was none. */
export const lastLogout = (): Promise<boolean> => last;
