import type { AddressSource } from '@kobogate/addresses';
import type { NetworkId, OrderId } from '@kobogate/contract';
import type { DepartureGate, OperatorSettings } from '../controls/index.ts';
import type { MonthSealer } from '../ledger/index.ts';
import type { TreasuryWallet } from '../custody/index.ts';
import type { BankRail, PayoutWriter } from '../payouts/index.ts';
import type { Base } from '../platform/base.ts';
import type { QuoteSigner } from '../sales/index.ts';
import { createPicturePress } from './receipts/draw-link-picture.ts';
import { createReceiptPress } from './receipts/draw-receipt.ts';
import { receiptRoutes } from './receipts/routes.ts';
import { traceMoney } from './receipts/trace-money.ts';
import { createDailyReconciliation } from './reconciliation/reconcile-yesterday.ts';
import { reconciliationRoutes } from './reconciliation/routes.ts';
import { followTransfers } from './recovery/follow-transfers.ts';
import { readLists } from './recovery/read-lists.ts';
import { recoveryRoutes } from './recovery/routes.ts';
import type { SettleDependencies } from './recovery/settle-transfer.ts';
import { statementRoutes, reportRoutes } from './statements/routes.ts';

/** What the books room needs. */
interface BooksNeeds extends Base {
  readonly configuration: { readonly publicOrigin: string };
  readonly settings: OperatorSettings;
  readonly quoteSigner: QuoteSigner;
  readonly monthSealer: MonthSealer;
  readonly addressSources: readonly AddressSource[];
  /** The networks that are watched. */
  readonly networks: readonly NetworkId[];
  readonly treasuryWallets: readonly { readonly treasuryWallet: TreasuryWallet }[];
  readonly rails: readonly BankRail[];
  readonly gate: DepartureGate;
  readonly writer: PayoutWriter;
  readonly valueOf: SettleDependencies['valueOf'];
  /** The folder with the fonts of receipts. */
  readonly fonts: string;
}

/** Receipts, statements, reports, and the comparison with banks and chains. */
export async function createBooks(needs: BooksNeeds) {
  const { database, clock, log, settings, quoteSigner, monthSealer, addressSources } = needs;
  const { networks, treasuryWallets, rails, gate, writer, valueOf } = needs;
  const { publicOrigin } = needs.configuration;
  const drawReceipt = await createReceiptPress(needs.fonts);
  const comparing = {
    database,
    clock,
    log,
    addressSources,
    rails,
    treasuryWallets,
    networks,
    quoteSigner,
    monthSealer,
    publicOrigin,
  };
  const compared = { rails: rails.map(({ name }) => name), networks };
  return {
    routes: [
      ...reportRoutes({ database: database.stale }),
      ...recoveryRoutes({ database, clock, log, compared, valueOf }),
      ...reconciliationRoutes(comparing),
      ...receiptRoutes({ database, settings, drawReceipt }),
      ...statementRoutes({ database, clock }),
    ],
    timers: [
      { name: 'compare-departures', everySeconds: 10, run: () => gate.compare() },
      { name: 'read-bank-lists', everySeconds: 15, run: () => readLists({ database, clock, log, rails, writer }) },
      { name: 'follow-transfers', everySeconds: 600, run: () => followTransfers({ database, log, rails }) },
      { name: 'reconcile-yesterday', everySeconds: 600, run: createDailyReconciliation(comparing) },
    ],
    handlers: [] as const,
    queries: {
      drawReceipt,
      drawLinkPicture: createPicturePress(needs.fonts),
      traceMoney: (orderId: OrderId) => traceMoney(database, orderId),
    },
  };
}
