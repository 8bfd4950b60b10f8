import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PaymentPage, SignInPages, Site } from '@kobogate/contract';

/** What draws pages, by its name in the module that the web app's build makes of it. */
interface Renderers {
  readonly site: Site;
  readonly signInPages: SignInPages;
  readonly paymentPage: PaymentPage;
}

/** Where that build puts them; not served itself. */
export const RENDER_FOLDER = 'render';

const FILES: Readonly<Record<keyof Renderers, string>> = {
  site: 'site.mjs',
  signInPages: 'sign-in.mjs',
  paymentPage: 'payment.mjs',
};

/** Loads what draws pages from the built web app. Throws where it is missing or broken. */
export async function loadRenderer<Name extends keyof Renderers>(
  webDirectory: string,
  name: Name,
): Promise<Renderers[Name]> {
  const path = join(webDirectory, RENDER_FOLDER, FILES[name]);
  const module: Renderers = await import(pathToFileURL(path).href);
  const renderer: Renderers[Name] | undefined = module[name];
  if (typeof renderer?.render !== 'function') {
    throw new Error(`${path} is not what the web app's build makes: build the web app again`);
  }
  return renderer;
}
