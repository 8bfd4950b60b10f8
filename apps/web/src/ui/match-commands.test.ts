// Guarantee: a palette finds what fits every typed word, the nearest first, and keeps what belongs together together.
import { expect, it } from 'vitest';
import { type Command, matchCommands } from './match-commands.ts';

const page = (title: string, words?: string, group = 'Pages'): Command => ({
  id: title,
  group,
  title,
  goal: '/',
  ...(words === undefined ? {} : { words }),
});
const COMMANDS = [
  page('Wallets', 'address deposit'),
  page('Convert to Naira', 'sell exchange'),
  page('Payment method', 'bank account'),
  page('Naira statements'),
  page('Log out', 'sign out', 'Actions'),
  page('Change password', 'sign in', 'Actions'),
];
const found = (typed: string) => matchCommands(COMMANDS, typed).map(({ title }) => title);

it('finds by title and other words, whatever the case, every word of it', () => {
  expect(found(' BANK account ')).toEqual(['Payment method']);
  expect(found('bank password')).toEqual([]);
  expect(found('')).toHaveLength(COMMANDS.length);
});

it('puts the title that begins with it first, and groups together', () => {
  expect(found('naira')).toEqual(['Naira statements', 'Convert to Naira']);
  expect(matchCommands([page('Sign here'), ...COMMANDS], 'sign').map(({ group }) => group)).toEqual([
    'Pages',
    'Actions',
    'Actions',
  ]);
});
