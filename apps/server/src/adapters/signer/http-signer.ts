import { NodeFault, type PlanSigner } from '../../custody/index.ts';

/** A plan of 200 transactions is signed in about a second. */
const TIMEOUT_MS = 60_000;
const REFUSED = 422;

/** The operator's signer over its port (docs/signer.md). */
export function createHttpSigner({ url, key }: { readonly url: string; readonly key: string }): PlanSigner {
  return {
    sign: async (plan) => {
      const { status, text } = await exchange(`${url}/v1/sign`, key, plan);
      if (status === 200) return { signed: text };
      const sentence = sentenceIn(text);
      if (status === REFUSED && sentence !== null) return { refusal: `The signer refuses: ${sentence}` };
      throw new NodeFault(`The signer answered with HTTP status ${status}. Nothing was swept.`);
    },
  };
}

async function exchange(url: string, key: string, body: string): Promise<{ status: number; text: string }> {
  try {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'error' });
    return { status: response.status, text: await response.text() };
  } catch (cause) {
    throw new NodeFault('The signer can not be reached. Nothing was swept.', { cause });
  }
}

function sentenceIn(text: string): string | null {
  try {
    const answer: unknown = JSON.parse(text);
    const isSaid = typeof answer === 'object' && answer !== null && 'message' in answer;
    return isSaid && typeof answer.message === 'string' ? answer.message.slice(0, 500) : null;
  } catch {
    return null;
  }
}
