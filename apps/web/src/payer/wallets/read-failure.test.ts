// Guarantee: after a request to send, only an error that certainly means "not sent" is shown as such; everything else
// is unknown, so that a payer is not led to pay twice.
import { describe, expect, it } from 'vitest';
import { readFailure } from './read-failure.ts';
import { WalletFailure } from './wallet.ts';

const after = (error: unknown, otherwise: WalletFailure['problem'] = 'unknown') =>
  readFailure(error, otherwise).problem;

describe('a wallet’s error', () => {
  it.each([
    ['a refusal', { code: 4001, message: 'User rejected' }, 'rejected'],
    ['a refusal inside an internal error', { code: -32_603, data: { originalError: { code: 4001 } } }, 'rejected'],
    ['a refusal as its cause', Object.assign(new Error('failed'), { cause: { code: 4001 } }), 'rejected'],
    ['a refusal in words', new Error('User rejected the request.'), 'rejected'],
    ['a refusal in another wallet’s words', { message: 'The request was rejected by user' }, 'rejected'],
    ['an open question', { code: -32_002 }, 'pending'],
    ['no permission', { code: 4100 }, 'disconnected'],
    ['no such call', { code: 4200 }, 'unsupported'],
    ['too little', { code: -32_000, message: 'insufficient funds for gas * price + value' }, 'too-little'],
  ])('%s certainly sent nothing', (_what, error, problem) => {
    expect(after(error)).toBe(problem);
  });

  it.each([
    ['an internal error', { code: -32_603, message: 'Internal JSON-RPC error.' }],
    ['a lost network', { code: 4900, message: 'Disconnected' }],
    ['a lost chain', { code: 4901 }],
    ['a time-out', new Error('timed out')],
    ['nothing', undefined],
    ['a text', 'rejected'],
    ['itself as its cause', selfCaused()],
  ])('%s may have sent it', (_what, error) => {
    expect(after(error)).toBe('unknown');
  });

  it('before a request to send means what its caller says', () => {
    expect(after({ code: -32_603 }, 'failed')).toBe('failed');
    expect(after({ code: 4901 }, 'failed')).toBe('wrong-network');
    expect(after(new WalletFailure('rate-ended'))).toBe('rate-ended');
  });
});

function selfCaused(): Error {
  const error = new Error('round and round');
  error.cause = error;
  return error;
}
