import * as z from 'zod/mini';

export type Access = 'public' | 'user' | 'staff';

/**
 * What a person of the operator's team may do. `support` reads and writes notes; `reviewer` also decides on orders,
 * refunds and releases; `finance` also keeps the books, the reconciliation, the treasury and the statements;
 * `administrator` may make every call of the team.
 */
export const STAFF_ROLES = ['administrator', 'support', 'reviewer', 'finance'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

/** The roles that may make a call: an administrator always, and named. */
export type Roles = readonly ['administrator', ...StaffRole[]];

/** What an API key may be made for. A call without a scope takes a signed-in user. */
export const SCOPES = [
  'links:read',
  'links:write',
  'payments:read',
  'payments:write',
  'payments:refund',
  'webhooks:read',
  'webhooks:write',
  'webhooks:manage',
] as const;
export type Scope = (typeof SCOPES)[number];
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * How fresh the proof of a person of the team has to be for a call: `fresh`, at most
 * `PROOF_MINUTES` old, for each change of policy; `amount`, the same for a decision about more than the operator's
 * amount; `none` for calls that only read or ask.
 */
export type ProofRule = 'fresh' | 'amount' | 'none';

/** Every call of the team names its roles, and its rule where it writes; other calls have neither. */
type WithProof =
  | { access: 'staff'; roles: Roles; method: Exclude<Method, 'GET'>; proof: ProofRule }
  | { access: 'staff'; roles: Roles; method: 'GET'; proof?: never }
  | { access: Exclude<Access, 'staff'>; roles?: never; method: Method; proof?: never };

/** The forms of files, which are bytes and not text: their answer is `fileAnswer`. */
export const FILE_MEDIA = [
  'application/pdf',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'image/webp',
  'application/zip',
] as const;
export type FileMedia = (typeof FILE_MEDIA)[number];

/** The statuses that an endpoint may answer besides success; 400 for malformed input and 503 are always possible. */
export type ErrorStatus = 401 | 403 | 404 | 409 | 413 | 422 | 429;

/**
 * One call of the API: the single place that names its method, path, who may call it, what goes in and what comes out.
 */
export interface Endpoint<
  Params extends z.ZodMiniType = z.ZodMiniType,
  Query extends z.ZodMiniType = z.ZodMiniType,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Answer extends z.ZodMiniType = z.ZodMiniType,
> {
  readonly method: Method;
  /** Below `/api`, with `{name}` for each path parameter. */
  readonly path: string;
  readonly summary: string;
  /** `user` and `staff` need a Bearer token; `staff` also one of the roles. */
  readonly access: Access;
  /** The roles of the operator's team that may make a call for `staff`; none for any other call. */
  readonly roles: readonly StaffRole[];
  readonly proof: ProofRule;
  /** Whether a person of the team who has yet to set up a second factor may call it. */
  readonly isForSetUp: boolean;
  /**
   * The scope with which an API key may call it; null: none may. Such a call, and the body of an open one, has an error for
   * a field that it does not have.
   */
  readonly scope: Scope | null;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly answer: Answer;
  /** The format of a successful answer. An error is always JSON. */
  readonly media: 'application/json' | 'text/csv' | FileMedia;
  /** Whether pages of other origins may read it: only public answers that carry no session. */
  readonly isOpen: boolean;
  /** Whether its answer never changes, so that it may be cached for ever; it is then shown, not saved as a file. */
  readonly isLasting: boolean;
  /** Whether a call repeated with the same `Idempotency-Key` changes nothing, and answers as the first did. */
  readonly takesKey: boolean;
  /** Whether a browser names itself by the secret that it keeps (`DEVICE_HEADER`): limits then count it separately. */
  readonly takesDevice: boolean;
  /** The most bytes of a body that is a file (`fileBody`); null: the body is JSON. */
  readonly fileLimit: number | null;
  /** The headers that a success has beside those of every answer: their names, and what each says. */
  readonly answerHeaders: Readonly<Record<string, string>>;
  /** Status of a success. */
  readonly success: 200 | 201 | 202;
  readonly errors: readonly ErrorStatus[];
}

const nothing = z.object({});

/** The same object without room for other fields: a program with a misspelt one is told, instead of losing it. */
const exact = <Schema extends z.ZodMiniType>(schema: Schema): Schema =>
  schema instanceof z.ZodMiniObject ? (z.catchall(schema, z.never()) as z.ZodMiniType as Schema) : schema;

/** The header of an answer that was given before: the call came again with its `Idempotency-Key`. */
export const REPLAYED = 'Idempotent-Replayed';

/** Declares an endpoint; what is left out takes nothing, answers 200 and fails with no status of its own. */
export function endpoint<
  Answer extends z.ZodMiniType,
  Params extends z.ZodMiniType = typeof nothing,
  Query extends z.ZodMiniType = typeof nothing,
  Body extends z.ZodMiniType = typeof nothing,
>(
  definition: Pick<Endpoint, 'path' | 'summary'> &
    WithProof & {
      answer: Answer;
      params?: Params;
      query?: Query;
      body?: Body;
      media?: Endpoint['media'];
      isOpen?: boolean;
      isLasting?: boolean;
      takesKey?: boolean;
      takesDevice?: boolean;
      fileLimit?: number;
      answerHeaders?: Endpoint['answerHeaders'];
      scope?: Scope;
      isForSetUp?: boolean;
      success?: Endpoint['success'];
      errors?: readonly ErrorStatus[];
    },
): Endpoint<Params, Query, Body, Answer> {
  const asIs: typeof exact = (schema) => schema;
  const forKeys = definition.scope === undefined ? asIs : exact;
  // What the pages of payers send is known too; what they are asked for by address may have more, such as a campaign.
  const forPrograms = definition.isOpen === true ? exact : forKeys;
  return {
    media: 'application/json',
    isOpen: false,
    isLasting: false,
    takesKey: false,
    takesDevice: false,
    fileLimit: null,
    scope: null,
    answerHeaders: {},
    isForSetUp: false,
    success: 200,
    errors: [],
    ...definition,
    roles: definition.roles ?? [],
    proof: definition.proof ?? 'none',
    // The defaults are exactly the type parameters' defaults; the compiler can't relate the two.
    params: definition.params ?? (nothing as unknown as Params),
    query: forKeys(definition.query ?? (nothing as unknown as Query)),
    body: forPrograms(definition.body ?? (nothing as unknown as Body)),
  };
}

export type ParamsOf<E extends Endpoint> = z.output<E['params']>;
export type ParamsInputOf<E extends Endpoint> = z.input<E['params']>;
export type QueryOf<E extends Endpoint> = z.output<E['query']>;
export type QueryInputOf<E extends Endpoint> = z.input<E['query']>;
export type BodyOf<E extends Endpoint> = z.output<E['body']>;
export type BodyInputOf<E extends Endpoint> = z.input<E['body']>;
export type AnswerOf<E extends Endpoint> = z.output<E['answer']>;

/** Whether a success is bytes. */
export const isFile = (media: Endpoint['media']): media is FileMedia =>
  FILE_MEDIA.some((fileMedia) => fileMedia === media);

/** Whether merchants' programs may make a call, with a key or as a payer's page does. */
export const isForPrograms = ({ scope, isOpen }: Pick<Endpoint, 'scope' | 'isOpen'>): boolean =>
  scope !== null || isOpen;

/** An endpoint whose success is a file: text or bytes. */
export type FileEndpoint = Endpoint<
  z.ZodMiniType,
  z.ZodMiniType,
  z.ZodMiniType,
  z.ZodMiniType<string | Uint8Array<ArrayBuffer>>
>;

/** The bytes of a file. */
export const fileAnswer = z.custom<Uint8Array<ArrayBuffer>>((answer) => answer instanceof Uint8Array);

/** A body that is a file. */
export const fileBody = z.custom<Uint8Array<ArrayBuffer>>(
  (body) => body instanceof Uint8Array && body.byteLength > 0,
  'Please send the file itself as the body of the request.',
);

export const messageAnswer = z.object({ message: z.string() });
/** ISO 8601 instant in UTC. */
export const instant = z.string();
/** A non-negative decimal number as text, such as `12.5`. */
export const decimal = z.string();
/** A non-negative integer as text (kobo, or an asset's smallest units). */
export const integer = z.string();

/** A required text of a form: trimmed at the edges, bounded, without invisible characters. */
export function text(maximum: number, sentence = 'Please fill in all required fields') {
  return z.string(sentence).check(
    z.trim(),
    z.maxLength(maximum, `Please keep each field to ${maximum} characters`),
    z.refine(
      (value) => !UNSEEN.test(value.replaceAll(JOINED, '$1').replaceAll(SELECTED, '$1$2$3')),
      'Please remove invisible or control characters',
    ),
  );
}
// Control characters; formatting characters that disguise a text or make it seem empty (zero-width ones, marks and
// overrides of direction, tags); halves of characters and private ones; letters and marks that are drawn as nothing (fillers
// of Hangul, joiners of graphemes, selectors of variations, the blank of Braille); and marks piled up on one letter.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\uFFFD]|\p{M}{5}/u;
/** The joiner within an emoji that is made of several. */
const JOINED = /([\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D(?=\p{Extended_Pictographic})/gu;
/** A selector where it has a shape to select: of an emoji, of a key's cap, of an ideograph. */
const SELECTED =
  /([\p{Extended_Pictographic}\p{Emoji_Modifier}])[\uFE0E\uFE0F]|([\d#*])\uFE0F(?=\u20E3)|(\p{Ideographic})[\u{E0100}-\u{E01EF}]/gu;

/** The most pairs of `metadata`. */
export const METADATA_MOST = 20;
const METADATA_NAME = /^[\w.-]{1,40}$/;

/** A merchant's own data of a thing: pairs of a name and a text, kept as they are and never shown to payers. */
export const metadataSchema = z.record(z.string(), z.string());
/** The same in a request. */
export const metadataInput = z
  .record(
    z
      .string()
      .check(z.regex(METADATA_NAME, 'Names in metadata are 1 to 40 letters, digits, dots, dashes or underscores')),
    text(500, 'Each value in metadata must be a text'),
    'Please give metadata as pairs of a name and a text',
  )
  .check(
    z.refine(
      (pairs) => Object.keys(pairs).length <= METADATA_MOST,
      `Please give at most ${METADATA_MOST} pairs of metadata`,
    ),
  );

/** A name of a user or of a thing: a `text` in which there is a letter or a digit, or nothing at all. */
export function nameText(maximum: number) {
  return text(maximum).check(
    z.refine((value) => value === '' || /[\p{L}\p{N}]/u.test(value), 'Please give a name that has letters in it'),
  );
}

/** A JSON number that was read as its decimal text, as the server's JSON reader gives it. */
interface NumberText {
  readonly isLosslessNumber: true;
  readonly value: string;
}
// A caller can send an object that only looks like one.
const numberText = z.custom<NumberText>(
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    'isLosslessNumber' in value &&
    'value' in value &&
    typeof value.value === 'string',
);

/**
 * A number in a request: a decimal text, or a plain JSON number of which the server's JSON reader keeps the decimal
 * text. Comes out as text, to be read exactly; `sentence` is the error where it is neither.
 */
export const numberInput = (sentence: string) =>
  z.pipe(
    z.union([z.string().check(z.maxLength(120)), z.number(), numberText], sentence),
    z.transform((value): string => (typeof value === 'object' ? value.value : String(value))),
  );

/** A whole number that isn't money, from 0 to 999,999,999; read from its own digits. */
export const count = (sentence: string) =>
  z.pipe(
    numberInput(sentence),
    z.pipe(
      z.string().check(z.regex(/^\d{1,9}$/, sentence)),
      z.transform((digits): number => Number(digits)),
    ),
  );

/** The most things of a page of a list. */
const PAGE_MOST = 100;
const PAGE_SENTENCE = `Please ask for 1 to ${PAGE_MOST} on a page`;
/** How many things a page of a list has at most. */
export const pageLimit = count(PAGE_SENTENCE).check(z.refine((size) => size >= 1 && size <= PAGE_MOST, PAGE_SENTENCE));

const WHICH_VERSION = 'Please send the version that you read.';
/**
 * The `version` of the record that was on screen. A decision sent with it is refused with 409 once the record has
 * changed. Only equality means something: it may rise or fall.
 */
export const seenVersion = z.pipe(
  numberInput(WHICH_VERSION),
  z.pipe(
    z.string().check(z.regex(/^\d{1,16}$/, WHICH_VERSION)),
    z.transform((digits): number => Number(digits)),
  ),
);

/** An amount in a request, to be parsed exactly (`parseAmount` in @kobogate/money); never computed with as a float. */
export const amountInput = numberInput('Please enter an amount');
