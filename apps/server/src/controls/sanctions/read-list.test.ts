// A list is read in the operators' usual formats: one address per line or field, in any form of its chain, each counted
// once; other lines are counted too, so that a wrong file is not mistaken for an empty list.
import { expect, test } from 'vitest';
import { readList } from './read-list.ts';

const EVM = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const OTHER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const TODAY = '2026-11-21';
const BITCOIN = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';

test('addresses of every chain, alone, in fields and with notes, once each', () => {
  const { addresses, listedOn, unread } = readList(
    [
      '# date: 2026-11-19',
      EVM,
      `ETH,"${EVM.toLowerCase()}",Name`,
      `${BITCOIN} # as of 2026-11-20`,
      '# 2026-11-18',
      '',
      BITCOIN.toUpperCase(),
    ].join('\r\n'),
    TODAY,
  );
  expect(addresses).toMatchObject([
    { family: 'evm', addressKey: EVM.toLowerCase() },
    { family: 'bitcoin', addressKey: '0014c0cebcd6c3d3ca8c75dc5ec62ebe55330ef910e2' },
  ]);
  expect({ listedOn, unread }).toEqual({ listedOn: '2026-11-19', unread: 0 });
});

test.each([
  ['a list in JSON on one line', JSON.stringify([EVM, OTHER, BITCOIN])],
  ['objects in JSON', JSON.stringify([EVM, OTHER, BITCOIN].map((address) => ({ ticker: 'XBT', address })))],
  ['tabs and semicolons', `${EVM}\t${OTHER};${BITCOIN}`],
  ['links and words', `ETH ethereum:${EVM}; alt. ${OTHER}; bitcoin:${BITCOIN}.`],
  ['points of a list', `• ${EVM}\n*${OTHER}\n–${BITCOIN}–`],
  ['letters without a shape', `\u200b${EVM.slice(0, 9)}\u00ad${EVM.slice(9)} ${OTHER}\ufeff\n\u2066${BITCOIN}\u2069`],
  ['no valid checksum', `0X${EVM.slice(2).toUpperCase()} ${OTHER.replace('C', 'c')}\r${BITCOIN}`],
])('an address is found whatever surrounds it: %s', (_what, text) => {
  expect(readList(text, TODAY).addresses.map(({ addressKey }) => addressKey)).toEqual([
    EVM.toLowerCase(),
    OTHER.toLowerCase(),
    '0014c0cebcd6c3d3ca8c75dc5ec62ebe55330ef910e2',
  ]);
});

test('lines without a known address are counted, and a file of only those is an empty list', () => {
  expect(readList('<html>\nnot found\n</html>', TODAY)).toEqual({ addresses: [], listedOn: null, unread: 3 });
  expect(readList(`${BITCOIN.slice(0, -1)}x`, TODAY)).toMatchObject({ addresses: [], unread: 1 });
});

test('an impossible or future day is not the list’s date', () => {
  const notes = ['# date: 2026-13-45', '# 2026-02-30', '# next review on 2027-01-01', '# of 2026-11-22, at the latest'];
  expect(readList([EVM, ...notes].join('\n'), TODAY).listedOn).toBeNull();
  expect(readList([...notes, '# 2026-11-21 and 2026-11-22', EVM].join('\n'), TODAY).listedOn).toBe(TODAY);
});

test.each([
  ['in a table', `Sample Person,"Flat #4, 12 Broad Street",${EVM}`],
  ['in JSON on one line', JSON.stringify([{ address: OTHER }, { remarks: 'Flat #4' }, { address: EVM }])],
  ['in a link', `https://list.example/#wallets/${EVM}`],
])('what stands behind a # in the middle of a line is part of the list: %s', (_what, text) => {
  expect(readList(text, TODAY).addresses.map(({ addressKey }) => addressKey)).toContain(EVM.toLowerCase());
});

test('a note on a line of its own, or behind a line’s only address, is no part of the list', () => {
  const text = [`# before: ${OTHER}`, `  #${OTHER}`, `${EVM} # was ${OTHER}`, `${EVM}#${OTHER}`].join('\n');
  expect(readList(text, TODAY)).toMatchObject({ addresses: [{ addressKey: EVM.toLowerCase() }], unread: 0 });
});
