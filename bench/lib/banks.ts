import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createTemporaryFolder } from '@kobogate/testkit/platform/temporary-folder.ts';

const PROGRAM = join(import.meta.dirname, '..', '..', 'apps', 'sandbox', 'src', 'banks-alone.ts');
const READY = /^sandbox ready (?<base>\S+)$/;
const SETTLE_MS = '50';

/** The sandbox's banks as a program of their own, which call back to `callbackUrl`. */
export async function startBanks(callbackUrl: string): Promise<{
  /** The variables with which a server reaches BudPay there. */
  readonly environment: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}> {
  const folder = await createTemporaryFolder('bench-banks');
  const child = spawn(process.execPath, ['--import', 'tsx', PROGRAM], {
    env: {
      ...process.env,
      SANDBOX_PORT: '0',
      DATA_DIR: folder.path,
      SANDBOX_TRANSFER_MS: SETTLE_MS,
      SANDBOX_CALLBACK_URL: callbackUrl,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let base = '';
  for await (const line of createInterface({ input: child.stdout })) {
    base = READY.exec(line)?.groups?.['base'] ?? '';
    if (base !== '') break;
  }
  child.stdout.resume();
  const answer: unknown = await (await fetch(`${base}/control/environment`)).json();
  const environment = Object.entries(typeof answer === 'object' && answer !== null ? answer : {}).flatMap(
    ([name, value]): [string, string][] => (name.startsWith('BUDPAY_') ? [[name, String(value)]] : []),
  );
  return {
    environment: Object.fromEntries(environment),
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      await folder.remove();
    },
  };
}
