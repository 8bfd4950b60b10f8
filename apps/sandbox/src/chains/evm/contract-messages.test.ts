// A call of a contract and its deployment are the bytes that ethers makes of the same arguments; others are refused in words.
import { Interface } from 'ethers';
import { compiledContracts } from '@kobogate/testkit/sandbox/files.ts';
import { expect, test } from 'vitest';
import { Refusal } from '../../platform/refusal.ts';
import { callData, callMessage, deployMessage, findContract } from './contract-messages.ts';

const contracts = compiledContracts();
const A = '0x00000000000000000000000000000000000A11cE';
const B = '0xdac17f958d2ee523a2206206994597c13d831ec7';
const BYTES_32 = `0x${'0A'.repeat(32)}`;
const MOST = (2n ** 256n - 1n).toString();
const abiOf = (name: string) => findContract(contracts, name).abi;

test.each<readonly [contract: string, name: string, args: readonly unknown[]]>([
  ['PlainUsdc', 'transfer', [A, MOST]],
  ['PlainUsdc', 'balanceOf', [B]],
  ['PlainUsdc', 'pause', []],
  ['ReturnsFalseToken', 'transfer', [B, '0']],
  [
    'BatchPayer',
    'payNative',
    [
      [A, B],
      ['7', '8'],
    ],
  ],
  ['BatchPayer', 'payToken', [A, [], []]],
  ['TronLedger', 'execute', ['0x', BYTES_32, A, B, '1', `0x${'ab'.repeat(33)}`, '2']],
  ['TronLedger', 'energyOf', [A, '0x01']],
])('%s.%s', (contract, name, args) => {
  const abi = abiOf(contract);
  const data = new Interface(JSON.stringify(abi)).encodeFunctionData(name, args);
  expect(callData(abi, name, args)).toBe(data);
  const call = { address: A, function: name, args, value: 3n } as const;
  expect(callMessage(findContract(contracts, contract), call)).toEqual({ to: A, value: 3n, data });
});

test.each<readonly [contract: string, args: readonly unknown[]]>([
  ['FakeToken', ['USD₮, a text that is longer than the 32 bytes of a word', '255']],
  ['FakeToken', ['', '0']],
  ['BatchPayer', []],
])('%s is deployed with its arguments behind its code', (name, args) => {
  const contract = findContract(contracts, name);
  const behind = new Interface(JSON.stringify(contract.abi)).encodeDeploy(args).slice(2);
  expect(deployMessage(contract, args)).toEqual({ to: null, value: 0n, data: `${contract.creation}${behind}` });
});

test.each<readonly [why: string, contract: string, name: string, args: readonly unknown[]]>([
  ['a function that it lacks', 'PlainUsdc', 'mint', []],
  ['one argument too few', 'PlainUsdc', 'transfer', [A]],
  ['one argument too many', 'PlainUsdc', 'pause', ['1']],
  ['a wrong checksum', 'PlainUsdc', 'transfer', [A.replace('A11', 'a11'), '1']],
  ['an address that is a number', 'PlainUsdc', 'balanceOf', [1]],
  ['no address', 'PlainUsdc', 'balanceOf', [null]],
  ['a number that is too large', 'PlainUsdc', 'transfer', [A, `${MOST}0`]],
  ['a number below zero', 'PlainUsdc', 'transfer', [A, '-1']],
  ['a number that is none', 'PlainUsdc', 'transfer', [A, '1e3']],
  ['a number in hexadecimal', 'PlainUsdc', 'transfer', [A, '0x1']],
  ['a list that is none', 'BatchPayer', 'payNative', [A, ['1']]],
  ['an item of another type', 'BatchPayer', 'payNative', [[A], [A]]],
  ['half a byte', 'TronLedger', 'energyOf', [A, '0x1']],
  ['bytes that are text', 'TronLedger', 'energyOf', [A, 'abcd']],
  ['31 of 32 bytes', 'TronLedger', 'execute', ['0x', BYTES_32.slice(0, -2), A, B, '1', '0x', '2']],
  ['33 of 32 bytes', 'TronLedger', 'execute', ['0x', `${BYTES_32}00`, A, B, '1', '0x', '2']],
])('a call with %s is refused', (_why, contract, name, args) => {
  expect(() => callData(abiOf(contract), name, args)).toThrow(Refusal);
});

test.each<readonly [why: string, args: readonly unknown[]]>([
  ['a number beyond its type', ['USDT', '256']],
  ['a text that is a number', [5, '6']],
  ['none', []],
])('a deployment with %s is refused', (_why, args) => {
  expect(() => deployMessage(findContract(contracts, 'FakeToken'), args)).toThrow(Refusal);
});
