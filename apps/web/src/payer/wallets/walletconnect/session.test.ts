// Guarantee: by the protocol of WalletConnect a wallet that scans the code gets the question sealed, lets this page in
// with its accounts on the payment's network, and answers or refuses what it is asked; the relay reads nothing, and a
// connection that is lost while the phone shows the wallet comes back.
import { createPublicKey, verify } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeOwnKey, openMessage, sealMessage, topicOf } from './secrets.ts';
import { meetWallet, type WalletSession } from './session.ts';

type Fields = Record<string, unknown>;
type Bytes = Uint8Array<ArrayBuffer>;
interface Published {
  readonly topic: string;
  readonly message: string;
  readonly tag: number;
}

/** A relay in memory: it keeps what was sent to a place for who follows it. */
class FakeSocket extends EventTarget {
  static readonly sockets: FakeSocket[] = [];
  static readonly published: Published[] = [];
  static hear: (published: Published) => void = () => undefined;
  readonly url: string;
  readonly followed = new Set<string>();
  constructor(url: string) {
    super();
    this.url = url;
    FakeSocket.sockets.push(this);
    queueMicrotask(() => this.dispatchEvent(new Event('open')));
  }
  send(text: string): void {
    const { id, method, params }: Fields = JSON.parse(text);
    if (method === undefined) return;
    const { topic, message, tag }: Fields = Object(params);
    this.tell({ id, jsonrpc: '2.0', result: true });
    if (method === 'irn_subscribe') this.followed.add(String(topic));
    if (method !== 'irn_publish') return;
    const published = { topic: String(topic), message: String(message), tag: Number(tag) };
    FakeSocket.published.push(published);
    queueMicrotask(() => FakeSocket.hear(published));
  }
  tell(message: object): void {
    queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) })));
  }
  close(): void {
    this.dispatchEvent(new Event('close'));
  }
  static deliver(topic: string, message: string): void {
    const socket = FakeSocket.sockets.findLast(({ followed }) => followed.has(topic));
    socket?.tell({ id: 1, jsonrpc: '2.0', method: 'irn_subscription', params: { id: 's', data: { topic, message } } });
  }
}

beforeEach(() => {
  FakeSocket.sockets.length = 0;
  FakeSocket.published.length = 0;
  vi.stubGlobal('WebSocket', FakeSocket);
});
afterEach(() => vi.unstubAllGlobals());

/** By the server's clock; this device's is another. */
const AT = Date.parse('2031-05-06T07:08:09.500Z');
const ACCOUNT = '0x52908400098527886E0F7030069857D2E4169EE7';
const HASH = `0x${'5a'.repeat(32)}`;
const keyIn = (uri: string): Bytes =>
  Uint8Array.from(Buffer.from(new URLSearchParams(uri.split('?')[1]).get('symKey') ?? '', 'hex'));
const messageOf = (key: Bytes, { message }: Published): Fields => Object(openMessage(key, message));

/** A wallet that scans the code; `answer` is what it answers to a request, or why it refuses. */
async function startWallet(uri: string, { lets = true, answer = {} as Fields, accounts = [`eip155:56:${ACCOUNT}`] }) {
  const key = keyIn(uri);
  const topic = await topicOf(key);
  const [proposed] = FakeSocket.published;
  if (proposed === undefined) throw new Error('nothing was asked');
  expect([proposed.topic, proposed.tag]).toEqual([topic, 1100]);
  expect(proposed.message).not.toContain('wc_sessionPropose');
  const proposal = messageOf(key, proposed);
  const { proposer, optionalNamespaces }: Fields = Object(proposal['params']);
  expect(optionalNamespaces).toMatchObject({ eip155: { chains: ['eip155:56'] } });
  const reply = (more: object): void =>
    FakeSocket.deliver(topic, sealMessage(key, { id: proposal['id'], jsonrpc: '2.0', ...more }));
  if (!lets) {
    reply({ error: { code: 5000, message: 'User rejected.' } });
    return null;
  }
  const own = await makeOwnKey();
  const shared = await own.agree(String(Object(proposer).publicKey));
  const place = await topicOf(shared);
  FakeSocket.hear = (published) => {
    if (published.topic !== place || published.tag !== 1108) return;
    const { id, params } = messageOf(shared, published);
    const { request }: Fields = Object(params);
    expect(params).toMatchObject({ chainId: 'eip155:56', request: { method: 'eth_sendTransaction' } });
    expect(request).toMatchObject({ expiryTimestamp: Math.floor(AT / 1000) + 300 });
    FakeSocket.deliver(place, sealMessage(shared, { id, jsonrpc: '2.0', ...answer }));
  };
  reply({ result: { relay: { protocol: 'irn' }, responderPublicKey: own.publicKey } });
  await vi.waitFor(() => expect(FakeSocket.sockets.at(-1)?.followed.has(place)).toBe(true));
  const settle = { namespaces: { eip155: { accounts, methods: [], events: [] } }, expiry: 0 };
  FakeSocket.deliver(place, sealMessage(shared, { id: 7, jsonrpc: '2.0', method: 'wc_sessionSettle', params: settle }));
  return { place, shared };
}

