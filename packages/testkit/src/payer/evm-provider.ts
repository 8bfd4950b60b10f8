import type { Provider } from '@kobogate/web/src/payer/wallets/evm/provider.ts';

/** A wallet that answers each method as told, an Error by throwing it, and remembers the calls. */
export function createTestProvider(answers: Readonly<Record<string, (params: readonly unknown[]) => unknown>>) {
  const asked: string[] = [];
  const provider: Provider = {
    request: async ({ method, params = [] }) => {
      asked.push(method);
      const answer = answers[method]?.(params);
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
  return { provider, asked };
}

/** An error with a code, as wallets throw them. */
export const refusal = (code: number): Error => Object.assign(new Error('refused'), { code });
