import { NodeFault } from '../../../custody/index.ts';
import { type Fields, readFields } from '../fields.ts';
import { type Line, openLine } from '../line.ts';
import { createRpc, readJson, type Rpc } from '../rpc.ts';

/** TronGrid's header for a key (developers.tron.network, "TronGrid API Keys"). */
const KEY_HEADER = 'TRON-PRO-API-KEY';

/** The node's own word for a transaction that it has already. */
export const KNOWN_TRANSACTION = 'DUP_TRANSACTION_ERROR';

/** A TRON node's two APIs under one address, as its providers offer them: `/jsonrpc`, and `/wallet` and `/walletsolidity`. */
export interface TronNode {
  /** Ethereum's JSON-RPC: 20-byte addresses, and ids with 0x. */
  readonly rpc: Rpc;
  /** The node's own API. Throws `NodeFault` where it does not answer with an object, or with its word for an error. */
  post(path: `/wallet/${string}` | `/walletsolidity/${string}`, body?: Fields): Promise<Fields>;
}

/** Opens the APIs below a provider's address. A user name in it, without a password, is the provider's key. */
export function openTronNode(provider: Line | string): TronNode {
  const line = typeof provider === 'string' ? openLine(provider) : provider;
  const base = new URL(line.url);
  const key = base.password === '' ? base.username : '';
  const given: Record<string, string> = key === '' ? {} : { [KEY_HEADER]: decodeURIComponent(key) };
  if (key !== '') base.username = '';
  const under = (path: string): string => {
    const url = new URL(base);
    url.pathname = `${base.pathname.replace(/\/$/, '')}${path}`;
    return url.href;
  };
  const withKey: Line = {
    ...line,
    url: under('/jsonrpc'),
    send: (address, request, calls) => {
      const headers = new Headers(request.headers);
      for (const [name, value] of Object.entries(given)) headers.set(name, value);
      return line.send(address, { ...request, headers }, calls);
    },
  };

  return {
    rpc: createRpc(withKey),
    post: async (path, body = {}) => {
      const url = new URL(under(path));
      const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
      const basic: Record<string, string> =
        url.username === '' ? {} : { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` };
      url.username = '';
      url.password = '';
      const { ok, status, text } = await withKey.send(
        url.href,
        { method: 'POST', headers: { 'content-type': 'application/json', ...basic }, body: JSON.stringify(body) },
        1,
      );
      if (!ok) throw new NodeFault(`The node answered ${path} with HTTP status ${status}.`);
      const fields = readFields(readJson(text), 'answer');
      // With status 200, as the node's servlets write every exception.
      const error = fields['Error'];
      if (error !== undefined) throw new NodeFault(`The node refused ${path}: ${JSON.stringify(error).slice(0, 200)}`);
      return fields;
    },
  };
}
