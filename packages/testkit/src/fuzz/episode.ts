import { createHash } from 'node:crypto';
import { verify } from '@kobogate/server/src/ledger/index.ts';
import { PASSWORD } from '../identity/accounts.ts';
import { createDraw, type Draw } from '../platform/draw.ts';
import { startTestProduct, type TestProduct, type WireAnswer, type WireRequest } from '../server/product.ts';
import { makeTenant, samplePicture, type TestTenant } from '../server/tenant.ts';
import { type Cast, type Composed, composeRequest, type Operation } from './compose.ts';
import { judge } from './judge.ts';
import { type Schema, Seen } from './values.ts';

/** How many requests one product gets: a failing one is reached again in as many at most. */
export const EPISODE = 2500;
/** So often time passes, events are handled, coins come, and what the requests have closed is opened again. */
const EVERY = 100;
const STEP_MS = 200;
const MOST_SHOWN = 20;

/** A request whose answer was wrong. */
export interface Finding {
  readonly problem: string;
  readonly request: string;
  readonly answer: string;
  /** The server's own words, where it failed. */
  readonly log: string;
  readonly again: string;
}

export interface EpisodeReport {
  readonly requests: number;
  readonly findings: readonly Finding[];
  /** How many answers there were of each operation and status. */
  readonly statuses: ReadonlyMap<string, number>;
}

/** Sends so many requests, drawn from the seed, to a new product, and judges each answer and the books at the end. */
export async function runEpisode(seed: number, requests: number): Promise<EpisodeReport> {
  const product = await startTestProduct();
  try {
    return await requestAll(product, seed, requests);
  } finally {
    await product.close();
  }
}

async function requestAll(product: TestProduct, seed: number, requests: number): Promise<EpisodeReport> {
  const draw = createDraw(seed, 0);
  const people = [
    await makeTenant(product, { hasPasskey: false }),
    await makeTenant(product, { hasPasskey: false }),
  ] as const;
  const admins = [await product.signUpAdmin(), await product.signUpAdmin()] as const;
  const tokens = [...people, ...admins].map(({ token }) => token);
  const cast = castOf(people, admins);
  const seen = new Seen();
  for (const { email } of people) seen.add('email', email);
  const operations = await readOperations(product);
  const findings = new Map<string, Finding>();
  const statuses = new Map<string, number>();
  const note = (problem: string, composed: Composed | null, answer: string, at: number): void => {
    const name = composed?.operation === undefined ? '' : `${composed.operation.method} ${composed.operation.path}`;
    const request = composed === null ? '' : asCurl(composed.wire, product.origin, tokens);
    const finding = {
      problem: `${name} ${problem}`,
      request,
      answer: answer.slice(0, 300),
      log: product.errors.join('').slice(0, 3000),
    };
    product.errors.length = 0;
    if (findings.size >= MOST_SHOWN || findings.has(finding.problem)) return;
    findings.set(finding.problem, { ...finding, again: `npm run fuzz -- --seed ${seed} --requests ${at + 1}` });
  };
  for (let at = 0; at < requests; at += 1) {
    if (at % EVERY === 0) await keepGoing(product, draw, tokens);
    product.clock.advance(STEP_MS);
    const composed = composeRequest(draw, draw.of(operations), cast, seen);
    // Now and then the same request comes twice at once.
    const answers = await Promise.all(
      Array.from({ length: draw.chance(0.03) ? 2 : 1 }, () => sent(product, composed.wire)),
    );
    for (const answer of answers) {
      if (answer === null) continue;
      const problem = judge(composed, answer);
      if (problem !== null || product.errors.length > 0)
        note(problem ?? 'the log has an error', composed, answer.text, at);
      count(statuses, composed, answer);
      learn(composed, answer, cast, seen);
    }
  }
  await product.work();
  const books = await verify(product.database);
  if (!books.ok) note(`the ledger: ${books.differences.join(' ')}`, null, '', requests - 1);
  return { requests, findings: [...findings.values()], statuses };
}

/** Null where the client itself can't put the request on the wire. */
const sent = (product: TestProduct, wire: WireRequest): Promise<WireAnswer | null> =>
  product.send(wire).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && /^ERR_|^HPE_/.test(String(error.code))) return null;
    throw error;
  });

