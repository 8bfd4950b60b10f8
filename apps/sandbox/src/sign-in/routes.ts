import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { html, type Html } from '../page/html.ts';
import { STYLE } from '../page/style.ts';
import { clientIdOf, type OpenId, type OpenIdName, SAMPLE_PEOPLE, type SamplePerson } from './open-id.ts';

const AuthorizeQuery = z.object({
  response_type: z.literal('code'),
  client_id: z.string(),
  redirect_uri: z.url(),
  scope: z.string().regex(/\bopenid\b/),
  state: z.string().min(16),
  nonce: z.string().min(16),
  code_challenge: z.string().length(43),
  code_challenge_method: z.literal('S256'),
  response_mode: z.enum(['query', 'form_post']).default('query'),
});
const Choice = z.object({
  subject: z.string().optional(),
  email: z.string().optional(),
  name: z.string().default(''),
  verified: z.string().optional(),
  hosted: z.string().optional(),
  cancel: z.string().optional(),
});
const TokenRequest = z.object({
  grant_type: z.literal('authorization_code'),
  code: z.string(),
  redirect_uri: z.string(),
  code_verifier: z.string(),
  client_id: z.string(),
  client_secret: z.string(),
});

const TITLES: Readonly<Record<OpenIdName, string>> = { google: 'Google', apple: 'Apple' };
/** Each provider's own word for a person who would rather not. */
const CANCELLED: Readonly<Record<OpenIdName, string>> = { google: 'access_denied', apple: 'user_cancelled_authorize' };

/** A provider of OpenID Connect as Google and Apple describe theirs: discovery, a page to choose who one is, tokens, keys. */
export function openIdRoutes(app: FastifyInstance, issuer: () => string, provider: () => OpenId): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: unknown, body: string) => Object.fromEntries(new URLSearchParams(body)),
  );
  app.get('/.well-known/openid-configuration', () => ({
    issuer: issuer(),
    authorization_endpoint: `${issuer()}/authorize`,
    token_endpoint: `${issuer()}/token`,
    jwks_uri: `${issuer()}/keys`,
    response_types_supported: ['code'],
    response_modes_supported: ['query', 'form_post'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    scopes_supported: ['openid', 'email', 'profile', 'name'],
    token_endpoint_auth_methods_supported: ['client_secret_post'],
    code_challenge_methods_supported: ['S256'],
  }));
  app.get('/keys', () => ({ keys: provider().publicKeys() }));

  app.get('/authorize', (request, reply) => {
    const asked = AuthorizeQuery.safeParse(request.query);
    const { name } = provider();
    if (!asked.success || asked.data.client_id !== clientIdOf(name)) {
      return reply.code(400).send({ error: 'invalid_request' });
    }
    // Apple gives names and addresses in a posted form alone.
    if (name === 'apple' && asked.data.response_mode !== 'form_post') {
      return reply.code(400).send({ error: 'invalid_request', error_description: 'response_mode must be form_post' });
    }
    return sendPage(reply, choosingPage(name));
  });

  app.post('/authorize', (request, reply) => {
    const asked = AuthorizeQuery.safeParse(request.query);
    if (!asked.success) return reply.code(400).send({ error: 'invalid_request' });
    const { redirect_uri: redirectUri, nonce, code_challenge: challenge, state, response_mode: mode } = asked.data;
    const choice = Choice.parse(request.body);
    const { name } = provider();
    const person = choice.cancel === undefined ? personOf(name, choice) : null;
    const isFirst = person !== null && name === 'apple' && provider().isFirst(person.subject);
    const fields = {
      state,
      ...(person === null
        ? { error: CANCELLED[name] }
        : { code: provider().issueCode({ redirectUri, nonce, challenge }, person) }),
      ...(person !== null && isFirst
        ? {
            user: JSON.stringify({
              name: { firstName: person.firstName, lastName: person.lastName },
              email: person.email,
            }),
          }
        : {}),
    };
    if (mode === 'form_post') return sendPage(reply, postingPage(redirectUri, fields));
    const back = new URL(redirectUri);
    for (const [field, value] of Object.entries(fields)) back.searchParams.set(field, value);
    return reply.redirect(back.href, 303);
  });

  app.post('/token', (request, reply) => {
    const behaviour = provider().takeBehaviour();
    if (behaviour === 'timeout') return reply.hijack();
    if (behaviour === 'server-error') return reply.code(500).send({ error: 'server_error' });
    if (behaviour === 'no-json') return reply.type('text/html').send('<h1>Hello</h1>');
    if (behaviour === 'endless') return reply.type('application/json').send(`"${'x'.repeat(5_000_000)}"`);
    const asked = TokenRequest.safeParse(request.body);
    if (!asked.success) return reply.code(400).send({ error: 'invalid_request' });
    const {
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
      client_id: id,
      client_secret: secret,
    } = asked.data;
    if (!provider().isClient(id, secret, issuer())) return reply.code(401).send({ error: 'invalid_client' });
    const redeemed = provider().redeem(code, redirectUri, verifier);
    if (redeemed === undefined) return reply.code(400).send({ error: 'invalid_grant' });
    return reply.send({
      access_token: 'of-no-use-here',
      token_type: 'Bearer',
      expires_in: 3600,
      id_token: provider().token(issuer(), redeemed, behaviour),
    });
  });
}

/** One of the sample people, or whom a test makes up; the address then names the person. */
function personOf(
  name: OpenIdName,
  { subject, email, name: called, verified, hosted }: z.infer<typeof Choice>,
): SamplePerson | null {
  const known = SAMPLE_PEOPLE[name].find((person) => person.subject === subject);
  if (known !== undefined || email === undefined) return known ?? null;
  const [firstName = '', lastName = ''] = called.split(' ');
  const [isVerified, isHosted] = [verified !== 'false', hosted !== 'false'];
  return { subject: subject ?? `sample of ${email}`, email, isVerified, isHosted, firstName, lastName };
}

const sendPage = (reply: FastifyReply, page: Html): FastifyReply =>
  reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(page.markup);

const frame = (title: string, content: Html): Html =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        ${STYLE}
      </head>
      <body>
        <div class="banner">Sandbox: this is not the real provider, and the people here are samples.</div>
        <main>${content}</main>
      </body>
    </html>`;

function choosingPage(name: OpenIdName): Html {
  const title = `Sign in with ${TITLES[name]} (sample)`;
  const people = SAMPLE_PEOPLE[name].map(
    ({ subject, email, firstName, lastName, isVerified }) =>
      html`<p>
        <button name="subject" value="${subject}">
          ${firstName} ${lastName}, ${email}${isVerified ? '' : ', address not checked'}
        </button>
      </p>`,
  );
  return frame(
    title,
    html`<section>
      <h1>${title}</h1>
      <form method="post">${people}</form>
      <form method="post">
        <label class="long"
          >Another sample’s e-mail address<input name="email" type="email" required autocomplete="off"
        /></label>
        <label>Name<input name="name" autocomplete="off" /></label>
        <label><input type="checkbox" name="verified" value="false" /> The address is not proven</label>
        <button class="quiet">Go on as this sample</button>
      </form>
      <form method="post"><button class="quiet" name="cancel" value="1">Cancel</button></form>
    </section>`,
  );
}

function postingPage(action: string, fields: Readonly<Record<string, string>>): Html {
  const inputs = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  );
  return frame(
    'Back to the product',
    html`<form method="post" action="${action}">${inputs}<button>Go back</button></form>
      <script>
        document.forms[0].submit();
      </script>`,
  );
}
