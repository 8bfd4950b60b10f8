import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { mineUntil } from '../mine-until.ts';
import type { Product } from '../product.ts';
import { sign, treasury } from '../treasury.ts';
import { refundsOf } from './actors.ts';

/** The operator's folder of plans. */
export interface Desk {
  readonly product: Product;
  readonly folder: string;
}

const fileOf = (network: string): string => `kobogate-plan-${network}.json`;

/** Runs a command of the treasury, which must succeed. */
export async function run({ product, folder }: Desk, ...args: string[]): Promise<string> {
  const { code, output } = await treasury(product, folder, ...args);
  expect(code, output).toBe(0);
  return output;
}

/** Writes the plan of a network and signs it. */
export async function planAndSign(desk: Desk, network: string): Promise<void> {
  for (const name of [fileOf(network), `${fileOf(network)}.signed`]) await rm(join(desk.folder, name), { force: true });
  await run(desk, 'plan', network);
  const { code, output } = await sign(desk.folder, fileOf(network));
  expect(code, output).toBe(0);
}

/** Sends a signed plan, with blocks in between where it takes several stages. */
export async function sendPlan(desk: Desk, network: string): Promise<void> {
  const state = { hasEnded: false };
  const sending = run(desk, 'send', `${fileOf(network)}.signed`).finally(() => (state.hasEnded = true));
  await mineUntil(desk.product.sandbox, [network], `the plan of ${network} is sent`, async () => state.hasEnded);
  await sending;
}

/** Makes blocks until a customer's newest refund is final. */
export async function mineUntilFinal({ product }: Desk, network: string, token: string): Promise<void> {
  const isFinal = async (): Promise<boolean> => (await refundsOf(product, token))[0]?.status === 'final';
  await mineUntil(product.sandbox, [network], `the refund on ${network} is final`, isFinal);
}
