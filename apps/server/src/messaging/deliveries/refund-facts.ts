import {
  explorerUrl,
  findLedgerAsset,
  networkNameOf,
  type OfferId,
  type OrderId,
  type RefundEventData,
  type RefundId,
  type UserId,
} from '@kobogate/contract';
import { formatUnits } from '@kobogate/money';
import type { Connection } from '../../platform/database.ts';

interface RefundRow {
  userId: UserId;
  id: RefundId | null;
  offerId: OfferId | null;
  paymentId: OrderId | null;
  reference: string | null;
  metadata: Record<string, string>;
  asset: string;
  amount: string;
  fee: string;
  state: RefundEventData['state'];
  address: string | null;
  transaction: string | null;
  reason: string | null;
}

const COLUMNS = `r.id, f.id as "offerId", f.order_id as "paymentId", p.reference, coalesce(p.metadata, '{}') as metadata,
  r.txid as transaction, r.reason`;
const PAYMENT = 'left join payment p on p.order_id = f.order_id';

/** The owner of a refund, and the refund as their programs get it; null where there is none. */
export async function findRefundTold(
  connection: Connection,
  refundId: RefundId,
): Promise<{ userId: UserId; data: RefundEventData } | null> {
  const [row] = await connection.query<RefundRow>(
    `select r.user_id as "userId", ${COLUMNS}, r.asset, r.amount, r.fee, r.status as state, r.address
     from refund r left join refund_offer f on f.refund_id = r.id ${PAYMENT} where r.id = $1`,
    [refundId],
  );
  return row === undefined ? null : present(row);
}

/** The merchant of an offer of coins to a payer, and the offer as their programs get it; null where there is none. */
export async function findOfferTold(
  connection: Connection,
  offerId: OfferId,
): Promise<{ userId: UserId; data: RefundEventData } | null> {
  const [row] = await connection.query<RefundRow>(
    `select o.user_id as "userId", ${COLUMNS}, f.asset, f.amount, f.fee, coalesce(r.status, f.status) as state, f.address
     from refund_offer f join customer_order o on o.id = f.order_id left join refund r on r.id = f.refund_id ${PAYMENT}
     where f.id = $1`,
    [offerId],
  );
  return row === undefined ? null : present(row);
}

function present({ userId, asset: code, amount, fee, ...row }: RefundRow): { userId: UserId; data: RefundEventData } {
  const asset = findLedgerAsset(code);
  if (asset === undefined) throw new Error(`no such asset: ${code}`);
  const inCoins = (units: bigint): string => formatUnits(units, asset.decimals);
  const data: RefundEventData = {
    ...row,
    asset: code,
    currency: asset.currency,
    network: asset.network,
    networkName: networkNameOf(asset),
    amount: inCoins(BigInt(amount)),
    fee: inCoins(BigInt(fee)),
    net: inCoins(BigInt(amount) - BigInt(fee)),
    explorerUrl: row.transaction === null ? null : explorerUrl(asset.network, row.transaction),
  };
  return { userId, data };
}
