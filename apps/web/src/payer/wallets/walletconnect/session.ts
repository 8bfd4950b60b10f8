import { openRelay, type Relay, type Sending } from './relay.ts';
import { makeOwnKey, openMessage, type OwnKey, random, sealMessage, toHex, topicOf } from './secrets.ts';

type Fields = Readonly<Record<string, unknown>>;
type Bytes = Uint8Array<ArrayBuffer>;

/** What the wallet shows of who asks. */
export interface Asker {
  readonly name: string;
  readonly description: string;
  readonly url: string;
}

export interface SessionOptions {
  readonly projectId: string;
  /** `eip155:56`. */
  readonly chain: string;
  readonly asker: Asker;
  /** Milliseconds by the server's clock: relay and wallets refuse what a device's wrong one dates. */
  readonly now: () => number;
  /** Gets what the payer scans, or opens in a wallet. */
  readonly show: (uri: string) => void;
}

/** A wallet that has let this page in. */
export interface WalletSession {
  /** The accounts that the payer chose, on the session's network. */
  readonly accounts: readonly string[];
  request(method: string, params: unknown): Promise<unknown>;
}

/** An error that a wallet or a node answered with, as EIP-1193 has it. */
export class AnsweredError extends Error {
  readonly code: number;

  constructor({ code, message }: Fields) {
    super(typeof message === 'string' ? message : 'the wallet refused');
    this.code = typeof code === 'number' ? code : 0;
  }
}

const MINUTES_5 = 300;
/** Kinds of messages and how long the relay keeps them (https://specs.walletconnect.com/2.0/specs/clients/sign/rpc-methods). */
const PROPOSE: Sending = { tag: 1100, seconds: MINUTES_5, isPrompt: true };
const SETTLED: Sending = { tag: 1103, seconds: MINUTES_5, isPrompt: false };
const REQUEST: Sending = { tag: 1108, seconds: MINUTES_5, isPrompt: true };
const ANSWERS: Readonly<Record<string, number>> = {
  wc_sessionUpdate: 1105,
  wc_sessionExtend: 1107,
  wc_sessionEvent: 1111,
  wc_sessionDelete: 1113,
  wc_sessionPing: 1115,
};
const METHODS = ['eth_sendTransaction', 'wallet_switchEthereumChain', 'wallet_addEthereumChain'];
const EVENTS = ['accountsChanged', 'chainChanged'];
/** EIP-1193: the user, or the end of a session. */
const DISCONNECTED = 4900;

/** In whole seconds, as the protocol counts. */
const inMinutes5 = (now: () => number): number => Math.floor(now() / 1000) + MINUTES_5;
const makeId = (): number => Date.now() * 1000 + (random(2)[0] ?? 0);

/**
 * Meets a wallet on another device, or in another app of this one, by the WalletConnect protocol, version 2
 * (https://specs.walletconnect.com/2.0): shows where to meet, and answers once the payer has let this page in. Throws
 * `AnsweredError` where the payer or the wallet refuses, and other errors where the relay does not answer.
 */
export async function meetWallet({ projectId, chain, asker, now, show }: SessionOptions): Promise<WalletSession> {
  const own = await makeOwnKey();
  const relay = await openRelay(projectId, now);
  const key = random(32);
  const topic = await topicOf(key);
  const proposalId = makeId();
  const expiryTimestamp = inMinutes5(now);
  const settled = deferred<WalletSession>();
  settled.promise.catch(() => relay.close());
  // Nobody can have it yet, so nothing is missed that is sent there before it is followed.
  await relay.follow(topic, (sealed) => {
    const { id, result, error } = read(key, sealed);
    if (id !== proposalId) return;
    const { responderPublicKey }: Fields = Object(result);
    if (typeof responderPublicKey === 'string')
      void enter(relay, own, responderPublicKey, { chain, now }).then(settled.give, settled.fail);
    else settled.fail(new AnsweredError(Object(error)));
  });
  const networks = { eip155: { chains: [chain], methods: METHODS, events: EVENTS } };
  const proposal = {
    id: proposalId,
    jsonrpc: '2.0',
    method: 'wc_sessionPropose',
    params: {
      requiredNamespaces: {},
      optionalNamespaces: networks,
      relays: [{ protocol: 'irn' }],
      proposer: { publicKey: own.publicKey, metadata: { ...asker, icons: [] } },
      expiryTimestamp,
    },
  };
  await relay.send(topic, sealMessage(key, proposal), PROPOSE);
  const query = new URLSearchParams({
    expiryTimestamp: String(expiryTimestamp),
    'relay-protocol': 'irn',
    symKey: toHex(key),
  });
  show(`wc:${topic}@2?${query.toString()}`);
  return settled.promise;
}

