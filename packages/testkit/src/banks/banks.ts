import { toKobo } from '@kobogate/money';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import type { RailCallback } from '@kobogate/server/src/payouts/index.ts';
import type { Deadline } from '@kobogate/server/src/platform/deadline.ts';
import * as z from 'zod/mini';
import { sandboxProgram } from '../sandbox/program.ts';

const LONGEST_WAIT_MS = 30_000;

const transfers = z.array(
  z.object({
    provider: z.string(),
    reference: z.string(),
    amountKobo: z.string(),
    accountNumber: z.string(),
    bankCode: z.string(),
  }),
);
type Transfer = z.infer<typeof transfers>[number];

/** For tests: the sandbox's banks as a program of their own, and what they call back. */
export interface TestBanks {
  readonly environment: Readonly<Record<string, string>>;
  behave(provider: string, next: string, times?: number): Promise<void>;
  /** Sets how the provider's statement lists a reference from now on. */
  misstate(provider: string, reference: string, fault: string): Promise<void>;
  tellOfAccount(account: { accountNumber: string; bankCode: string; accountName: string }): Promise<void>;
  /** What the provider was asked for under a reference. */
  transfersOf(provider: string, reference: string): Promise<Transfer[]>;
  /** The callbacks of a provider that name a reference, in the order in which they came. */
  callbacksOf(provider: string, reference: string): RailCallback[];
  stop(): Promise<void>;
}

/** For tests: one that does not pass. */
export const ampleDeadline: Deadline = { leftMs: () => 60_000 };

/** For tests: a payout that a rail is to send. */
export const INSTRUCTION = {
  reference: 'kg-00000000000000000000000000000001',
  amountKobo: toKobo(1_600_000n),
  accountNumber: '0123456785',
  accountName: 'ADA OBI',
  bankCode: '058',
  bankName: 'Guaranty Trust Bank',
  narration: 'Kobogate conversion',
};

/** For tests: polls until the answer is not undefined. Throws with `what` after 30 seconds. */
export async function eventually<Answer>(what: string, ask: () => Promise<Answer | undefined>): Promise<Answer> {
  const end = Date.now() + LONGEST_WAIT_MS;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (Date.now() > end) throw new Error(`${what} did not happen in time`);
    await pause(20);
  }
}

/** For tests: starts the banks on free ports, in a folder that `stop` removes. */
export async function startTestBanks(): Promise<TestBanks> {
  const folder = await mkdtemp(join(tmpdir(), 'kobogate-banks-'));
  const received: { provider: string; callback: RailCallback }[] = [];
  const receiver = createServer((request, response) => {
    void buffer(request).then((body) => {
      const header = (name: string): string | undefined => {
        const value = request.headers[name];
        return typeof value === 'string' ? value : undefined;
      };
      received.push({ provider: (request.url ?? '').slice(1), callback: { body, header } });
      return response.end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const address = receiver.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const child = spawn(process.execPath, [await sandboxProgram('banks-alone')], {
    env: {
      ...process.env,
      SANDBOX_PORT: '0',
      DATA_DIR: folder,
      SANDBOX_TRANSFER_MS: '300',
      SANDBOX_CALLBACK_URL: `http://127.0.0.1:${port}/`,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const base = await readBase(child);
  const control = async (path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`${base}/control/${path}`, {
      headers: { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return response.json();
  };
  return {
    environment: z.record(z.string(), z.string()).parse(await control('environment')),
    behave: async (provider, next, times = 1) => {
      await control('banks/behaviour', { provider, next, times });
    },
    misstate: async (provider, reference, fault) => {
      await control('banks/statement', { provider, reference, fault });
    },
    tellOfAccount: async (account) => {
      await control('banks/accounts', account);
    },
    transfersOf: async (provider, reference) =>
      transfers
        .parse(await control('banks/transfers'))
        .filter((transfer) => transfer.provider === provider && transfer.reference === reference),
    callbacksOf: (provider, reference) =>
      received
        .filter((one) => one.provider === provider && Buffer.from(one.callback.body).includes(reference))
        .map(({ callback }) => callback),
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      receiver.closeAllConnections();
      receiver.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function readBase(child: ChildProcess): Promise<string> {
  let output = '';
  child.stdout?.on('data', (part: Buffer) => (output += part.toString()));
  return eventually('the start of the banks', async () => {
    if (child.exitCode !== null) throw new Error(`the banks ended: ${output}`);
    return /sandbox ready (?<base>http:\S+)/.exec(output)?.groups?.['base'];
  });
}
