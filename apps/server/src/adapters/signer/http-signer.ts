import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { NodeFault, type PlanSigner } from '../../custody/index.ts';

/** A plan of 200 transactions is signed in about a second. */
const TIMEOUT_MS = 60_000;
/** As much as the signer takes, and the signatures. */
const MOST_BYTES = 8 * 1024 * 1024;
const REFUSED = 422;

interface SignerAddress {
  readonly url: string;
  readonly key: string;
  /** The certificates, as PEM, of which one must have issued the signer's; null: one that this machine trusts anyway. */
  readonly ca: string | null;
}

/** The operator's signer over its port (docs/signer.md). */
export function createHttpSigner(signer: SignerAddress): PlanSigner {
  return {
    sign: async (plan) => {
      const { status, text } = await exchange(signer, plan);
      if (status === 200) return { signed: text };
      const sentence = sentenceIn(text);
      if (status === REFUSED && sentence !== null) return { refusal: `The signer refuses: ${sentence}` };
      throw new NodeFault(`The signer answered with HTTP status ${status}. Nothing was swept.`);
    },
  };
}

/** `fetch` knows no certificates of one server alone. */
function exchange({ url, key, ca }: SignerAddress, body: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const fail = (cause: unknown): void => {
      const isUntrusted = cause instanceof Error && 'code' in cause && UNTRUSTED.test(String(cause.code));
      const words = isUntrusted
        ? 'The signer’s certificate is not trusted, or not for its address: see SIGNER_CA_FILE. Nothing was swept.'
        : 'The signer can not be reached. Nothing was swept.';
      reject(new NodeFault(words, { cause }));
    };
    const headers = {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    };
    const options = { method: 'POST', agent: false, signal: AbortSignal.timeout(TIMEOUT_MS), headers } as const;
    const request = url.startsWith('https:')
      ? requestHttps(`${url}/v1/sign`, { ...options, ...(ca === null ? {} : { ca }) })
      : requestHttp(`${url}/v1/sign`, options);
    request.once('error', fail);
    request.once('response', (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > MOST_BYTES) response.destroy(new Error('the answer is too long'));
        else chunks.push(chunk);
      });
      response.once('error', fail);
      response.once('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
    });
    request.end(body);
  });
}

/** Node's codes of a chain of certificates that ends nowhere, of one that is over, and of another name. */
const UNTRUSTED = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME/;

function sentenceIn(text: string): string | null {
  try {
    const answer: unknown = JSON.parse(text);
    const isSaid = typeof answer === 'object' && answer !== null && 'message' in answer;
    return isSaid && typeof answer.message === 'string' ? answer.message.slice(0, 500) : null;
  } catch {
    return null;
  }
}
