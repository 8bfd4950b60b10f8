import { endpoints } from '@kobogate/contract';
import { type Route, route } from '../../platform/route.ts';
import type { DrawReceipt } from './draw-receipt.ts';
import { layOutReceipt } from './lay-out-receipt.ts';
import { type ReceiptDependencies, viewReceipt } from './view-receipt.ts';

const { receipts } = endpoints;

/** Receipts, to view and to download. */
export function receiptRoutes(dependencies: ReceiptDependencies & { drawReceipt: DrawReceipt }): Route[] {
  return [
    route(receipts.read, async ({ caller, params }) => ({
      data: await viewReceipt(dependencies, { orderId: params.id, caller }),
    })),
    route(receipts.download, async ({ caller, params }) =>
      dependencies.drawReceipt(layOutReceipt(await viewReceipt(dependencies, { orderId: params.id, caller }))),
    ),
  ];
}
