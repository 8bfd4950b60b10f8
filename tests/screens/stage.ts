import { readFile, rename, writeFile } from 'node:fs/promises';
import { startProduct, WITHOUT_WATCHERS } from '../support/product.ts';
import { eventually, Hopeless } from '../support/wait.ts';
import { createWorld, type World } from './world.ts';

/** The product that screens are shown in. */
export interface Stage {
  readonly origin: string;
  readonly world: World;
}

/** A stage of one's own, and the function that stops it. */
export async function setStage(): Promise<{ readonly stage: Stage; stop(): Promise<void> }> {
  const product = await startProduct();
  try {
    const world = await createWorld(product);
    // No more coins come on any chain from here on: watching would only take time from the tests.
    await product.killServer();
    await product.startServer(WITHOUT_WATCHERS);
    return { stage: { origin: product.origin, world }, stop: product.stop };
  } catch (error) {
    await product.stop();
    throw error;
  }
}

/** Writes a stage's address, or why there is none, in one step: a reader that waits for the file gets all of it. */
export async function announceStage(file: string, announced: Stage | { readonly problem: string }): Promise<void> {
  await writeFile(`${file}.part`, JSON.stringify(announced));
  await rename(`${file}.part`, file);
}

/** The stage that another program announces in a file. Throws at once where the file says that there will be none. */
export function findStage(file: string): Promise<Stage> {
  return eventually('the stage is set', async (): Promise<Stage> => {
    const announced: Stage | { readonly problem: string } = JSON.parse(await readFile(file, 'utf8'));
    if ('problem' in announced) throw new Hopeless(announced.problem);
    return announced;
  });
}
