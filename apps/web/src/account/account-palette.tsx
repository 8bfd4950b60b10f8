import { endpoints, HISTORY_STATES, type Order } from '@kobogate/contract';
import { useState } from 'react';
import { useChoose, useSharedCommands } from '../app/shared-commands.ts';
import { coinText, dateTimeText, nairaText } from '../lib/formats.ts';
import { useCall } from '../lib/queries.ts';
import { useSettled } from '../lib/use-settled.ts';
import { type Command, matchCommands } from '../ui/match-commands.ts';
import { Palette } from '../ui/palette.tsx';
import { HISTORY_WORDS, leadingWords } from './conversions/order-words.ts';

const page = (title: string, goal: string, words: string): Command => ({
  id: `page-${goal}`,
  group: 'Pages',
  title,
  words,
  goal,
});
const act = (title: string, goal: string, words: string): Command => ({
  id: `act-${goal}`,
  group: 'Actions',
  title,
  words,
  goal,
});

const COMMANDS: readonly Command[] = [
  page('Dashboard', '/account/dashboard', 'home start figures'),
  page('Convert to Naira', '/account/convert-to-naira', 'sell exchange coins rate'),
  page('Conversion history', '/account/convert-to-naira/history', 'orders transactions past convert'),
  page('Statements', '/account/convert-to-naira/statements', 'month tax csv pdf'),
  page('Wallets', '/account/wallets', 'address deposit balance coins'),
  page('Payment method', '/account/payment-method', 'bank account refund address'),
  page('Payment links', '/account/payment-link', 'merchant shop'),
  page('Notifications', '/account/notifications', 'news bell'),
  page('Profile', '/account/profile', 'name phone edit'),
  page('Settings', '/account/settings', 'security'),
  act('Change password', '/account/settings#password', 'security sign in'),
  act('Set up two-factor', '/account/settings#two-factor', 'security passkey authenticator'),
  act('See where you are signed in', '/account/settings#sessions', 'devices sessions sign out everywhere'),
  act('Choose which mails you get', '/account/settings#notifications', 'messages notifications'),
  act('Make an API key', '/account/settings#api-keys', 'developer programs'),
  act('Set up webhooks', '/account/settings#webhooks', 'developer programs events'),
  ...HISTORY_STATES.map((state) =>
    act(
      `Conversions: ${HISTORY_WORDS[state].toLowerCase()}`,
      `/account/convert-to-naira/history?state=${state}`,
      'history filter orders convert',
    ),
  ),
];

/** The shortest text that can be a reference, a transaction or an account number. */
const SHORTEST_SEARCH = 10;

const conversion = (order: Order): Command => ({
  id: `order-${order.id}`,
  group: 'Conversions',
  title: `${coinText(order.fromAmount, order.fromCurrency)} to ${nairaText(order.naira)}`,
  detail: `${leadingWords(order).text}, ${dateTimeText(order.createdAt)}`,
  goal: `/account/convert-to-naira/${order.id}`,
});

/** Every page and action of the account by name, and conversions by reference, transaction or account number. */
export default function AccountPalette({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const shared = useSharedCommands();
  const wanted = useSettled(typed.trim());
  const isAsked = wanted.length >= SHORTEST_SEARCH;
  const search = useCall(
    endpoints.orders.listConversions,
    { query: { search: wanted, limit: '5' } },
    { isEnabled: isAsked },
  );
  const found = isAsked ? (search.data?.data ?? []) : [];
  return (
    <Palette
      label="Find a page or action"
      placeholder="A page, an action, or a reference"
      typed={typed}
      onType={setTyped}
      commands={[...matchCommands([...COMMANDS, ...shared], typed), ...found.map(conversion)]}
      isSearching={isAsked && search.isFetching}
      onChoose={useChoose(onClose)}
      onClose={onClose}
    />
  );
}