function meet() {
  let scanned: (uri: string) => void = () => undefined;
  const uri = new Promise<string>((resolve) => {
    scanned = resolve;
  });
  const session = meetWallet({
    projectId: 'a'.repeat(32),
    chain: 'eip155:56',
    asker: { name: 'Sample shop', description: 'Order 1042', url: 'https://pay.example' },
    now: () => AT,
    show: scanned,
  });
  session.catch(() => undefined);
  return { uri, session };
}

const SEND = { from: ACCOUNT, to: ACCOUNT, value: '0x1' };

test('a wallet that scans the code lets the page in, and sends what it is asked, each dated by the server’s clock', async () => {
  const { uri, session } = meet();
  expect(new URLSearchParams((await uri).split('?')[1]).get('expiryTimestamp')).toBe(
    String(Math.floor(AT / 1000) + 300),
  );
  expect(await uri).toMatch(/^wc:[\da-f]{64}@2\?expiryTimestamp=\d+&relay-protocol=irn&symKey=[\da-f]{64}$/);
  await startWallet(await uri, { answer: { result: HASH } });
  const { accounts, request }: WalletSession = await session;
  expect(accounts).toEqual([ACCOUNT]);
  expect(await request('eth_sendTransaction', [SEND])).toBe(HASH);
  expect(FakeSocket.published.map(({ tag }) => tag)).toContain(1103);
});

test('the relay gets a token that is signed for it, by a key of this session, and dated by the server’s clock', async () => {
  const { uri } = meet();
  await uri;
  const query = new URL(FakeSocket.sockets[0]?.url ?? '').searchParams;
  expect(query.get('projectId')).toBe('a'.repeat(32));
  const [head = '', body = '', signature = ''] = (query.get('auth') ?? '').split('.');
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString());
  expect(claims).toMatchObject({ aud: 'wss://relay.walletconnect.org', iss: expect.stringMatching(/^did:key:z6Mk/) });
  expect(claims).toMatchObject({ iat: Math.floor(AT / 1000), exp: Math.floor(AT / 1000) + 86_400 });
  const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
  const number = Array.from(String(claims.iss).slice('did:key:z'.length)).reduce(
    (sum, letter) => sum * 58n + BigInt(ALPHABET.indexOf(letter)),
    0n,
  );
  const x = Buffer.from(number.toString(16), 'hex').subarray(2).toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  expect(verify(null, Buffer.from(`${head}.${body}`), key, Buffer.from(signature, 'base64url'))).toBe(true);
});

test('a refusal of the payer’s is one, before and after they let the page in', async () => {
  const refused = meet();
  await startWallet(await refused.uri, { lets: false });
  await expect(refused.session).rejects.toMatchObject({ code: 5000 });
  FakeSocket.published.length = 0;
  const { uri, session } = meet();
  await startWallet(await uri, { answer: { error: { code: 4001, message: 'User rejected the request.' } } });
  await expect((await session).request('eth_sendTransaction', [SEND])).rejects.toMatchObject({ code: 4001 });
});

test('accounts of another network are not taken for ones of this', async () => {
  const { uri, session } = meet();
  await startWallet(await uri, { accounts: [`eip155:1:${ACCOUNT}`] });
  expect((await session).accounts).toEqual([]);
});

test('where the connection is lost while the wallet is shown, it comes back and hears the answer', async () => {
  const { uri, session } = meet();
  const wallet = await startWallet(await uri, { answer: { result: HASH } });
  const { request } = await session;
  FakeSocket.sockets.at(-1)?.close();
  const isBack = (): boolean => FakeSocket.sockets[1]?.followed.has(wallet?.place ?? '') === true;
  await vi.waitFor(() => expect(isBack()).toBe(true), 20_000);
  expect(await request('eth_sendTransaction', [SEND])).toBe(HASH);
});

test('what anybody else sends to the place is left alone', async () => {
  const { uri, session } = meet();
  const topic = await topicOf(keyIn(await uri));
  FakeSocket.deliver(topic, 'AAAA');
  FakeSocket.deliver(topic, sealMessage(new Uint8Array(32), { id: 1, result: {} }));
  await startWallet(await uri, { answer: { result: HASH } });
  expect((await session).accounts).toEqual([ACCOUNT]);
});
