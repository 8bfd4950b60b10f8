// Where naira goes is changed by the password, and with two-factor on by a code as well: neither alone is enough.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSecretBox } from '../../platform/secret-box.ts';
import { createTestAccounts, ORIGIN, PASSWORD, type TestAccounts } from '../accounts/test-accounts.ts';
import { openSecondStep } from './open-second-step.ts';
import { createFullProof } from './prove-owner.ts';
import { twoFactorRoutes } from './routes.ts';
import { appCode, signUpWithApp } from './test-two-factor.ts';

let accounts: TestAccounts;
let prove: ReturnType<typeof createFullProof>;
beforeAll(async () => {
  accounts = await createTestAccounts((dependencies) => {
    const twoFactor = { ...dependencies, publicOrigin: ORIGIN, secretBox: createSecretBox(randomBytes(32)) };
    prove = createFullProof(twoFactor);
    return { openSecondStep, routes: twoFactorRoutes(twoFactor) };
  });
});
afterAll(() => accounts.close());

async function idOf(email: string): Promise<string> {
  const [row] = await accounts.database.query<{ id: string }>(`select id from app_user where email = $1`, [email]);
  return row?.id ?? '';
}

it('[A8] takes the password alone where two-factor is off', async () => {
  await accounts.signUp('plain@example.test');
  const userId = await idOf('plain@example.test');
  await expect(prove(userId, { password: '', code: '' })).rejects.toMatchObject({ status: 422 });
  await expect(prove(userId, { password: 'wrong', code: '' })).rejects.toMatchObject({ status: 422 });
  await prove(userId, { password: PASSWORD, code: '' });
});

it('[A8] takes both where it is on; neither alone, no wrong code, and no code twice', async () => {
  const { secret, recoveryCodes } = await signUpWithApp(accounts, 'app@example.test');
  const userId = await idOf('app@example.test');
  const code = appCode(secret, accounts.clock.now());
  const wrong = code === '000000' ? '000001' : '000000';
  for (const proof of [
    { password: PASSWORD, code: '' },
    { password: '', code },
    { password: 'wrong', code },
    { password: PASSWORD, code: wrong },
  ]) {
    await expect(prove(userId, proof)).rejects.toMatchObject({ status: 422 });
  }
  await prove(userId, { password: PASSWORD, code });
  await expect(prove(userId, { password: PASSWORD, code })).rejects.toMatchObject({ status: 422 });
  await prove(userId, { password: PASSWORD, code: recoveryCodes[0] ?? '' });
});
