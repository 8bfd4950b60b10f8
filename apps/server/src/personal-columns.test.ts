// Every column that can hold words, JSON or bytes has a rule: what it may say about a person, and when that goes or which law keeps it. A
// new column without a rule fails here, as does a rule that the rooms' own lists contradict.
import { createTestDatabase } from '@kobogate/testkit/platform/database.ts';
import { expect, test } from 'vitest';
import { PERSONAL_RECORDS } from './rooms.ts';

/** When what a column says about a person goes. A column that several times hold for has several. */
type Rule =
  /** Says nothing about a person: a state, a code, a hash, a place on a public chain, the operator's own words. */
  | 'nobody'
  /** With the closed account: as the rooms' lists say. */
  | 'closed'
  /** The daily task's kinds, by the operator's times. */
  | 'sign-ins'
  | 'notices'
  | 'payers'
  | 'books'
  /** Within days of its end, by the hourly tasks. */
  | 'days'
  /** A month after it was left unfinished: sign-ups, invitations. */
  | 'unfinished'
  /** Stays: the books of money, the duty to know whose money it was, the chained record of the team's acts. */
  | 'stays for books'
  | 'stays for sanctions'
  | 'stays for audit';

const RULES: Readonly<Record<string, Partial<Readonly<Record<Rule, string>>>>> = {
  account_change: { 'stays for audit': 'change fields' },
  address_reserve: { nobody: 'family key_fingerprint' },
  address_sequence: { nobody: 'family' },
  admin_action: { 'stays for audit': 'action reason' },
  admin_action_link: { nobody: 'hash' },
  admin_action_proof: { nobody: 'hash' },
  api_key: { closed: 'name key_hash ending scopes' },
  app_user: {
    closed: 'email email_key first_name last_name phone phone_key gender password_hash search_key',
    unfinished: 'email email_key first_name last_name phone phone_key search_key',
    nobody: 'staff_role',
  },
  auto_sweep: { nobody: 'network refusal' },
  balance_check: { nobody: 'network' },
  balance_surplus: { nobody: 'network asset reason address_keys places' },
  bank_account: { closed: 'account_number bank_code bank_name account_name name_resolution resolved_name' },
  bank_account_change: { books: 'account_number bank_name account_name' },
  block: { nobody: 'network hash parent_hash' },
  customer_order: {
    books: 'account_number account_name resolved_name',
    'stays for books':
      'kind currency network asset status funding payout bank_code bank_name name_resolution rate_answer decline_code',
    'stays for audit': 'decline_reason held_reason priority risk_rules',
    nobody: 'idempotency_key',
  },
  debt_settlement: { 'stays for books': 'asset paid_asset', 'stays for audit': 'reason' },
  deposit: {
    'stays for books': 'network identity transaction block_hash asset status came_as read_by',
    'stays for audit': 'waits_for vouched_by contradiction',
  },
  deposit_address: { 'stays for books': 'family address_key address payment_asset', nobody: 'key_fingerprint' },
  deposit_claim: { 'stays for audit': 'reason kind' },
  deposit_sender: { 'stays for sanctions': 'address_key' },
  derivation_counter: { nobody: 'family key_fingerprint' },
  event: { days: 'payload key last_error', closed: 'payload key last_error', nobody: 'type trace' },
  factor_reset: {
    'sign-ins': 'statement begun_by user_agent address known_by first_reason outcome refusal',
    closed: 'statement begun_by user_agent address known_by first_reason outcome refusal',
  },
  fence: { nobody: 'cause reason lifted_on_machine' },
  found_payment: { 'stays for audit': 'reason', 'stays for books': 'asset address_key address kind' },
  found_transaction: { nobody: 'network txid block_hash status used_up' },
  idempotent_answer: { days: 'owner operation key request_hash answer' },
  known_address: { 'sign-ins': 'address_key', closed: 'address_key' },
  known_device: { 'sign-ins': 'device', closed: 'device' },
  late_deposit: { 'stays for audit': 'reason' },
  lease: { nobody: 'name holder' },
  ledger_account: { 'stays for books': 'code asset kind normal_side', nobody: 'head' },
  ledger_batch: { nobody: 'hash' },
  ledger_month: { nobody: 'month balances digest seal' },
  ledger_transfer: { 'stays for books': 'source source_id description' },
  locked_exposure: { 'stays for books': 'owner' },
  market_rate: { nobody: 'currency sources' },
  moved_coins: { nobody: 'network address asset' },
  network_provider: { nobody: 'network host state last_error tracing day heads heads_error' },
  nonce_account: { nobody: 'address network' },
  nonce_order: { nobody: 'network treasury sealed_secret' },
  notification: { notices: 'source type message sender_name page', closed: 'source type message sender_name page' },
  notification_choice: { closed: 'event' },
  one_time_code: { days: 'purpose code_hash place', closed: 'purpose code_hash place' },
  order_day: { nobody: 'status' },
  order_event: { books: 'text', 'stays for books': 'type' },
  order_month: { nobody: 'currency status funding' },
  order_quote: { 'stays for books': 'reason asset evidence', nobody: 'signature' },
  order_view: { closed: 'name query' },
  outgoing_transaction: { nobody: 'network txid raw status block_hash refusal' },
  passkey: { closed: 'credential_id public_key transports name' },
  passkey_proof: { days: 'challenge', closed: 'challenge' },
  passkey_registration: { days: 'challenge', closed: 'challenge' },
  password_reset: { days: 'token_hash', closed: 'token_hash' },
  payment: {
    payers: 'payer_email custom_values metadata',
    closed: 'payer_email custom_values metadata',
    books: 'name purpose reference',
    'stays for books': 'amount_currency amount payer_language',
  },
  payment_link: {
    closed: 'name purpose success_message redirect_url metadata custom_fields',
    'stays for books': 'amount coins amount_currency minimum_amount maximum_amount accepted',
  },
  payout: {
    books: 'account_number account_name',
    'stays for books': 'rail reference bank_code bank_name status session_id failure_reason only_rail',
    'stays for audit': 'claimed_reference claimed_evidence doubt',
  },
  provider_account: { closed: 'issuer subject provider email' },
  provider_answer: { nobody: 'state_hash' },
  quote: { 'stays for books': 'currency network evidence' },
  rail_float: { nobody: 'rail' },
  rate_source: { nobody: 'source' },
  rate_tick: { nobody: 'currency source quote' },
  reconciliation: { nobody: 'outcome report' },
  recovery_check: { nobody: 'part name state detail' },
  recovery_code: { closed: 'code_hash' },
  recovery_transfer: {
    books: 'account_number',
    'stays for books': 'rail reference bank_state status',
    'stays for audit': 'reason proposal first_reason',
  },
  refund: {
    'stays for books': 'asset place address status txid',
    'stays for audit': 'reason',
    'stays for sanctions': 'known_hits',
    nobody: 'idempotency_key',
  },
  refund_address: { closed: 'currency network address' },
  refund_offer: { 'stays for books': 'asset status address', nobody: 'told' },
  retention_run: { nobody: 'kind' },
  sanctioned_address: { 'stays for sanctions': 'family address_key address' },
  sanctions_hit: { 'stays for sanctions': 'address' },
  sanctions_list: { nobody: 'fingerprint' },
  schema_migration: { nobody: 'name checksum' },
  second_step: {
    days: 'challenge_hash password_mark passkey_challenge provider',
    closed: 'challenge_hash password_mark passkey_challenge provider',
  },
  secrets_key_check: { nobody: 'sealed' },
  session: { days: 'token_hash user_agent address begun_by', closed: 'token_hash user_agent address begun_by' },
  setting_change: { nobody: 'subject before after' },
  setting_proposal: { nobody: 'subject value' },
  settled_payment: { books: 'reference' },
  sign_up: {
    unfinished: 'place email first_name last_name phone password_hash provider issuer subject',
    closed: 'place email first_name last_name phone password_hash provider issuer subject',
  },
  spending_plan: { nobody: 'network body status notes' },
  staff_invitation: {
    unfinished: 'email email_key token_hash',
    closed: 'email email_key token_hash',
    'stays for audit': 'role',
  },
  stored_image: { closed: 'kind media bytes' },
  operator_return: { 'stays for audit': 'reason' },
  surplus_share: {
    'stays for books': 'kind transaction address',
    'stays for audit': 'reason',
    'stays for sanctions': 'sender',
  },
  text_message: { notices: 'status', closed: 'status' },
  throttle: { days: 'key' },
  totp: { closed: 'sealed_secret' },
  totp_enrolment: { days: 'sealed_secret', closed: 'sealed_secret' },
  treasury_address: { nobody: 'family address_key' },
  treasury_task: { nobody: 'kind network words' },
  untraced_block: { nobody: 'network hash' },
  wallet: { 'stays for books': 'currency network' },
  watcher: { nobody: 'network stalled' },
  webhook_attempt: { days: 'problem answer' },
  webhook_delivery: { nobody: 'state' },
  webhook_endpoint: {
    closed: 'url events secret former_secret turned_off_by listener_of',
  },
  webhook_event: { days: 'type data source', closed: 'type data source' },
};

