import { parseSync } from 'oxc-parser';
import { IS_FOR_TESTS, isNode } from './events.mjs';

/** @typedef {import('./events.mjs').Source} Source */

/** What is called so is the id of one kind of thing, and has its type (packages/contract/src/ids.ts). @type {Readonly<Record<string, string>>} */
const TYPE_OF = {
  addressId: 'AddressId',
  adminId: 'UserId',
  bannerImageId: 'ImageId',
  codeId: 'CodeId',
  customerId: 'UserId',
  deliveryId: 'DeliveryId',
  depositId: 'DepositId',
  endpointId: 'EndpointId',
  fenceId: 'FenceId',
  linkId: 'LinkId',
  merchantId: 'UserId',
  offerId: 'OfferId',
  invitationId: 'InvitationId',
  orderId: 'OrderId',
  orderQuoteId: 'OrderQuoteId',
  paymentId: 'OrderId',
  paymentLinkId: 'LinkId',
  payoutId: 'PayoutId',
  planId: 'PlanId',
  profileImageId: 'ImageId',
  quoteId: 'QuoteId',
  refundId: 'RefundId',
  resetId: 'ResetId',
  signUpId: 'SignUpId',
  userId: 'UserId',
  walletId: 'WalletId',
};
/** Adapters speak of what others call so, and merchants' programs give the client plain text. */
const HAS_IDS = /^(?:apps\/server\/src\/(?!adapters\/)|packages\/(?!testkit\/|client\/)[\w-]+\/src\/)/;
const HAS_KOBO = /^(?:apps\/server|packages\/(?!testkit\/)[\w-]+)\/src\//;
/** An amount of naira, or a row's column of one: `kobo`, `feeKobo`, `fee_kobo`. */
const IS_KOBO = /^kobo$|[a-z]Kobo$|_kobo$/;
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
 * @type {(node: import('./events.mjs').Node) => { name: unknown, type: unknown }}
 */
function declared(node) {
  const named = node['key'] ?? node['id'] ?? node;
  const made = node['init'] ?? node['value'];
  const type = node['typeAnnotation'] ?? node['returnType'] ?? (isNode(made) ? made['returnType'] : undefined);
  return { name: isNode(named) ? named['name'] : undefined, type };
}

/** @type {(value: unknown, path: string, found: string[]) => string[]} */
function untyped(value, path, found) {
  if (Array.isArray(value)) for (const item of value) untyped(item, path, found);
  else if (isNode(value)) {
    const { name, type } = declared(value);
    const brand = HAS_IDS.test(path) ? brandOf(name) : undefined;
    if (brand !== undefined && has(type, 'TSStringKeyword')) {
      found.push(`calls text ${String(name)}, which is of the type ${brand}`);
    }
    if (typeof name === 'string' && IS_KOBO.test(name) && HAS_KOBO.test(path) && has(type, 'TSBigIntKeyword')) {
      found.push(`calls a bigint ${name}, which is of the type Kobo`);
    }
    for (const child of Object.values(value)) if (typeof child === 'object') untyped(child, path, found);
  }
  return found;
}

/**
 * Fields, parameters, variables and functions of the product that are named as an id and declared as plain text, or as
 * kobo and declared as a plain bigint, so that another id or an amount of coins would go for it, a sentence each. Pure.
 * @param {readonly Source[]} sources
 * @returns {string[]}
 */
export function brandProblems(sources) {
  return sources
    .filter(({ path }) => HAS_KOBO.test(path) && !IS_FOR_TESTS.test(path))
    .flatMap(({ path, source }) => {
      const { program, errors } = parseSync(path, source);
      if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
      return untyped(program.body, path, []).map((problem) => `${path} ${problem}`);
    });
}