const read = (key: Bytes, sealed: string): Fields => {
  try {
    return Object(openMessage(key, sealed));
  } catch {
    // Anyone may send something to a place at the relay.
    return {};
  }
};

/** Enters the place that only the two sides know, where the wallet says which accounts it shows. */
async function enter(
  relay: Relay,
  own: OwnKey,
  wallets: string,
  { chain, now }: Pick<SessionOptions, 'chain' | 'now'>,
): Promise<WalletSession> {
  const key = await own.agree(wallets);
  const topic = await topicOf(key);
  const settled = deferred<WalletSession>();
  const asked = new Map<unknown, Deferred<unknown>>();
  const send = (message: object, sending: Sending): Promise<void> =>
    relay.send(topic, sealMessage(key, { jsonrpc: '2.0', ...message }), sending);
  const end = (): void => {
    for (const each of asked.values()) each.fail(new AnsweredError({ code: DISCONNECTED, message: 'disconnected' }));
    relay.close();
  };
  await relay.follow(topic, (sealed) => {
    const { id, method, params, result, error } = read(key, sealed);
    const waiting = asked.get(id);
    if (waiting !== undefined && method === undefined) {
      asked.delete(id);
      if (error === undefined) waiting.give(result);
      else waiting.fail(new AnsweredError(Object(error)));
    } else if (method === 'wc_sessionSettle') {
      void send({ id, result: true }, SETTLED);
      settled.give({
        accounts: accountsIn(params, chain),
        request: (name, given) => {
          const requestId = makeId();
          const waits = deferred<unknown>();
          asked.set(requestId, waits);
          const request = { method: name, params: given, expiryTimestamp: inMinutes5(now) };
          const message = { id: requestId, method: 'wc_sessionRequest', params: { request, chainId: chain } };
          send(message, REQUEST).catch(waits.fail);
          return waits.promise;
        },
      });
    } else if (typeof method === 'string') {
      const tag = ANSWERS[method];
      const answered =
        tag === undefined ? undefined : send({ id, result: true }, { tag, seconds: MINUTES_5, isPrompt: false });
      if (method === 'wc_sessionDelete') void answered?.finally(end);
    }
  });
  return settled.promise;
}

/** The accounts of a settled session on the network that was asked for: `eip155:56:0x…`. */
function accountsIn(params: unknown, chain: string): string[] {
  const { namespaces }: Fields = Object(params);
  const { eip155 }: Fields = Object(namespaces);
  const { accounts }: Fields = Object(eip155);
  const listed: unknown[] = Array.isArray(accounts) ? accounts : [];
  return listed.flatMap((account) =>
    typeof account === 'string' && account.startsWith(`${chain}:`) ? [account.slice(chain.length + 1)] : [],
  );
}

interface Deferred<Value> {
  readonly promise: Promise<Value>;
  readonly give: (value: Value) => void;
  readonly fail: (error: unknown) => void;
}

function deferred<Value>(): Deferred<Value> {
  let give: Deferred<Value>['give'] = () => undefined;
  let fail: Deferred<Value>['fail'] = () => undefined;
  const promise = new Promise<Value>((resolve, reject) => {
    give = resolve;
    fail = reject;
  });
  return { promise, give, fail };
}
