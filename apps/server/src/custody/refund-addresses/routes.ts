import { endpoints } from '@kobogate/contract';
import { type Route, route } from '../../platform/route.ts';
import { listRefundAddresses } from './db.ts';
import { presentRefundAddress } from './refund-address.ts';
import { saveRefundAddress, type SaveDependencies } from './save-refund-address.ts';

const { refundAddresses } = endpoints;

/** The user's refund addresses. */
export function refundAddressRoutes(dependencies: SaveDependencies): Route[] {
  return [
    route(refundAddresses.list, async ({ caller }) => {
      const addresses = await listRefundAddresses(dependencies.database, caller.userId);
      return { data: addresses.map(presentRefundAddress) };
    }),
    route(refundAddresses.save, async ({ caller, body }) => {
      const saved = await saveRefundAddress(dependencies, { userId: caller.userId, ...body });
      return { message: 'Refund address saved', data: presentRefundAddress(saved) };
    }),
  ];
}
