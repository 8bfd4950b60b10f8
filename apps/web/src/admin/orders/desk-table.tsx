import { isolated, type Looker, RISK_NAMES } from '@kobogate/contract';
import { Activity, memo, type MouseEvent } from 'react';
import { STATUS_WORDS } from '../../account/conversions/order-words.ts';
import { coinText, nairaText, relativeText } from '../../lib/formats.ts';
import { useNow } from '../../lib/use-now.ts';
import { classes } from '../../ui/classes.ts';
import { CoinMark } from '../../ui/coin-mark.tsx';
import { Eye } from '../../ui/icons.ts';
import { Badge, Status, TONE_ICON, type Tone } from '../../ui/status.tsx';
import { deskWords } from './desk-words.ts';
import type { AdminRow } from './local-decisions.ts';
import { RowActions } from './order-actions.tsx';
import { isNameDoubtful, payeeWords } from './payee-name.tsx';
import type { AdminOrders } from './use-admin-orders.ts';
import { whichOrder } from './seen-order.tsx';
import type { Desk } from './use-desk.ts';
import { lookersText, shortLookersText } from './use-presence.ts';

const HEAD = 'px-3 py-2 font-medium';
const CELL = '@min-[34rem]:h-14 @min-[34rem]:px-3 @min-[34rem]:align-middle min-w-0';
const LINE = 'block truncate leading-5';
/** A column that stands in the first where the list is narrow, as beside the evidence: there names are read whole. */
const WIDE = '@min-[34rem]:@max-3xl:hidden';

/**
 * The orders as rows of 56 px that no text makes higher; as cards where there is little space. A press on a row opens
 * its evidence.
 */
export function DeskTable({
  orders,
  desk,
  lookers,
}: {
  orders: AdminOrders;
  desk: Desk;
  /** The other administrators by the order that they look at. */
  lookers: ReadonlyMap<string, readonly Looker[]>;
}) {
  const clean = orders.rows.filter(desk.selection.canChoose);
  // The next page is drawn beforehand, out of sight: the last decision of a page shows it with the decided row.
  const pages = [
    { number: orders.page.number, rows: orders.rows },
    { number: orders.page.number + 1, rows: orders.nextRows },
  ].filter(({ rows }) => rows.length > 0);
  return (
    <div className="@container" data-desk-list>
      <table className="w-full table-fixed text-sm @max-[34rem]:block @min-[34rem]:rounded-card @min-[34rem]:bg-surface @min-[34rem]:overflow-clip @min-[34rem]:shadow-card @min-[34rem]:outline @min-[34rem]:outline-hairline">
        <caption className="sr-only">{orders.isSample ? 'Sample orders' : 'Orders'}</caption>
        <thead className="@max-[34rem]:sr-only">
          <tr className="border-b border-hairline text-left text-ink-soft">
            {/* As high without a box: no row moves when the last clean order is decided. */}
            <td className="box-content h-11 w-11 @max-[34rem]:hidden">
              {clean.length > 0 && (
                <Check
                  label="Choose all clean orders of this page"
                  isOn={clean.every(desk.selection.has)}
                  onChange={() => desk.selection.toggleAll(clean)}
                />
              )}
            </td>
            <th scope="col" className={HEAD}>
              Customer
            </th>
            <th scope="col" className={classes(HEAD, 'w-[19%]', WIDE)}>
              Paid to
            </th>
            <th scope="col" className={classes(HEAD, 'w-[28%] text-right @3xl:w-[18%]')}>
              Amount
            </th>
            <th scope="col" className={classes(HEAD, 'w-[36%] @3xl:w-[24.5%]')}>
              State
            </th>
            <th scope="col" className={classes(HEAD, 'w-51', WIDE)}>
              Actions
            </th>
          </tr>
        </thead>
        {pages.map(({ number, rows }) => (
          <Activity key={number} mode={number === orders.page.number ? 'visible' : 'hidden'}>
            <tbody className="@max-[34rem]:grid @max-[34rem]:gap-3">
              {rows.map((row) => (
                <DeskRow
                  key={row.id}
                  row={row}
                  isSample={orders.isSample}
                  isAbout={desk.chosenId === row.id}
                  isOpen={desk.openId === row.id}
                  isPicked={desk.selection.has(row)}
                  canPick={desk.selection.canChoose(row)}
                  lookers={lookers.get(row.id) ?? NOBODY}
                  onOpen={desk.open}
                  onFocus={desk.choose}
                  onDecide={desk.startDeciding}
                  onPick={desk.selection.toggle}
                />
              ))}
            </tbody>
          </Activity>
        ))}
      </table>
    </div>
  );
}

