import * as z from 'zod/mini';
import { send } from './http.ts';

const mails = z.array(z.object({ to: z.string(), subject: z.string(), text: z.string(), html: z.string() }));
const transfers = z.array(
  z.object({
    provider: z.string(),
    reference: z.string(),
    amountKobo: z.union([z.string(), z.number()]),
    accountNumber: z.string(),
    bankCode: z.string(),
    status: z.string(),
    at: z.string(),
  }),
);
const paid = z.object({ txid: z.string() });
const balanced = z.object({ amount: z.string() });
const mined = z.object({ height: z.number(), hash: z.string() });

export type Mail = z.output<typeof mails>[number];
export type Transfer = z.output<typeof transfers>[number];

/** The sandbox's control calls, as apps/sandbox/README.md names them. */
export interface Sandbox {
  readonly base: string;
  mail(to: string): Promise<Mail[]>;
  pay(network: string, asset: string, to: string, amount: string): Promise<string>;
  /** Replaces a waiting Bitcoin transaction by one that pays this instead, with a higher fee. */
  replace(network: string, txid: string, to: string, amount: string): Promise<void>;
  /** Has DOT arrive from another chain, by a message (XCM). */
  arrive(to: string, amount: string): Promise<void>;
  mine(network: string, blocks: number): Promise<void>;
  /** Mines a block that comes so much later: on EVM networks, TRON and Cardano, whose clock is their newest block's time. */
  leap(network: string, seconds: number): Promise<void>;
  reorg(network: string, depth: number, drop: readonly string[]): Promise<void>;
  /** An address's balance on its chain, in whole coins. */
  balance(network: string, asset: string, address: string): Promise<string>;
  tellOfAccount(account: {
    accountNumber: string;
    bankCode: string;
    accountName: string;
    /** Every transfer to it fails. */
    isClosed?: boolean;
  }): Promise<void>;
  transfers(): Promise<Transfer[]>;
  behave(next: string, times: number, provider?: string): Promise<void>;
  setRate(asset: string, ngn: string, source?: string): Promise<void>;
  setRateSource(source: string, mode: string): Promise<void>;
}

/** A client of the sandbox at `base`. Each call throws where the sandbox refuses. */
export function createSandbox(base: string): Sandbox {
  async function ask<Schema extends z.ZodMiniType>(schema: Schema, method: string, path: string, body?: unknown) {
    const answer = await send(method, `${base}/control${path}`, body === undefined ? {} : { body });
    if (answer.status !== 200) throw new Error(`sandbox: ${method} ${path} answered ${answer.status}: ${answer.text}`);
    return schema.parse(answer.json);
  }
  const anything = z.unknown();
  return {
    base,
    mail: (to) => ask(mails, 'GET', `/mail?to=${encodeURIComponent(to)}`),
    pay: async (network, asset, to, amount) =>
      (await ask(paid, 'POST', `/chains/${network}/pay`, { asset, to, amount })).txid,
    replace: async (network, txid, to, amount) => {
      await ask(paid, 'POST', `/chains/${network}/replace`, { txid, to, amount });
    },
    arrive: async (to, amount) => {
      await ask(paid, 'POST', '/chains/polkadot/arrive', { to, amount });
    },
    mine: async (network, blocks) => {
      await ask(mined, 'POST', `/chains/${network}/mine`, { blocks });
    },
    leap: async (network, seconds) => {
      await ask(mined, 'POST', `/chains/${network}/mine`, { blocks: 1, seconds });
    },
    reorg: async (network, depth, drop) => {
      await ask(mined, 'POST', `/chains/${network}/reorg`, { depth, drop });
    },
    balance: async (network, asset, address) => {
      const query = new URLSearchParams({ asset, address }).toString();
      return (await ask(balanced, 'GET', `/chains/${network}/balance?${query}`)).amount;
    },
    tellOfAccount: async (account) => {
      await ask(anything, 'POST', '/banks/accounts', account);
    },
    transfers: () => ask(transfers, 'GET', '/banks/transfers'),
    behave: async (next, times, provider = 'budpay') => {
      await ask(anything, 'POST', '/banks/behaviour', { provider, next, times });
    },
    setRate: async (asset, ngn, source) => {
      await ask(anything, 'POST', '/rates', { asset, ngn, ...(source === undefined ? {} : { source }) });
    },
    setRateSource: async (source, mode) => {
      await ask(anything, 'POST', '/rates/source', { source, mode });
    },
  };
}
