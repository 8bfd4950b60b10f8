import { spawn } from 'node:child_process';
import { findAnvil } from '@kobogate/sandbox/src/chains/evm/anvil-binary.ts';
import { Wallet } from 'ethers';

export interface Anvil {
  readonly url: string;
  rpc(method: string, ...params: unknown[]): Promise<unknown>;
  stop(): Promise<void>;
}

/** A payer with coins on every test chain: the first account of anvil's own published test phrase. */
export const PAYER = Wallet.fromPhrase('test test test test test test test test test test test junk');

/** A real node on a free port that makes blocks only when told to. */
export async function startAnvil(chainId: number): Promise<Anvil> {
  const args = ['--port', '0', '--chain-id', String(chainId), '--no-mining', '--order', 'fifo', '--accounts', '2'];
  const child = spawn(findAnvil(), args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (text: Buffer) => {
      output += text.toString();
      const found = /Listening on (127\.0\.0\.1:\d+)/.exec(output);
      if (found !== null) resolve(`http://${found[1]}`);
    });
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`anvil ended at once: ${output}`)));
  });
  return {
    url,
    rpc: async (method, ...params) => {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      });
      const answer: unknown = await response.json();
      if (typeof answer !== 'object' || answer === null || !('result' in answer)) {
        throw new Error(`${method} failed: ${JSON.stringify(answer)}`);
      }
      return answer.result;
    },
    stop: async () => {
      child.kill();
      await ended;
    },
  };
}
