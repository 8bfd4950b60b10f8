// No secret reaches the log, wherever it is in an entry; an error's code does.
import { expect, test } from 'vitest';
import { createLog } from './log.ts';

test('passwords, codes, tokens and keys are hidden; what helps to find a fault is not', () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const secret = 's3cret';
  log.info(
    {
      password: secret,
      body: { otp: secret, code: secret, nested: { token: secret } },
      headers: { authorization: secret },
    },
    'in',
  );
  log
    .child({ requestId: 'r-1' })
    .warn({ config: { budpay: { secretKey: secret } }, err: Object.assign(new Error('down'), { code: '57P01' }) });
  expect(lines.join('')).not.toContain(secret);
  expect(lines).toHaveLength(2);
  expect(JSON.parse(lines[1] ?? '{}')).toMatchObject({ requestId: 'r-1', err: { code: '57P01', message: 'down' } });
});
