import { useEffect } from 'react';
import { STATUS_WORDS } from '../../account/conversions/order-words.ts';
import { nairaText } from '../../lib/formats.ts';
import { useStable } from '../../lib/use-stable.ts';
import { Button } from '../../ui/button.tsx';
import { deskKey, isElsewhere } from './desk-keys.ts';
import { type AdminRow, applyDecisions } from './local-decisions.ts';
import { whichOrder } from './seen-order.tsx';
import type { AdminOrders } from './use-admin-orders.ts';
import type { Desk } from './use-desk.ts';

type TrayOrders = Pick<AdminOrders, 'batch' | 'decisions' | 'undoable' | 'undo' | 'undoLast' | 'decide' | 'takeBack'>;
type TrayDesk = Pick<Desk, 'open' | 'startDeciding'>;

/** More decisions that can be taken back are one line. */
const MOST_SHOWN = 3;

/**
 * What was just decided and can be taken back, and the decisions that the server does not have, over the lower edge of
 * the page: there they move no row. One that was
 * refused because its order had changed is looked at again; one that did not arrive is sent again or taken back. The key
 * that takes the newest decision back works wherever it is, also before there is anything to show.
 */
export function DecisionTray({ orders, desk }: { orders: TrayOrders; desk: TrayDesk }) {
  const open = openRows(orders);
  const press = useStable((event: KeyboardEvent): void => {
    if (event.defaultPrevented || isElsewhere(event.target) || deskKey(event, false) !== 'undo') return;
    if (orders.undoLast()) event.preventDefault();
  });
  useEffect(() => {
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [press]);
  if (open.length + orders.undoable.length === 0) return null;
  return (
    <ul className="fixed inset-x-4 bottom-4 z-20 mx-auto grid max-h-[50dvh] max-w-xl gap-2 overflow-y-auto">
      {orders.undoable.length > MOST_SHOWN && <UndoAll orders={orders} />}
      {(orders.undoable.length > MOST_SHOWN ? orders.undoable.slice(-1) : orders.undoable).map((order) => (
        <li
          key={order.id}
          className="flex items-center gap-3 rounded-card border border-hairline bg-surface py-1 pr-1 pl-3 text-sm shadow-card"
        >
          <output className="min-w-0 flex-1">
            {STATUS_WORDS[order.status].text}: <bdi>{order.customerName}</bdi>, {nairaText(order.naira)}
          </output>
          <Button variant="quiet" aria-keyshortcuts="u" onClick={() => orders.undo(order)}>
            Undo<span className="sr-only"> the decision on {whichOrder(order)}</span>
          </Button>
        </li>
      ))}
      {open.map((row) => (
        <li
          key={row.id}
          className="flex flex-wrap items-center gap-3 rounded-card border border-danger bg-surface p-3 text-sm shadow-card"
        >
          <Problem row={row} />
          <Ways row={row} orders={orders} desk={desk} />
        </li>
      ))}
    </ul>
  );
}

/** The orders whose decision the server does not have, also where the list has them no more. */
function openRows({ batch, decisions }: TrayOrders): AdminRow[] {
  return Object.values(decisions).flatMap(({ seen, state }) =>
    state === 'unsaved' || state === 'refused'
      ? (batch.find(({ id }) => id === seen.id) ?? applyDecisions([seen], decisions))
      : [],
  );
}

function UndoAll({ orders: { undoable, undo } }: { orders: TrayOrders }) {
  return (
    <li className="flex items-center gap-3 rounded-card border border-hairline bg-surface py-1 pr-1 pl-3 text-sm shadow-card">
      <output className="min-w-0 flex-1">Decided: {undoable.length} orders</output>
      <Button
        variant="quiet"
        onClick={() => {
          for (const order of undoable) undo(order);
        }}
      >
        Undo all
      </Button>
    </li>
  );
}

function Problem({ row }: { row: AdminRow }) {
  return (
    <div role="alert" className="min-w-0 flex-1 basis-52">
      <p className="font-semibold text-danger">
        {row.decision?.state === 'refused' ? 'Not decided' : 'Not saved on the server'}
      </p>
      <p className="text-ink-soft">
        <bdi>{row.customerName}</bdi>, {nairaText(row.naira)}: {row.decision?.problem}
      </p>
    </div>
  );
}

function Ways({ row, orders, desk }: { row: AdminRow; orders: TrayOrders; desk: TrayDesk }) {
  const { decision } = row;
  if (decision === null) return null;
  const which = whichOrder(row);
  if (decision.state === 'refused') {
    const lookAgain = (): void => {
      orders.takeBack(row.id);
      if (row.status === 'pending') desk.startDeciding({ ...row, decision: null }, decision.verdict, decision.seen);
      else desk.open(row.id);
    };
    return (
      <Button variant="secondary" onClick={lookAgain}>
        Look again<span className="sr-only"> at {which}</span>
      </Button>
    );
  }
  return (
    <div className="flex gap-1">
      <Button variant="secondary" onClick={() => orders.decide(row, decision)}>
        Try again<span className="sr-only">: {which}</span>
      </Button>
      <Button variant="quiet" onClick={() => orders.takeBack(row.id)}>
        Take back<span className="sr-only"> the decision on {which}</span>
      </Button>
    </div>
  );
}
