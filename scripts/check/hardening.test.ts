// What the product's sources never do, and its packages never bring: checks of the whole that no test of a part can make.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

const sources = execFileSync('git', ['ls-files', 'apps/server/src', 'apps/web/src', 'apps/keys/src', 'packages'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|testkit|packages\/client/.test(path))
  .map((path) => ({ path, text: read(path) }));

/** The files whose code, without comments and texts of a sentence, has this. */
const having = (pattern: RegExp): string[] =>
  sources
    .filter(({ text }) => pattern.test(text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/ .*/g, '')))
    .map(({ path }) => path)
    .toSorted();

test('no text is run as a program', () => {
  expect(having(/\bnew Function\b|(?<![.\w])eval\(|\bset(?:Timeout|Interval)\(['"`]|node:vm/)).toEqual([]);
});

test('other programs are PostgreSQL and those by which the operator keeps secrets, with a list of arguments and without a shell', () => {
  expect(having(/node:child_process/)).toEqual([
    'apps/server/src/configuration/secrets.ts',
    'apps/server/src/platform/embedded-postgres.ts',
  ]);
  expect(having(/shell: true|\bexec(?:Sync)?\(['"`]/)).toEqual([]);
});

test('no text becomes a regular expression, except constants of the file', () => {
  const built = sources.flatMap(({ text }) =>
    [...text.matchAll(/new RegExp\(\s*(`[^`]*`|[^,)]+)/g)].map(([, from = '']) => from),
  );
  expect(built.filter((from) => !/^\s*`[^`]*`$/.test(from))).toEqual([]);
  expect(built.filter((from) => /\$\{(?![A-Z_]+\})/.test(from))).toEqual([]);
});

test('markup is set as such only with what the build made', () => {
  expect(having(/dangerouslySetInnerHTML/)).toEqual([
    'apps/web/src/payer/create-payment-page.tsx',
    'apps/web/src/public/document.tsx',
  ]);
  const set = sources.flatMap(({ text }) => [...text.matchAll(/__html: ([\w.]+)/g)].map(([, from]) => from));
  expect(new Set(set)).toEqual(new Set(['assets.css', 'assets.firstScript']));
  expect(having(/\.innerHTML|\.outerHTML|insertAdjacentHTML|document\.write|srcdoc/)).toEqual([]);
});

test('weak hashes, ciphers and modes are not used', () => {
  // RFC 6238: the hash that every authenticator app takes, under a key of 160 bits.
  expect(having(/createHash\('(?!sha256|sha512)|createHmac\('(?!sha256|sha512)|['"`](?:md5|sha1)['"`]/i)).toEqual([
    'apps/server/src/identity/two-factor/totp.ts',
  ]);
  expect(having(/createCipher(?:iv)?\(|createDecipher(?:iv)?\(/)).toEqual(['apps/server/src/platform/secret-box.ts']);
  expect(read('apps/server/src/platform/secret-box.ts')).toContain("'aes-256-gcm'");
});

test('what can be guessed is never a secret: Math.random is for pauses and names of processes', () => {
  expect(
    having(/Math\.random/).filter((path) => /identity|secret|webhooks|quotes|api-keys|keys\/src|addresses/.test(path)),
  ).toEqual([]);
});

test('certificates are checked wherever the product connects', () => {
  expect(having(/rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|checkServerIdentity|secureProtocol/)).toEqual([]);
});

test('a secret is compared in constant time, and by its hash where it is looked up', () => {
  expect(
    having(/(?:token|secret|signature|hash|code)\w* === (?:token|secret|signature|hash)\w*\b(?!\.)/i).filter((path) =>
      path.startsWith('apps/server/src/identity'),
    ),
  ).toEqual([]);
  expect(having(/timingSafeEqual/)).toEqual(
    expect.arrayContaining([
      'apps/server/src/identity/accounts/secrets.ts',
      'apps/server/src/adapters/banks/callback-proof.ts',
    ]),
  );
});

test('nothing reads XML, renders templates, speaks LDAP, GraphQL or WebSocket as a server, or keeps data in memcache', () => {
  const names = ['.', 'apps/server', 'apps/web'].flatMap((folder) =>
    Object.keys(JSON.parse(read(`${folder}/package.json`)).dependencies ?? {}),
  );
  expect(
    names.filter((name) =>
      /xml|ldap|graphql|memcache|handlebars|\bejs\b|\bpug\b|mustache|nunjucks|jsonwebtoken|jose|yaml/i.test(name),
    ),
  ).toEqual([]);
  expect(having(/@fastify\/websocket|new WebSocketServer|DOMParser|parseFromString/)).toEqual([]);
});

test('no answer is a script made of data, and scripts of other hosts are not loaded', () => {
  expect(having(/[?&]callback=|jsonp/i)).toEqual([]);
  // The developers' pages show merchants the line that they put into theirs.
  expect(having(/<script[^>]+src=["'{`]+https?:/)).toEqual(['apps/web/src/public/developers/embed-examples.ts']);
});

test('a session is kept in one place of the browser, and passwords in none', () => {
  expect(having(/document\.cookie|indexedDB/)).toEqual([]);
  expect(having(/(?:local|session)Storage\.setItem\([^)]*password/i)).toEqual([]);
});