/** Tables with personal columns that no archive has, and why. */
const NOT_GIVEN: Readonly<Record<string, string>> = {
  found_payment: 'a payment of the treasury, with the reason of an administrator',
  idempotent_answer: 'an answer that the person had, for two days; what it told is in the other records',
  locked_exposure: 'a sum of the orders',
  operator_return: 'coins that were the operator’s own until then, with the reason of an administrator',
  sanctioned_address: 'a list of others',
  sanctions_hit: 'would tell of a suspicion',
  settled_payment: 'derived from the payments',
  throttle: 'counters, for a day at most, by a text that may have an address in it',
  webhook_attempt: 'what the person’s own server answered',
};

/** Columns that the rooms' lists leave out, besides secrets and hashes, and why: never words about the person for no reason. */
const HELD_BACK: Readonly<Record<string, string>> = {
  'admin_action reason': 'would tell of a suspicion, or is another person’s',
  'app_user email_key': 'the e-mail once more, to search by; so are the next two',
  'app_user phone_key': '',
  'app_user search_key': '',
  'customer_order held_reason': 'would tell of a suspicion; so are the next two',
  'customer_order priority': '',
  'customer_order risk_rules': '',
  'debt_settlement reason': 'of the team',
  'deposit contradiction': 'what providers say of the chain; so are the next two',
  'deposit vouched_by': '',
  'deposit waits_for': '',
  'deposit_claim reason': 'of the team; so is the next one',
  'late_deposit reason': '',
  'surplus_share reason': '',
  'factor_reset first_reason': 'of the team',
  'payout claimed_reference': 'what a person of the team stated of it; so are the next two',
  'payout claimed_evidence': '',
  'payout doubt': '',
  'recovery_transfer first_reason': 'of the team; so are the next two',
  'recovery_transfer proposal': '',
  'recovery_transfer reason': '',
  'refund known_hits': 'would tell of a suspicion',
  'event key': 'of the queue; so is the next one',
  'event last_error': '',
  'webhook_endpoint listener_of': 'a hash',
};
const IS_SECRET = /_hash$|^secret$|_secret$|^device$|^credential_id$|^public_key$|challenge$/;

