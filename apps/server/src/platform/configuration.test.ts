// A missing or unsafe variable stops the start with a sentence that names it, and never repeats its value.
import { expect, test } from 'vitest';
import { ConfigurationError, readConfiguration } from './configuration.ts';

const enough = { SMTP_URL: 'smtp://localhost:2525', MAIL_FROM: 'Kobogate <no-reply@kobogate.test>' };
const xpub = `xpub${'6'.repeat(107)}`;

test('the defaults are enough with a way to send mail', () => {
  expect(readConfiguration({ ...enough, DATABASE_URL: '' })).toMatchObject({
    port: 3000,
    databaseUrl: undefined,
    roles: ['api', 'watcher', 'worker'],
    publicOrigin: 'http://localhost:3000',
    networks: {},
    budpay: undefined,
    rateLockSeconds: 900,
  });
});

test('a network has its address and its confirmations', () => {
  const given = {
    ...enough,
    EVM_XPUB: xpub,
    RPC_BSC: 'http://localhost:8545',
    CONFIRMATIONS_BSC: '3',
    PUBLIC_ORIGIN: 'https://pay.example/',
  };
  expect(readConfiguration(given)).toMatchObject({
    networks: { bsc: { rpcUrl: 'http://localhost:8545', confirmations: 3 } },
    publicOrigin: 'https://pay.example',
  });
});

test.each([
  ['SMTP_URL', { SMTP_URL: undefined }, 'SMTP_URL is missing.'],
  ['PORT', { PORT: 'secret-value' }, 'PORT'],
  ['DATABASE_URL', { DATABASE_URL: 'mysql://secret-value' }, 'postgres://'],
  ['ROLES', { ROLES: 'api,secret-value' }, 'ROLES'],
  ['ADMIN_PASSWORD', { ADMIN_PASSWORD: 'short' }, 'at least 8'],
  ['EVM_XPUB', { EVM_XPUB: 'xprv-secret-value' }, 'a private one must never be here'],
  ['EVM_XPUB', { RPC_BSC: 'http://localhost', CONFIRMATIONS_BSC: '1' }, 'EVM_XPUB is missing'],
  ['CONFIRMATIONS_BSC', { EVM_XPUB: xpub, RPC_BSC: 'http://localhost' }, 'CONFIRMATIONS_BSC'],
  ['CONFIRMATIONS_BSC', { EVM_XPUB: xpub, RPC_BSC: 'http://localhost', CONFIRMATIONS_BSC: '0' }, 'CONFIRMATIONS_BSC'],
  ['RPC_BSC', { EVM_XPUB: xpub, RPC_BSC: 'file:///secret-value', CONFIRMATIONS_BSC: '1' }, 'RPC_BSC'],
  ['BUDPAY_SECRET_KEY', { BUDPAY_URL: 'http://localhost' }, 'BUDPAY_SECRET_KEY'],
  ['SPREAD_BASIS_POINTS', { SPREAD_BASIS_POINTS: '10000' }, '5,000'],
])('%s is named where it is wrong: %j', (name, wrong, words) => {
  const read = (): unknown => readConfiguration({ ...enough, ...wrong });
  expect(read).toThrow(ConfigurationError);
  expect(read).toThrow(name);
  expect(read).toThrow(words);
  expect(read).not.toThrow('secret-value');
});
