import { build } from 'vite';

/** Builds the account area and the admin: one client-rendered app, by `vite.config.ts`. */
export async function buildApp(): Promise<void> {
  await build({ root: `${import.meta.dirname}/..`, logLevel: 'warn' });
}