const NOBODY: readonly Looker[] = [];

/** Drawn again only where one of these changes: a key or a decision is about one row or two, and waits for no others. */
const DeskRow = memo(function DeskRow({
  row,
  isSample,
  isAbout,
  isOpen,
  isPicked,
  canPick,
  lookers,
  onOpen,
  onFocus,
  onDecide,
  onPick,
}: {
  row: AdminRow;
  isSample: boolean;
  /** Keys are about it. */
  isAbout: boolean;
  isOpen: boolean;
  isPicked: boolean;
  canPick: boolean;
  lookers: readonly Looker[];
  onOpen: Desk['open'];
  onFocus: Desk['choose'];
  onDecide: Desk['startDeciding'];
  onPick: Desk['selection']['toggle'];
}) {
  // A press beside the buttons opens the row too.
  function press(event: MouseEvent<HTMLTableRowElement>): void {
    if (event.target instanceof Element && event.target.closest('button, a, input, label') === null) onOpen(row.id);
  }
  return (
    <tr
      onClick={press}
      aria-current={isAbout ? 'true' : undefined}
      className={classes(
        'cursor-pointer border-b border-hairline last:border-0 hover:bg-sunk',
        'aria-[current]:shadow-[inset_3px_0_0_var(--primary)] aria-[current]:bg-primary-soft',
        '@max-[34rem]:grid @max-[34rem]:grid-cols-[minmax(0,1fr)_auto] @max-[34rem]:gap-x-4 @max-[34rem]:gap-y-2 @max-[34rem]:rounded-card @max-[34rem]:border @max-[34rem]:bg-surface @max-[34rem]:p-4 @max-[34rem]:last:border',
        row.decision !== null && 'text-ink-soft',
      )}
    >
      <td className="@max-[34rem]:hidden">
        {canPick && <Check label={`Choose ${whichOrder(row)}`} isOn={isPicked} onChange={() => onPick(row)} />}
      </td>
      <td className={CELL}>
        <button
          type="button"
          data-order={row.id}
          aria-expanded={isOpen}
          aria-label={`${row.customerName}, ${coinText(row.fromAmount, row.fromCurrency)}: details of the order`}
          onFocus={() => onFocus(row.id)}
          onClick={() => onOpen(row.id)}
          className="-my-1 block max-w-full rounded-card py-1 text-left hover:underline max-sm:min-h-11"
        >
          <span className={classes(LINE, 'text-[15px] font-semibold')}>
            <bdi>{row.customerName}</bdi>
          </span>
          <span className={classes(LINE, WIDE, 'text-[13px] text-ink-soft')}>
            {isSample && <Badge tone="neutral">Sample</Badge>} {row.kind === 'payment' && 'By link: '}
            {row.customerEmail}
          </span>
        </button>
        <span className="@max-[34rem]:hidden @3xl:hidden">
          <PayeeLine row={row} isAlone />
        </span>
      </td>
      <td className={classes(CELL, WIDE, '@max-[34rem]:order-3 @max-[34rem]:col-span-2')}>
        <Payee row={row} />
      </td>
      <td className={classes(CELL, 'figures text-right @max-[34rem]:order-2')}>
        <span className={classes(LINE, 'text-[15px] font-semibold')}>{nairaText(row.naira)}</span>
        <Coins row={row} />
      </td>
      <td className={classes(CELL, '@max-[34rem]:order-4 @max-[34rem]:col-span-2')}>
        <RowState row={row} lookers={lookers} />
      </td>
      <td className={classes(CELL, WIDE, '@max-[34rem]:order-5 @max-[34rem]:col-span-2')}>
        <RowActions row={row} onDecide={onDecide} />
      </td>
    </tr>
  );
});

/** A box of a whole cell: a press beside it is one on it. */
function Check({ label, isOn, onChange }: { label: string; isOn: boolean; onChange: () => void }) {
  return (
    <label className="grid size-11 cursor-pointer place-items-center">
      <input
        type="checkbox"
        aria-label={label}
        checked={isOn}
        onChange={onChange}
        className="size-4.5 accent-primary"
      />
    </label>
  );
}

/** Longer amounts have smaller letters: an amount is never cut. */
const LONG = 17;
const LONGEST = 22;

