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
const PRODUCT = /^(?:apps\/server\/src\/(?!adapters\/)|packages\/(?!testkit\/|client\/)[\w-]+\/src\/)/;

/** Whether a type is text, or has text in it: `string | null`, `readonly string[]`. @type {(type: unknown) => boolean} */
function hasText(type) {
  if (Array.isArray(type)) return type.some(hasText);
  if (!isNode(type)) return false;
  if (type.type === 'TSStringKeyword') return true;
  return ['TSUnionType', 'TSArrayType', 'TSTypeOperator'].includes(type.type)
    ? hasText(type['types'] ?? type['elementType'] ?? type['typeAnnotation'])
    : false;
}

/** The brand that a name asks for: of `userId`, of many `userIds`, and of a row's `user_id`. @type {(name: unknown) => string | undefined} */
function brandOf(name) {
  if (typeof name !== 'string') return undefined;
  const one = name.replaceAll(/_([a-z])/g, (_, letter) => letter.toUpperCase()).replace(/Ids$/, 'Id');
  return Object.hasOwn(TYPE_OF, one) ? TYPE_OF[one] : undefined;
}

/** @type {(value: unknown, found: string[]) => string[]} */
function untyped(value, found) {
  if (Array.isArray(value)) for (const item of value) untyped(item, found);
  else if (isNode(value)) {
    const named = value.type === 'TSPropertySignature' || value.type === 'PropertyDefinition' ? value['key'] : value;
    const name = isNode(named) ? named['name'] : undefined;
    const annotation = value['typeAnnotation'];
    const brand = brandOf(name);
    if (brand !== undefined && isNode(annotation) && hasText(annotation['typeAnnotation'])) {
      found.push(`calls text ${String(name)}, which is of the type ${brand}`);
    }
    for (const child of Object.values(value)) if (typeof child === 'object') untyped(child, found);
  }
  return found;
}

/**
 * Fields, parameters and variables of the product that are named as an id and declared as plain text, so that an id of
 * another kind would go for it, a sentence each. Pure.
 * @param {readonly Source[]} sources
 * @returns {string[]}
 */
export function brandProblems(sources) {
  return sources
    .filter(({ path }) => PRODUCT.test(path) && !IS_FOR_TESTS.test(path))
    .flatMap(({ path, source }) => {
      const { program, errors } = parseSync(path, source);
      if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
      return untyped(program.body, []).map((problem) => `${path} ${problem}`);
    });
}
