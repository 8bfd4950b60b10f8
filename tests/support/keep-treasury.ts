import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpoints, type Refund } from '@kobogate/contract';
import { expect, test } from './fixtures.ts';
import { mineUntil } from './mine-until.ts';
import { adminToken, PASSWORD, signUp } from './people.ts';
import { CONFIRMATIONS, type Product, startProduct } from './product.ts';
import type { Ended } from './program.ts';
import { treasury } from './treasury.ts';
import { eventually } from './wait.ts';

/** A product of a file's own, with a folder for plans, and what customers and the operator do about its treasury. */
export function keepTreasury() {
  let product: Product;
  let folder: string;
  test.beforeAll(async () => {
    product = await startProduct();
    folder = await mkdtemp(join(tmpdir(), 'kobogate-plans-'));
  });
  test.afterAll(async () => {
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** `npm run ops -- treasury`, to its end. */
  const run = (...args: string[]): Promise<Ended> => treasury(product, folder, ...args);
  /** What a program that has to succeed has said. */
  const done = async (ended: Promise<Ended>): Promise<string> => {
    const { code, output } = await ended;
    expect(code, output).toBe(0);
    return output;
  };

  async function depositor(currency: string, network: string, amount: string): Promise<string> {
    const { call, sandbox } = product;
    const { token } = await signUp(product);
    const { data } = await call(endpoints.wallets.create, { token, params: { currency }, query: { network } });
    await sandbox.pay(network, currency, data.depositAddress, amount);
    await sandbox.mine(network, CONFIRMATIONS);
    await eventually('the coins are in the balance', async () => {
      const wallets = await call(endpoints.wallets.list, { token });
      return wallets.data.some(({ balance }) => balance === amount);
    });
    return token;
  }

  async function approvedRefund(token: string, asset: string, amount: string, address: string): Promise<void> {
    const { call } = product;
    const body = { asset, amount, address, password: PASSWORD };
    const { data } = await call(endpoints.refunds.request, { token, body });
    await call(endpoints.refunds.decide, {
      token: await adminToken(call),
      params: { id: data.id },
      body: { status: 'approved' },
    });
  }

  const refundOf = async (token: string): Promise<Refund | undefined> =>
    (await product.call(endpoints.refunds.list, { token })).data.refunds[0];

  /** One block with the refund in it, which the product sees. */
  async function mineUntilSeen(network: string, token: string): Promise<void> {
    await product.sandbox.mine(network, 1);
    await eventually('the refund is seen', async () => (await refundOf(token))?.status === 'seen');
  }

  /** Makes blocks until the refund is final; the last stage's send ends during that. */
  async function mineUntilFinal(network: string, token: string): Promise<void> {
    const isFinal = async (): Promise<boolean> => (await refundOf(token))?.status === 'final';
    await mineUntil(product.sandbox, [network], 'the refund is final', isFinal);
  }

  /** Makes blocks until a program has ended. */
  async function mining<Output>(network: string, program: Promise<Output>): Promise<Output> {
    const state = { hasEnded: false };
    const ended = program.finally(() => {
      state.hasEnded = true;
    });
    await mineUntil(product.sandbox, [network], 'the program has ended', async () => state.hasEnded);
    return ended;
  }

  async function expectSound(network: string): Promise<void> {
    expect(await done(run('reconcile', network))).toContain('Ledger and chains agree.');
    const { data } = await product.call(endpoints.admin.verifyLedger, { token: await adminToken(product.call) });
    expect(data.differences).toEqual([]);
  }

  return {
    get product(): Product {
      return product;
    },
    folder: () => folder,
    run,
    done,
    depositor,
    approvedRefund,
    refundOf,
    mineUntilSeen,
    mineUntilFinal,
    mining,
    expectSound,
  };
}
