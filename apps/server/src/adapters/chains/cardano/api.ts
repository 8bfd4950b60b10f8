import { NETWORKS } from '@kobogate/contract';
import { parse } from 'lossless-json';
import { NodeFault } from '../../../custody/index.ts';
import { garbage, readFields } from '../fields.ts';
import { type Line, openLine } from '../line.ts';

/**
 * Requests one path, every number in the answer as its own decimal text; null where the API answers "not found". With
 * `cbor` it posts these bytes instead.
 */
export type Api = (path: string, cbor?: Uint8Array) => Promise<unknown>;

/** Cardano's main network by its magic number and first second (its Byron genesis file). */
const MAGIC = '764824073';
const STARTED_AT = '1506203091';
/** Hosted nodes limit calls: at most this many run at once. */
const AT_ONCE = 4;
const NOT_FOUND = '404';
const FORBIDDEN = '403';

/**
 * A client of Blockfrost's API (https://docs.blockfrost.io), which other services implement too. `projectId` is sent as
 * the API's key where there is one. Throws `NodeFault` where the API does not answer within ten seconds, refuses, or
 * answers with something else than JSON.
 */
export function createApi({ provider, projectId }: { provider: Line | string; projectId: string | undefined }): Api {
  const line = typeof provider === 'string' ? openLine(provider) : provider;
  const base = line.url.replace(/\/+$/, '');
  const headers = { accept: 'application/json', ...(projectId === undefined ? {} : { project_id: projectId }) };

  return async (path, cbor) => {
    const sent = cbor === undefined ? {} : { method: 'POST', body: new Blob([Uint8Array.from(cbor)]) };
    const type = cbor === undefined ? {} : { 'content-type': 'application/cbor' };
    const { ok, status, body } = await exchange(line, base + path, { ...sent, headers: { ...headers, ...type } });
    // A JSON null would read as "not found".
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

/** Throws `NodeFault` unless the API serves Cardano's main network. */
export async function requireMainNetwork(api: Api): Promise<void> {
  const { network_magic: magic, system_start: startedAt } = readFields(await api('/genesis'), 'first block');
  if (magic === MAGIC && startedAt === STARTED_AT) return;
  throw new NodeFault(`The node is on another chain than ${NETWORKS.cardano.name}. Nothing it says is used.`);
}

/**
 * Makes a request for each item, a few at once; the answers come in the order of the items. The API answers for one
 * address at a time: its lists go by stake key, and deposit addresses have none.
 */
export async function inGroups<Thing, Answer>(
  things: readonly Thing[],
  ask: (thing: Thing) => Promise<Answer>,
): Promise<Answer[]> {
  const answers = new Map<number, Answer>();
  const waiting = things.entries();
  let isOver = false;
  const work = async (): Promise<void> => {
    for (const [at, thing] of waiting) {
      if (isOver) return;
      answers.set(
        at,
        await ask(thing).catch((error: unknown) => {
          // After an error the remaining items are not requested.
          isOver = true;
          throw error;
        }),
      );
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return things.flatMap((_, at) => {
    const answer = answers.get(at);
    return answer === undefined ? [] : [answer];
  });
}

async function exchange(
  line: Line,
  url: string,
  request: RequestInit,
): Promise<{ ok: boolean; status: number; body: unknown }> {
  const { ok, status, text } = await line.send(url, request, 1);
  try {
    return { ok, status, body: parse(text, undefined, { parseNumber: (digits) => digits }) };
  } catch (cause) {
    // Where the status says enough, the gateway's text does not matter.
    if (!ok) return { ok, status, body: undefined };
    throw new NodeFault('The node answered with something that is not JSON.', { cause });
  }
}

/** Blockfrost's form of a refusal, or null where it is something else. */
function readRefusal(body: unknown): { code: string; message: string } | null {
  if (typeof body !== 'object' || body === null) return null;
  const { status_code: code, message }: { status_code?: unknown; message?: unknown } = body;
  if (typeof code !== 'string' || typeof message !== 'string') return null;
  return { code, message: message.slice(0, 200) };
}
