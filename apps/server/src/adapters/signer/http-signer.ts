import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { NodeFault, type PlanSigner } from '../../custody/index.ts';
import { answerOf } from '../../platform/answer-json.ts';

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
      const { status, text } = await exchange(signer, { method: 'POST', path: '/v1/sign', body: plan }).catch(
        (cause: unknown) => {
          throw new NodeFault(`${wordsOf(cause)} Nothing was swept.`, { cause });
        },
      );
      if (status === 200) return { signed: text };
      const sentence = sentenceIn(text);
      if (status === REFUSED && sentence !== null) return { refusal: `The signer refuses: ${sentence}` };
      throw new NodeFault(`The signer answered with HTTP status ${status}. Nothing was swept.`);
    },
  };
}

/** Asks the signer whether it is there and knows our secret, and sends no plan. Throws, in words, where it is not so. */
export async function trySigner(signer: SignerAddress): Promise<void> {
  const { status } = await exchange(signer, { method: 'GET', path: '/v1/health', body: '' }).catch((cause: unknown) => {
    throw new Error(wordsOf(cause), { cause });
  });
  if (status === 401) throw new Error('The signer has another secret.');
  if (status !== 200) throw new Error(`The signer answered with HTTP status ${status}.`);
}

const wordsOf = (cause: unknown): string =>
  cause instanceof Error && 'code' in cause && UNTRUSTED.test(String(cause.code))
    ? 'The signer’s certificate is not trusted, or not for its address: see SIGNER_CA_FILE.'
    : 'The signer can’t be reached.';

interface Call {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body: string;
}

/** `fetch` knows no certificates of one server alone. */
async function exchange(
  { url, key, ca }: SignerAddress,
  { method, path, body }: Call,
): Promise<{ status: number; text: string }> {
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  };
  const options = { method, agent: false, signal: AbortSignal.timeout(TIMEOUT_MS), headers } as const;
  const request = url.startsWith('https:')
    ? requestHttps(`${url}${path}`, { ...options, ...(ca === null ? {} : { ca }) })
    : requestHttp(`${url}${path}`, options);
  const answer = answerOf(request);
  request.end(body);
  const response = await answer;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > MOST_BYTES) throw new Error('the answer is too long');
    chunks.push(bytes);
  }
  return { status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() };
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
