/** Every call of the API by feature. The server mounts these, the browser calls these, OpenAPI is generated from these. */
export * as endpoints from './endpoints.ts';

export { API_KEYS_MOST, API_KEY_PREFIX } from './api-keys.ts';
export type { ApiKey } from './api-keys.ts';
export { isSampleBrand } from './brand.ts';
export type { Brand } from './brand.ts';
export * from './amount-words.ts';
export * from './assets.ts';
export * from './charges.ts';
export { EVM_ROWS, type EvmRow, evmRows } from './evm-networks.ts';
export * from './constants.ts';
export * from './custom-fields.ts';
export * from './endpoint.ts';
export {
  type AnyErrorCode,
  ERROR_CODES,
  type ErrorAnswer,
  errorAnswer,
  type ErrorCode,
  errorCodeSchema,
  programErrorAnswer,
} from './error-codes.ts';
export * from './ids.ts';
export * from './explorer-addresses.ts';
export * from './explorers.ts';
export * from './formats.ts';
export { IMAGE_LIMIT_BYTES, IMAGE_SIZES } from './images.ts';
export type { ImageKind } from './images.ts';
export * from './isolated.ts';
export * from './lagos.ts';
export * from './legal.ts';
export * from './live.ts';
export * from './order-dates.ts';
export * from './payable.ts';
export * from './payment-page.ts';
export * from './payment-uri.ts';
export * from './states.ts';
export * from './roles.ts';
export * from './stray-assets.ts';
export * from './texts.ts';
export * from './wallet-networks.ts';
export type { User } from './accounts.ts';
export { USER_STATES } from './admin-users.ts';
export type { Activity, ActivityKind, FactorResetDetail, UserDetail, UserRow, UserState } from './admin-users.ts';
export {
  ORDER_VIEW_NAME_LENGTH,
  ORDER_VIEWS_MOST,
  PRESENCE_SECONDS,
  SETTLED_WITHIN_MINUTES,
  QUEUE_PAGE_SIZE,
  WORK_KINDS,
} from './admin.ts';
export type { Day, Looker, NetworkStatus, OrderView, Work, WorkItem, WorkKind } from './admin.ts';
export { AUDIT_KINDS } from './audit.ts';
export type { Act, AuditKind } from './audit.ts';
export { RETENTION_BOUNDS } from './retention-bounds.ts';
export { RETENTION_KINDS } from './closing.ts';
export type { Closing, RetentionKind, RetentionRun } from './closing.ts';
export { NAME_RESOLUTIONS } from './bank-accounts.ts';
export type { BankAccount, NameResolution } from './bank-accounts.ts';
export type { PayeeChoice } from './payees.ts';
export type { Dashboard } from './dashboard.ts';
export type { Debt } from './debts.ts';
export type { Evidence } from './evidence.ts';
export type { PersonalArchive } from './personal-data.ts';
export { NOTE_LENGTH, NOTES_SHOWN } from './notes.ts';
export type { Note } from './notes.ts';
export { INVITATION_HOURS } from './team.ts';
export type { Colleague, Invitation } from './team.ts';
export * from './decline-reasons.ts';
export { NOTIFICATION_EVENTS } from './notifications.ts';
export type { Notification, NotificationChoices, NotificationEvent } from './notifications.ts';
export {
  APPROVED_TOGETHER_AT_MOST,
  canApproveTogether,
  ORDER_AGES,
  ORDERS_COUNTED_AT_MOST,
  PAYOUT_FILTERS,
} from './admin-orders.ts';
export type { AdminOrder, OrderAge, OrderCounts } from './admin-orders.ts';
export type { Order, OrderDetail, Quote, TimelineEntry } from './orders.ts';
export type { NamedPerson, SignInWay, SignInWays } from './sign-in-providers.ts';
export { railTitle } from './payouts.ts';
export type { RailFloat } from './payouts.ts';
export type { ApprovalsView } from './settings.ts';
export { MOST_WEIGHT, PRIORITY_FROM, priorityOf, RISK_NAMES, RISK_RULES } from './risk.ts';
export type { RiskReason, RiskRule, RiskSettings } from './risk.ts';
export { isLinkCurrency, LINK_CURRENCIES, linkDecimals } from './link-currencies.ts';
export type { LinkCurrency } from './link-currencies.ts';
export { REDIRECT_LENGTH } from './payment-links.ts';
export type { LinkTotals, NewPaymentLink, OwnPaymentLink, PaymentLink } from './payment-links.ts';
export { paymentEventsPath } from './payments.ts';
export type {
  MerchantPayment,
  Payment,
  PaymentDeposit,
  PaymentRefund,
  PaymentRefundState,
  PaymentTotals,
} from './payments.ts';
export type { PaymentOverview, SettledFormat, SettledReference } from './settled-payments.ts';
export { SETTLED_FORMATS } from './settled-payments.ts';
export { productTermsSchema } from './products.ts';
export type { SolanaTransfer, TronTransferView } from './payer-wallets.ts';
export type { Product, ProductTerms } from './products.ts';
export type { SanctionsHit } from './sanctions.ts';
export { nairaLabel } from './receipts.ts';
export type { Receipt, ReceiptLayout, ReceiptRow } from './receipts.ts';
export { RATE_RANGES } from './rates.ts';
export type { RateHistory, RateRange } from './rates.ts';
export { reconciliationSchema } from './reconciliations.ts';
export type {
  ComparedPart,
  Difference,
  DifferenceKind,
  ReconciliationDetail,
  ReconciliationOutcome,
  ReconciliationSummary,
} from './reconciliations.ts';
export type { RecoveredTransfer, Recovery, RecoveryCheckAnswer } from './recovery.ts';
export {
  readRefundPair,
  REFUND_NETWORK_IDS,
  refundAddressTakesProof,
  refundNetworkName,
  refundNetworksOf,
} from './refund-addresses.ts';
export type { RefundAddress } from './refund-addresses.ts';
export { REFUNDS_SHOWN } from './refunds.ts';
export type { AdminRefund, Refund, Refundable, RefundPlace, RefundState } from './refunds.ts';
export {
  ADMIN_IDLE_MOST_MINUTES,
  ADMIN_SESSION_MOST_HOURS,
  DEFAULT_SETTINGS,
  KYC_TIERS,
  LOST_FACTOR_HOURS,
  newcomersLimit,
  settingSchemas,
  SHORT_AT_MOST_KOBO,
  RATE_MOVE_MOST_BASIS_POINTS,
  REVIEW_MOST_HOURS,
  reviewHoursOf,
  SHORT_MOST_BASIS_POINTS,
} from './settings.ts';
export type {
  Retention,
  AccessPolicy,
  Approvals,
  ClearingPolicy,
  ExposureLimits,
  Holds,
  KycTier,
  Limits,
  PublicBrand,
  Settings,
  SettingChange,
  SettingSection,
  SettingView,
  Switches,
  Tiers,
} from './settings.ts';
export type { AccountSession } from './sessions.ts';
export { STATEMENT_ENTRIES_SHOWN, STATEMENT_KINDS } from './statements.ts';
export type { Statement, StatementEntry, StatementKind } from './statements.ts';
export { REPORT_LONGEST_DAYS } from './reports.ts';
export type { Report, ReportTable } from './reports.ts';
export { SIGN_IN_PATHS } from './sign-in-pages.ts';
export type { FormProblems, SignInPages, SignInPath, SignInView } from './sign-in-pages.ts';
export * from './sign-in-texts.ts';
export type { Site, SiteCoin, SiteFacts, StartDocuments, StartPage } from './site.ts';
export type { FoundPaymentKind, FoundPaymentView } from './found-payments.ts';
export { SUSPENSE_PAYMENTS_SHOWN } from './suspense.ts';
export type { LateItem, SuspenseItem, TakenItem, UnclaimedItem, UnclaimedOwner } from './suspense.ts';
export { MOST_NONCES, PLAN_STUCK_HOURS, SIGNED_FILE_LIMIT } from './treasury.ts';
export type {
  PlannedTransaction,
  PlanStage,
  TreasuryNetwork,
  TreasuryPlan,
  TreasuryTask,
  TreasuryTaskKind,
} from './treasury.ts';
export { STATEMENT_LENGTH } from './lost-factor.ts';
export type { FactorReset, LostFactor } from './lost-factor.ts';
export type {
  Passkey,
  PasskeyAssertion,
  PasskeyAssertionOptions,
  PasskeyRegistration,
  PasskeyRegistrationOptions,
  Proof,
  SecondFactorProof,
  SecondStep,
  TwoFactor,
} from './two-factor.ts';
export type { SupportedCoin, Wallet } from './wallets.ts';
export { WEBHOOK_DATA } from './webhook-data.ts';
export type { PayoutEventData, RefundEventData, WebhookDataOf } from './webhook-data.ts';
export { WEBHOOK_EVENTS, WEBHOOK_SAMPLES, WEBHOOK_TEST, webhookBodySchema } from './webhook-events.ts';
export type { WebhookBody, WebhookEvent, WebhookSample } from './webhook-events.ts';
export { WEBHOOK_MEANINGS } from './webhook-meanings.ts';
export { WEBHOOK_SAMPLE_DATA } from './webhook-samples.ts';
export {
  listenerStreamPath,
  WEBHOOK_ENDPOINTS_MOST,
  WEBHOOK_SECRET_PREFIX,
  WEBHOOK_SIGNATURE_HEADER,
} from './webhooks.ts';
export type { Delivery, DeliveryAttempt, DeliveryDetail, DeliveryState, WebhookEndpoint } from './webhooks.ts';
