import { readFile } from 'node:fs/promises';
import { startProduct } from '../support/product.ts';
import { eventually } from '../support/wait.ts';
import { createWorld, type World } from './world.ts';

/** Where screens are shown. */
export interface Stage {
  readonly origin: string;
  readonly world: World;
}

/** A stage of one's own, and what ends it. */
export async function setStage(): Promise<{ readonly stage: Stage; stop(): Promise<void> }> {
  const product = await startProduct();
  try {
    const world = await createWorld(product);
    // Nothing comes on any chain from here on: watching would only take time from the tests.
    await product.killServer();
    await product.startServer({ ROLES: 'api,worker' });
    return { stage: { origin: product.origin, world }, stop: product.stop };
  } catch (error) {
    await product.stop();
    throw error;
  }
}

/** The stage that another program writes into a file as soon as it is set. */
export function findStage(file: string): Promise<Stage> {
  return eventually('the stage is set', async (): Promise<Stage> => JSON.parse(await readFile(file, 'utf8')));
}
