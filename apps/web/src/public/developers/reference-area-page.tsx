import type { Endpoint } from '@kobogate/contract';
import { callExamples } from './call-examples.ts';
import { Example } from './example.tsx';
import { noteOn } from './field-notes.ts';
import { type FieldRow, fieldRows } from './field-rows.ts';
import { REFERENCE, type ReferenceArea } from './guide.ts';
import { GuidePage } from './guide-page.tsx';
import { Code, Part, To } from './guide-parts.tsx';
import { type Operation, OPERATIONS } from './operations.ts';

const MEGABYTE = 1024 * 1024;

/** The calls of one area, drawn from the contract that checks them. */
export function ReferenceAreaPage({ area }: { area: ReferenceArea }) {
  const { label = '', lead = '' } = REFERENCE.find((page) => page.area === area) ?? {};
  return (
    <GuidePage title={`Reference: ${label.toLowerCase()}`} lead={lead}>
      {OPERATIONS.filter((operation) => operation.area === area).map((operation) => (
        <OperationPart key={operation.anchor} operation={operation} />
      ))}
    </GuidePage>
  );
}

function OperationPart({ operation }: { operation: Operation }) {
  const { endpoint, anchor, scope } = operation;
  const { method, path, summary, errors, success, takesKey } = endpoint;
  return (
    <Part id={anchor} title={`${method} ${path}`}>
      <p>
        <Sentence text={summary} />
      </p>
      <p>
        {scope === null ? (
          'Needs no key.'
        ) : (
          <>
            Scope <Code>{scope}</Code>.
          </>
        )}{' '}
        {takesKey && (
          <>
            Takes an <To href="/developers/idempotency">Idempotency-Key</To>.{' '}
          </>
        )}
        Answers {success}, or {[400, ...errors, 503].join(', ')}.
      </p>
      <Fields
        anchor={anchor}
        title="In the address"
        rows={[...fieldRows(endpoint.params, 'input'), ...fieldRows(endpoint.query, 'input')]}
      />
      {endpoint.fileLimit !== null && (
        <p>The body is the file itself, of at most {endpoint.fileLimit / MEGABYTE} MB.</p>
      )}
      <Fields anchor={anchor} title="In the body" rows={fieldRows(endpoint.body, 'input')} />
      {endpoint.media === 'application/json' ? (
        <Answer operation={operation} />
      ) : (
        <p>
          The answer is the file itself, as <Code>{endpoint.media}</Code>.
        </p>
      )}
      {callExamples(endpoint, anchor).map((example) => (
        <Example key={example.id} example={example} />
      ))}
    </Part>
  );
}

/** A summary of the contract's: names in it are between backticks. */
function Sentence({ text }: { text: string }) {
  const parts = text.split('`');
  return <>{parts.map((part, index) => (index % 2 === 1 ? <Code key={part}>{part}</Code> : part))}.</>;
}

/**
 * The fields of a call's answer, or of each item of its list, so that equal ones can be found; and the fields beside
 * `data`.
 */
function answerOf({ answer }: Endpoint): {
  readonly fields: readonly FieldRow[];
  readonly beside: readonly FieldRow[];
} {
  const rows = fieldRows(answer, 'output');
  const inner = rows.filter(({ path }) => /^data(?:\[\])?\./.test(path));
  return {
    fields: inner.map((row) => ({ ...row, path: row.path.replace(/^data(?:\[\])?\./, '') })),
    beside: rows.filter((row) => !inner.includes(row)),
  };
}

/** A call's answer; where an earlier call on the page answers the same, it refers to that one. */
function Answer({ operation: { endpoint, area, anchor } }: { operation: Operation }) {
  const { fields, beside } = answerOf(endpoint);
  const first = OPERATIONS.find(
    (other) => other.area === area && JSON.stringify(answerOf(other.endpoint).fields) === JSON.stringify(fields),
  );
  const isSaidBefore = fields.length > 0 && first !== undefined && first.anchor !== anchor;
  return (
    <>
      <Fields anchor={anchor} title="In the answer" rows={beside} />
      {isSaidBefore ? (
        <p>
          <Code>data</Code> has the same fields as that of{' '}
          <To href={`#${first.anchor}`}>{`${first.endpoint.method} ${first.endpoint.path}`}</To>.
        </p>
      ) : (
        <Fields anchor={anchor} title="In data" rows={fields} />
      )}
    </>
  );
}

function Fields({ anchor, title, rows }: { anchor: string; title: string; rows: readonly FieldRow[] }) {
  if (rows.length === 0) return null;
  return (
    <details open={rows.length < 12}>
      <summary className="py-2.5 font-semibold text-ink">
        {title}: {rows.length === 1 ? '1 field' : `${rows.length} fields`}
      </summary>
      <ul className="divide-y divide-hairline border-y border-hairline text-[15px]">
        {rows.map(({ path, type, isOptional }) => (
          <li key={path} className="grid gap-x-6 py-1.5 sm:grid-cols-[13rem_minmax(0,1fr)]">
            <Code>{path}</Code>
            <span>
              {type}
              {isOptional && ', may be left out'}
              {noteOn(path, anchor) !== '' && `: ${noteOn(path, anchor)}`}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
