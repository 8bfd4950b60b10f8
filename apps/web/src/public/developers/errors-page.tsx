import { ERROR_CODES } from '@kobogate/contract';
import { Example } from './example.tsx';
import { HANDLE_ERRORS } from './examples.ts';
import { GuidePage } from './guide-page.tsx';
import { Code, Part, Terms, To } from './guide-parts.tsx';

/** The errors of a call, and what to do then. */
export function ErrorsPage() {
  return (
    <GuidePage
      title="Errors"
      lead="An error is JSON with one sentence: what happened, and what to do next. The status says who has to act."
    >
      <Part id="form" title="Its form">
        <Example
          example={{
            id: 'error-form',
            title: 'An answer with the status 409',
            language: 'json',
            code: '{ "message": "This payment link has expired. …", "code": "link-expired" }',
          }}
        />
        <p>
          Show the sentence to people; let your program decide by the status and the <Code>code</Code>:{' '}
          <Code>link-used</Code> and <Code>link-expired</Code> are both 409. Every error of a call that a key may make
          has a code. A code keeps its meaning; a sentence may be reworded. An amount out of bounds comes with{' '}
          <Code>bound</Code>, the one to keep to.
        </p>
        <p>
          What is wrong with your fields comes at once: <Code>faults</Code> has the name and a sentence for each, such
          as <Code>accepted.0.network</Code>, and <Code>field</Code> the first of them. An unknown field is refused by
          its name, so a misspelt one is never ignored. Each answer has a header <Code>X-Request-Id</Code>: name it when
          you ask for help.
        </p>
      </Part>
      <Part id="statuses" title="Statuses">
        <Terms
          terms={[
            ['400', 'The request has the wrong form. The fields are named. Fix your program.'],
            ['401', 'No valid key.'],
            ['403', 'The key lacks the scope, or the operator has switched this off.'],
            ['404', 'There is no such thing, or it is not yours.'],
            [
              '409',
              'In conflict with the current state: changed since you read it, expired, used, a key for another request.',
            ],
            [
              '422',
              'The request is understood but breaks a rule: an amount out of bounds, a coin that is not accepted. For a link all broken rules are named together.',
            ],
            ['413, 415', 'The body is too large, or is not sent as JSON.'],
            [
              '429',
              'Too many calls. Wait as many seconds as Retry-After says; RateLimit-Remaining says how many are left.',
            ],
            ['500', 'Our fault. Nothing was lost.'],
            ['503', 'Something that this needs is down. Nothing was lost; try again in a moment.'],
          ]}
        />
      </Part>
      <Part id="codes" title="Codes">
        <p>
          A newer version may have more of them: treat one that you do not know by its status. The{' '}
          <To href="/api/openapi.json">description for tools</To> has them as <Code>ErrorCode</Code>, and so has the
          TypeScript client.
        </p>
        <Terms
          terms={Object.entries(ERROR_CODES).map(
            ([code, { statuses, meaning }]) => [code, `${statuses.join(', ')}. ${meaning}`] as const,
          )}
        />
      </Part>
      <Part id="again" title="When to try again">
        <p>
          After 429 and 503, time-outs and broken connections: with growing pauses, and only calls that read or carry an
          idempotency key. The TypeScript client does so automatically, twice, and its <Code>kind</Code> says whether
          the server refused, could not, or was not reached.
        </p>
        <Example example={HANDLE_ERRORS} />
      </Part>
    </GuidePage>
  );
}
