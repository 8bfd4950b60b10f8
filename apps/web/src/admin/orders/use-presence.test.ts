// Who looks at an order is readable in a row however long the names are, and whole in the panel; which order is looked at
// here is told once for each that the officer stays at, and that none is once the desk is left.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import type { OrderId, UserId } from '@kobogate/contract';
import { lookersText, shortLookersText, usePresence } from './use-presence.ts';

const lookers = (...names: string[]) =>
  names.map((by) => ({
    orderId: idFor<OrderId>('one'),
    adminId: idFor<UserId>(by),
    by,
    since: '2026-11-21T13:08:09Z',
  }));

test('[S2] one by name, several by initials, the rest by number; everybody by name where there is room', () => {
  const long = ['Ada Obi', 'Chukwuemeka Nnamdi-Okonkwo', 'Bola Ade', 'Super Admin'];
  expect([0, 1, 2, 3, 4].map((count) => shortLookersText(lookers(...long.slice(0, count))))).toEqual([
    '',
    'Ada\u00a0O.',
    'AO, CN',
    'AO, CN, BA',
    'AO, CN, BA +1',
  ]);
  expect(shortLookersText(lookers('Chukwuemeka Nnamdi-Okonkwo'))).toBe('Chukwuemeka\u00a0N.');
  expect(lookersText(lookers(...long))).toBe(
    'Ada Obi, Chukwuemeka Nnamdi-Okonkwo, Bola Ade and Super Admin look at it',
  );
  expect([lookersText(lookers('Ada Obi')), lookersText([])]).toEqual(['Ada Obi looks at it', '']);
});

test('moving on to another order tells of that one alone, and leaving tells that none is looked at', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const fetched = vi.fn<typeof fetch>(async () => Response.json({ data: [] }));
  vi.stubGlobal('fetch', fetched);
  const told = (): unknown[] =>
    fetched.mock.calls.flatMap(([, request]) => (typeof request?.body === 'string' ? [JSON.parse(request.body)] : []));
  function Desk({ looksAt }: { looksAt: string | null }): null {
    usePresence(looksAt, false);
    return null;
  }
  const root = createRoot(document.createElement('div'));
  const goPast = (looksAt: string | null) =>
    act(async () => root.render(createElement(QueryClientProvider, { client }, createElement(Desk, { looksAt }))));
  const look = async (looksAt: string | null): Promise<void> => {
    await goPast(looksAt);
    await act(async () => vi.advanceTimersByTimeAsync(300));
  };
  const client = new QueryClient();
  const [one, two, three] = ['one', 'two', 'three'].map((name) => String(idFor<OrderId>(name)));
  await look(one ?? '');
  await goPast(three ?? '');
  await look(two ?? '');
  expect(told()).toEqual([{ orderId: one }, { orderId: two }]);
  await look(null);
  expect(told().at(-1)).toEqual({ orderId: null });
  await look(one ?? '');
  await act(async () => root.unmount());
  expect(told()).toEqual([{ orderId: one }, { orderId: two }, { orderId: null }, { orderId: one }, { orderId: null }]);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
