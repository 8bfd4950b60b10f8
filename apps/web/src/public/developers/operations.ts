import { type Endpoint, endpoints, type Scope } from '@kobogate/contract';
import { REFERENCE, type ReferenceArea } from './guide.ts';

/** A call that merchants' programs may make. */
export interface Operation {
  readonly endpoint: Endpoint;
  /** The page of the reference that it is on. */
  readonly area: ReferenceArea;
  /** The call's place on that page, such as `get-payments-id`. */
  readonly anchor: string;
  /** Null: needs no key. */
  readonly scope: Scope | null;
}

const { paymentLinks, payments } = endpoints;
/** What a payer may do without a key. */
const WITHOUT_KEY: readonly Endpoint[] = [
  paymentLinks.getPublic,
  paymentLinks.listCoins,
  payments.open,
  payments.getPublic,
  payments.renew,
];

const all: readonly Endpoint[] = Object.values(endpoints).flatMap((group) => Object.values<Endpoint>(group));

const anchorOf = ({ method, path }: Endpoint): string =>
  `${method.toLowerCase()}${path.replaceAll(/[{}]/g, '').replaceAll('/', '-')}`;

/** The area of a call: by its scope, such as `links:read`; calls without one are the checkout's. */
const areaOf = ({ scope }: Endpoint): ReferenceArea =>
  REFERENCE.find(({ area }) => scope?.startsWith(`${area}:`) === true)?.area ?? 'checkout';

/** Every call that an API key may make, and then those that need none, as the contract has them. */
export const OPERATIONS: readonly Operation[] = [...all.filter(({ scope }) => scope !== null), ...WITHOUT_KEY].map(
  (endpoint) => ({ endpoint, area: areaOf(endpoint), anchor: anchorOf(endpoint), scope: endpoint.scope }),
);