const words = (text: string | undefined): string[] => (text ?? '').split(' ').filter((word) => word !== '');
const ruled = Object.entries(RULES).flatMap(([table, rules]) =>
  Object.entries(rules).flatMap(([rule, columns]) => words(columns).map((column) => ({ table, column, rule }))),
);
const records = PERSONAL_RECORDS.flatMap((room) => Object.values(room));

test('each column that can hold words, JSON or bytes has a rule, and each rule has its column', async () => {
  const { database, drop } = await createTestDatabase();
  const columns = await database.query<{ column: string }>(
    // Parts of a table are its rows.
    `select c.relname || ' ' || a.attname as column from pg_class c join pg_attribute a on a.attrelid = c.oid
     join pg_type t on t.oid = coalesce((select e.oid from pg_type e where e.typarray = a.atttypid), a.atttypid)
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and a.attnum > 0 and not a.attisdropped and t.typname !~ '^(u?int|float|numeric|bool|date|time|interval|uuid)'
     order by 1`,
  );
  await drop();
  const known = new Set(ruled.map(({ table, column }) => `${table} ${column}`));
  expect(columns.map(({ column }) => column).filter((column) => !known.has(column))).toEqual([]);
  const there = new Set(columns.map(({ column }) => column));
  expect([...known].filter((column) => !there.has(column))).toEqual([]);
});

test('what goes with a closed account is what the rooms erase', () => {
  const erases = ({ table, column }: { table: string; column: string }): boolean =>
    records.some(
      (record) =>
        record.table === table &&
        (record.erased === 'deleted' || ('set' in record.erased && column in record.erased.set)),
    );
  const nameOf = ({ table, column }: { table: string; column: string }): string => `${table} ${column}`;
  const said = new Set(ruled.filter(({ rule }) => rule === 'closed').map(nameOf));
  const aboutPeople = ruled.filter(({ rule }) => rule !== 'nobody');
  expect([...new Set(aboutPeople.filter(erases).map(nameOf))]).toEqual(
    [...new Set(aboutPeople.map(nameOf))].filter((column) => said.has(column)),
  );
});

test('what says something about a person is in their archive, is a secret, or is held back for a reason', () => {
  for (const { table, column, rule } of ruled) {
    if (rule === 'nobody' || table in NOT_GIVEN) continue;
    const record = records.find((each) => each.table === table);
    expect([table, record !== undefined]).toEqual([table, true]);
    const isLeftOut = record?.isSecret === true || record?.without?.includes(column) === true;
    const isAllowed = record?.isSecret === true || IS_SECRET.test(column) || `${table} ${column}` in HELD_BACK;
    expect([table, column, isLeftOut && !isAllowed]).toEqual([table, column, false]);
  }
});
