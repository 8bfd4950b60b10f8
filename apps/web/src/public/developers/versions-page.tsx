import { API_KEY_CALLS, API_VERSION_HEADER, API_VERSIONS, RATE_LIMIT_HEADERS } from '@kobogate/contract';
import { Example } from './example.tsx';
import { NAME_VERSION, READ_LIMITS } from './examples.ts';
import { GuidePage } from './guide-page.tsx';
import { Code, Part, Terms, To } from './guide-parts.tsx';

/** What a program can rely on: the dated version, the limits of a key, and lists page by page. */
export function VersionsPage() {
  return (
    <GuidePage
      title="Versions and limits"
      lead="The API has a date. What a program relies on keeps its meaning as long as that date is answered."
    >
      <Part id="version" title="The version">
        <p>
          Each answer says in the header <Code>{API_VERSION_HEADER}</Code> which version gave it. This server answers{' '}
          <Code>{API_VERSIONS.join(', ')}</Code>. Send the same header with the version that your program was written
          for. Left out, the newest answers; one that this server does not answer is refused with 400 and the code{' '}
          <Code>version-unknown</Code>, and nothing is done. The TypeScript client names its own.
        </p>
        <Example example={NAME_VERSION} />
      </Part>
      <Part id="policy" title="What changes within a version">
        <p>
          Only changes that no careful program notices: new calls, new fields in answers, new fields of a call that may
          be left out, new codes of errors, new types of events, new headers, other sentences. Ignore what you do not
          know.
        </p>
        <p>
          Anything else gets a new date: a field that goes or changes its type or meaning, a call that asks for more, a
          state that means something else. The changelog of the source says what differs. For at least twelve months
          every release still answers calls of the version before.
        </p>
      </Part>
      <Part id="limits" title="The limit of a key">
        <p>
          A key may call {API_KEY_CALLS.most} times within any {API_KEY_CALLS.windowSeconds} seconds, counted over all
          of its calls and for each key separately. Every answer says how much of it is left; beyond it the answer is
          429 with the code <Code>key-busy</Code> and <Code>Retry-After</Code>, nothing is done, and the client waits
          and tries again.
        </p>
        <Example example={READ_LIMITS} />
        <Terms
          terms={Object.entries(RATE_LIMIT_HEADERS).map(([name, meaning]) => [name, `${meaning.replaceAll('`', '')}.`])}
        />
        <p>
          Some calls have further limits of their own, such as the number of links made in an hour. These too answer 429
          with <Code>Retry-After</Code>, and say in words what was too much. See{' '}
          <To href="/developers/errors">Errors</To>.
        </p>
      </Part>
      <Part id="pages" title="Lists">
        <p>
          Lists of links and payments come page by page, newest first: <Code>limit</Code> says how many, up to 100;{' '}
          <Code>next</Code> is what <Code>before</Code> takes for the page after, null on the last one;{' '}
          <Code>total</Code> says how many there are on all pages. What is added between two calls moves no page. The
          deliveries of a webhook come in the same way. Its events count up instead: <Code>after</Code> takes the last
          one that you have, and <Code>total</Code> says how many came after it.
        </p>
      </Part>
    </GuidePage>
  );
}
