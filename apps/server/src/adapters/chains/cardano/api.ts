import { NodeFault } from '../../../features/deposits/chain.ts';
import { readAnswerJson } from '../../../platform/answer-json.ts';
import { garbage } from '../fields.ts';

/** Asks for one thing by its path, every number in it as its own decimal text; null where the API knows no such thing. */
export type Api = (path: string) => Promise<unknown>;

const TIMEOUT_MS = 10_000;
const NOT_FOUND = '404';
const FORBIDDEN = '403';

/**
 * A client of Blockfrost's API (https://docs.blockfrost.io), which others serve too. `projectId` is sent as the API's key where
 * there is one. Throws `NodeFault` in words where the API does not answer within ten seconds, refuses, or answers with
 * something else than JSON.
 */
export function createApi({ url, projectId }: { url: string; projectId: string | undefined }): Api {
  const base = url.replace(/\/+$/, '');
  const headers = { accept: 'application/json', ...(projectId === undefined ? {} : { project_id: projectId }) };

  return async (path) => {
    const { ok, status, body } = await exchange(base + path, headers);
    // A null of its own would read as “no such thing”.
    if (ok) return body ?? garbage('gap where something was asked for');
    const refusal = readRefusal(body);
    if (refusal === null || refusal.code !== String(status)) {
      throw new NodeFault(`The node answered with HTTP status ${status}.`);
    }
    if (refusal.code === NOT_FOUND) return null;
    const hint =
      refusal.code === FORBIDDEN ? ' Set CARDANO_PROJECT_ID to the key of a project of the main network.' : '';
    throw new NodeFault(`The node refused ${path}: ${refusal.message} (${refusal.code}).${hint}`);
  };
}

async function exchange(
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<{ ok: boolean; status: number; body: unknown }> {
  try {
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
    const { ok, status } = response;
    return { ok, status, body: await readAnswerJson(response).catch((error: unknown) => unreadable(ok, error)) };
  } catch (cause) {
    if (cause instanceof SyntaxError) {
      throw new NodeFault('The node answered with something that is not JSON.', { cause });
    }
    if (cause instanceof DOMException) throw new NodeFault('The node did not answer within 10 seconds.', { cause });
    throw new NodeFault('The node can not be reached, or its answer breaks off.', { cause });
  }
}

/** Beside a status that says enough, what a gateway wrote is no matter. */
function unreadable(ok: boolean, error: unknown): undefined {
  if (ok || !(error instanceof SyntaxError)) throw error;
}

/** Blockfrost's form of a refusal, or null where it is something else. */
function readRefusal(body: unknown): { code: string; message: string } | null {
  if (typeof body !== 'object' || body === null) return null;
  const { status_code: code, message }: { status_code?: unknown; message?: unknown } = body;
  if (typeof code !== 'string' || typeof message !== 'string') return null;
  return { code, message: message.slice(0, 200) };
}
