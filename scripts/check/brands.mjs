import { IS_FOR_TESTS, isNode, nameOf, statementsOf, walk } from './syntax.mjs';

/** @typedef {import('./syntax.mjs').Source} Source */

/** What is called so is the id of one kind of thing, and has its type (packages/contract/src/ids.ts). @type {Readonly<Record<string, string>>} */
const TYPE_OF = {
  addressId: 'AddressId',
  adminId: 'UserId',
  apiKeyId: 'ApiKeyId',
  bannerImageId: 'ImageId',
  codeId: 'CodeId',
  customerId: 'UserId',
  deliveryId: 'DeliveryId',
  depositId: 'DepositId',
  endpointId: 'EndpointId',
  eventId: 'EventId',
  factorResetId: 'FactorResetId',
  fenceId: 'FenceId',
  foundPaymentId: 'FoundPaymentId',
  foundTransactionId: 'FoundTransactionId',
  invitationId: 'InvitationId',
  linkId: 'LinkId',
  merchantId: 'UserId',
  notificationId: 'NotificationId',
  offerId: 'OfferId',
  orderId: 'OrderId',
  orderQuoteId: 'OrderQuoteId',
  outgoingId: 'OutgoingId',
  passkeyId: 'PasskeyId',
  paymentId: 'OrderId',
  paymentLinkId: 'LinkId',
  payoutId: 'PayoutId',
  planId: 'PlanId',
  profileImageId: 'ImageId',
  quoteId: 'QuoteId',
  reconciliationId: 'ReconciliationId',
  refundId: 'RefundId',
  resetId: 'ResetId',
  signUpId: 'SignUpId',
  transferId: 'TransferId',
  unclaimedId: 'UnclaimedId',
  userId: 'UserId',
  walletId: 'WalletId',
  webhookEventId: 'WebhookEventId',
};
/** Adapters speak of what others call so, and merchants' programs give the client plain text. */
const HAS_IDS = /^(?:apps\/server\/src\/(?!adapters\/)|packages\/(?!testkit\/|client\/)[\w-]+\/src\/)/;
const HAS_KOBO = /^(?:apps\/server|packages\/(?!testkit\/)[\w-]+)\/src\//;
/** An amount of naira, or a row's column of one: `kobo`, `feeKobo`, `fee_kobo`. */
const IS_KOBO = /^kobo$|[a-z]Kobo$|_kobo$/;
const PLAIN_NUMBERS = [
  { word: 'bigint', keyword: 'TSBigIntKeyword' },
  { word: 'number', keyword: 'TSNumberKeyword' },
];
/** Where a type has other types: a union, a list, a reference's arguments, what a function gives back. */
const IN_TYPES = ['types', 'elementType', 'typeAnnotation', 'typeArguments', 'returnType'];

/**
 * Whether a type is `keyword`, or has it in it: `string | null`, `readonly string[]`, `Map<string, bigint>`, `() => bigint`.
 * @type {(type: unknown, keyword: string) => boolean}
 */
function has(type, keyword) {
  if (Array.isArray(type)) return type.some((each) => has(each, keyword));
  if (!isNode(type)) return false;
  if (type.type === keyword) return true;
  if (type.type === 'TSTypeParameterInstantiation') return has(type['params'], keyword);
  return IN_TYPES.some((part) => has(type[part], keyword));
}

/** The brand that a name asks for: of `userId`, of many `userIds`, and of a row's `user_id`. @type {(name: unknown) => string | undefined} */
function brandOf(name) {
  if (typeof name !== 'string') return undefined;
  const one = name.replaceAll(/_([a-z])/g, (_, letter) => letter.toUpperCase()).replace(/Ids$/, 'Id');
  return Object.hasOwn(TYPE_OF, one) ? TYPE_OF[one] : undefined;
}

/**
 * What a node declares: its name, and the type that it is given there or gives back as a function.
 * @type {(node: import('./syntax.mjs').Node) => { name: unknown, type: unknown }}
 */
function declared(node) {
  const named = node['key'] ?? node['id'] ?? node;
  const made = node['init'] ?? node['value'];
  const type = node['typeAnnotation'] ?? node['returnType'] ?? (isNode(made) ? made['returnType'] : undefined);
  return { name: isNode(named) ? named['name'] : undefined, type };
}

/** A `sessionId` is also a bank's name for a transfer, so by its name it has no type. */
export const BRANDS = new Set([...Object.values(TYPE_OF), 'SessionId', 'Kobo']);
/** Where text and bigints become ids and kobo, once they are checked. */
const MAKES = /^packages\/(?:contract\/src\/ids|money\/src\/kobo)\.ts$/;

/** Whether a schema reads plain text: `z.string()`, or one in it, without a brand. @type {(value: unknown) => boolean} */
function readsText(value) {
  if (!isNode(value) || value.type !== 'CallExpression') return false;
  const parts = walk(value).filter(({ type }) => type === 'MemberExpression');
  const isText = parts.some((part) => nameOf(part['object']) === 'z' && nameOf(part['property']) === 'string');
  return isText && !parts.some((part) => nameOf(part['property']) === 'brand');
}

/** What makes a text an id, or a bigint kobo, past their checks. */
const PAST_CHECKS = new Set(['TSAsExpression', 'TSTypeAssertion', 'TSTypePredicate']);

/**
 * The id or kobo that a cast makes, alone or in a list: `as UserId`, `as readonly UserId[]`, or a function that says `text is UserId`.
 * @type {(node: import('./syntax.mjs').Node) => string | undefined}
 */
function castTo(node) {
  if (!PAST_CHECKS.has(node.type)) return undefined;
  const references = walk(node['typeAnnotation']).filter(({ type }) => type === 'TSTypeReference');
  return references.map(({ typeName }) => nameOf(typeName)).find((name) => BRANDS.has(name));
}

/** What is wrong with one declaration. @type {(node: import('./syntax.mjs').Node, path: string) => string[]} */
function untyped(node, path) {
  const { name, type } = declared(node);
  const brand = HAS_IDS.test(path) ? brandOf(name) : undefined;
  const isText = brand !== undefined && (has(type, 'TSStringKeyword') || readsText(node['value']));
  const cast = MAKES.test(path) ? undefined : castTo(node);
  const isKobo = typeof name === 'string' && IS_KOBO.test(name);
  const plain = isKobo ? PLAIN_NUMBERS.find(({ keyword }) => has(type, keyword)) : undefined;
  return [
    ...(isText ? [`calls text ${String(name)}, which is of the type ${brand}`] : []),
    ...(cast === undefined ? [] : [`casts to ${cast}, which readId, newId, a schema or toKobo makes`]),
    ...(plain === undefined ? [] : [`calls a ${plain.word} ${String(name)}, which is of the type Kobo`]),
  ];
}

/**
 * Fields, parameters, variables and functions of the product that are named as an id and declared, or read by a schema, as plain text,
 * which another id would pass for, or named as kobo and declared as a plain bigint or number, which an amount of coins would pass for;
 * and casts to such a type. A sentence each. Pure.
 * @param {readonly Source[]} sources
 * @returns {string[]}
 */
export function brandProblems(sources) {
  return sources
    .filter(({ path }) => HAS_KOBO.test(path) && !IS_FOR_TESTS.test(path))
    .flatMap((source) =>
      walk(statementsOf(source))
        .flatMap((node) => untyped(node, source.path))
        .map((problem) => `${source.path} ${problem}`),
    );
}