function Coins({ row: { fromAmount, fromCurrency, network, networkName, lockEnded } }: { row: AdminRow }) {
  const coins = coinText(fromAmount, fromCurrency);
  return (
    <span
      className={classes(
        'flex items-center justify-end gap-1.5 leading-5 whitespace-nowrap text-ink-soft',
        coins.length > LONGEST ? 'text-[11px]' : coins.length > LONG && 'text-xs',
      )}
      title={networkName}
    >
      <CoinMark currency={fromCurrency} network={network} className="size-4" />
      <span className="shrink-0">{coins}</span>
      {lockEnded && <span className="truncate @max-3xl:hidden">at today’s rate</span>}
    </span>
  );
}

function Payee({ row }: { row: AdminRow }) {
  const { accountName } = row.bankAccount;
  return (
    <>
      <span className={LINE}>
        <bdi>{accountName}</bdi>
      </span>
      <PayeeLine row={row} />
    </>
  );
}

/** What the bank says of the name where that is in doubt, else the account, with its name where nothing else has it. */
function PayeeLine({ row: { bankAccount, customerName }, isAlone }: { row: AdminRow; isAlone?: boolean }) {
  const { accountName, accountNumber, bankName, nameResolution, nameScore, resolvedName } = bankAccount;
  if (isNameDoubtful(bankAccount)) {
    return (
      <Marked tone={payeeWords(bankAccount).tone}>
        {nameResolution === 'mismatch'
          ? `${nameScore ?? 0}\u00a0% alike: bank says ${isolated(resolvedName ?? '')}`
          : 'Name not confirmed by the bank'}
      </Marked>
    );
  }
  const isOther = isAlone === true && accountName.toLowerCase() !== customerName.toLowerCase();
  const account = `${isOther ? `${isolated(accountName)} ` : ''}${accountNumber} ${bankName}`;
  return (
    <span className={classes(LINE, 'figures text-[13px] text-ink-soft')} title={account}>
      {account}
    </span>
  );
}

const INKS = { danger: 'text-danger', warning: 'text-warning', success: 'text-success' } as const;
const inkOf = (tone: Tone): string =>
  tone === 'danger' || tone === 'warning' || tone === 'success' ? INKS[tone] : 'text-ink-soft';

function Marked({ tone, children }: { tone: Tone; children: string }) {
  const Icon = TONE_ICON[tone];
  return (
    <span className={classes('flex items-center gap-1 font-medium', inkOf(tone))} title={children}>
      <Icon className="size-4 shrink-0" aria-hidden="true" />
      <span className="truncate">{children}</span>
    </span>
  );
}

/** What matters most of an order, and its age, or who looks at it; below them its signs of risk. */
function RowState({ row, lookers }: { row: AdminRow; lookers: readonly Looker[] }) {
  const now = useNow();
  const { tone, text } = deskWords(row);
  const review = STATUS_WORDS[row.status].text;
  const isPending = row.status === 'pending';
  const [risk, ...others] = isPending ? row.riskRules.map((rule) => RISK_NAMES[rule]) : [];
  const isRisky = isPending && row.priority !== 'low';
  const isHigh = row.priority === 'high';
  return (
    <>
      <span className="flex items-center gap-2 text-xs leading-5 whitespace-nowrap">
        <span className="shrink-0">
          <Status tone={tone}>{text}</Status>
        </span>
        {lookers.length > 0 ? (
          <Lookers lookers={lookers} />
        ) : (
          <span className="min-w-0 truncate text-ink-soft">{relativeText(row.date, now)}</span>
        )}
      </span>
      <span className="mt-0.5 flex items-center gap-x-1.5 overflow-hidden text-xs leading-5 text-ink-soft">
        {!isPending && text !== review && review}
        {isRisky && (
          <span className={classes('shrink-0 font-semibold', isHigh ? 'text-danger' : 'text-warning')}>
            {isHigh ? 'High' : 'Medium'}
            <span className="@min-[34rem]:@max-3xl:sr-only"> risk</span>
          </span>
        )}
        {risk !== undefined && (
          <span className="min-w-0 truncate" title={[risk, ...others].join(', ')}>
            {isRisky && '· '}
            {risk}
            {others.length > 0 && ` and ${others.length} more`}
          </span>
        )}
      </span>
    </>
  );
}

/** Who else looks at an order: short enough to be read whole. */
function Lookers({ lookers }: { lookers: readonly Looker[] }) {
  const text = lookersText(lookers);
  return (
    <span className="flex min-w-0 items-center gap-1 font-semibold" title={text}>
      <Eye className="size-4 shrink-0" aria-hidden="true" />
      <span className="sr-only">{text}</span>
      <span aria-hidden="true" className="truncate">
        {shortLookersText(lookers)}
      </span>
    </span>
  );
}