function castOf(people: readonly TestTenant[], admins: readonly { token: string }[]): Cast {
  const ids = new Map<string, string[]>();
  for (const person of people) {
    for (const [before, id] of Object.entries(person.ids)) ids.set(before, [...(ids.get(before) ?? []), id]);
  }
  return {
    tokens: {
      public: [],
      user: people.map(({ token }) => token),
      admin: admins.map(({ token }) => token),
      key: people.map(({ key }) => key),
    },
    ids,
    password: PASSWORD,
    picture: samplePicture(),
  };
}

interface Described {
  readonly parameters: Operation['parameters'];
  readonly 'x-access': string;
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<Record<string, { readonly content: Readonly<Record<string, unknown>> }>>;
}

/** From the API's own description. */
async function readOperations(product: TestProduct): Promise<Operation[]> {
  const description = (await product.call('GET', '/openapi.json')) as {
    paths: Record<string, Record<string, Described>>;
    components: { schemas: Record<string, Schema> };
  };
  const named = new Map(
    Object.entries(description.components.schemas).map(([name, schema]) => [`#/components/schemas/${name}`, schema]),
  );
  const solid = (schema: (Schema & { $ref?: string }) | undefined) => named.get(schema?.$ref ?? '') ?? schema;
  return Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      method: method.toUpperCase(),
      path,
      access: described['x-access'],
      scope: described.security?.flatMap(({ apiKey }) => apiKey ?? [])[0],
      parameters: described.parameters,
      body: solid(described.requestBody?.content['application/json']?.schema),
      takesFile: described.requestBody?.content['application/octet-stream'] !== undefined,
      media: Object.fromEntries(
        Object.entries(described.responses).map(([status, { content }]) => [status, Object.keys(content)[0] ?? '']),
      ),
    })),
  );
}

/** Handles what is due, and undoes what would make all later requests alike: ended sessions, used up limits. */
async function keepGoing(product: TestProduct, draw: Draw, tokens: readonly string[]): Promise<void> {
  const { database, clock } = product;
  await product.work();
  const [address] = await database.query<{ key: string }>(
    `select address_key as key from deposit_address where family = 'evm' order by sequence offset $1 limit 1`,
    [draw.below(20)],
  );
  const asset = draw.of(['USDT@ethereum', 'USDC@ethereum'] as const);
  if (address !== undefined)
    await product.pay({ addressKey: address.key, asset, amount: BigInt(1 + draw.below(50)) * 1_000_000n });
  const hashes = tokens.map((token) => createHash('sha256').update(token).digest());
  await database.query('truncate throttle');
  await database.query(
    `update session set revoked_at = null, last_seen_at = $2, proved_at = $2 where token_hash = any($1)`,
    [hashes, clock.now()],
  );
  await database.query(`update app_user set disabled_at = null where disabled_at is not null`);
}

function count(statuses: Map<string, number>, { operation }: Composed, { status }: WireAnswer): void {
  const name = `${operation === undefined ? 'changed' : `${operation.method} ${operation.path}`} ${status}`;
  statuses.set(name, (statuses.get(name) ?? 0) + 1);
}

/** Keeps what an answer names, for later requests. */
function learn({ operation }: Composed, { status, text, headers }: WireAnswer, { ids }: Cast, seen: Seen): void {
  if (status >= 300 || operation === undefined) return;
  if (!String(headers['content-type']).startsWith('application/json') || text === '') return;
  const body: unknown = JSON.parse(text);
  seen.keep(body);
  const [before = operation.path] = operation.path.split('/{');
  for (const [, id = ''] of text.matchAll(/"(?:id|\w+Id)":"([^"]{1,60})"/g)) {
    const known = ids.get(before) ?? [];
    if (!known.includes(id)) ids.set(before, [...known.slice(-20), id]);
  }
}

/** As a command; tokens are named by who they belong to. */
function asCurl({ method, path, headers = {}, body }: WireRequest, origin: string, tokens: readonly string[]): string {
  const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    [value].flat().map((one) => `-H ${quoted(`${name}: ${one}`)}`),
  );
  const data =
    body === undefined
      ? []
      : typeof body === 'string'
        ? [`--data-binary ${quoted(body.slice(0, 2000))}`]
        : [`--data-binary @- # base64 ${Buffer.from(body).toString('base64').slice(0, 400)}`];
  const text = [`curl -X ${method} ${quoted(origin + path.slice(0, 1000))}`, ...lines, ...data].join(' ');
  const names = ['$CUSTOMER', '$OTHER_CUSTOMER', '$ADMIN', '$OTHER_ADMIN'];
  return tokens.reduce((line, token, index) => line.replaceAll(token, names[index] ?? ''), text);
}
