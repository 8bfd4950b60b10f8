// A second place that compares with the threshold of two approvals, counts them or records decisions fails `npm run
// check`.
import { expect, test } from 'vitest';
import { approvalProblems } from './approvals.mjs';

const SERVER = 'apps/server/src';
const RECORD = `${SERVER}/controls/approvals/record-decision.ts`;

test.each([
  ['the threshold', `if (order.nairaKobo > BigInt(approvals.secondAboveKobo)) return 'first';`],
  ['the day of a new administrator', `if (await isNewAdmin(tx, adminId)) throw forbidden('no');`],
  ['the count of approvals', `const approval = decideApproval({ ...facts, adminId });`],
  ['the record, by the function', `await insertAdminAction(tx, { action, adminId });`],
  ['the count under another name', `import { decideApproval as decide } from '../../controls/index.ts';`],
  ['the record handed on', `const record = insertAdminAction; await record(tx, {});`],
  ['the day of a new administrator, by SQL', 'const IS_NEW = `u.admin_since > now() - $1::interval`;'],
  ['the record, by SQL', 'await tx.query(`insert\n into admin_action (id) values ($1)`, [id]);'],
])('%s in a second place is named', (_what, source) => {
  const path = `${SERVER}/sales/orders/approve-order.ts`;
  expect(approvalProblems([{ path, source }])).toEqual([expect.stringMatching(`^${path} `)]);
});

test('a file that is only called a test is not one', () => {
  const source = `decideApproval({});`;
  expect(approvalProblems([{ path: `${SERVER}/sales/orders/test-approval.ts`, source }])).toHaveLength(1);
});

test('the function itself, and test code, are allowed', () => {
  const source = 'isNewAdmin(tx, id); decideApproval({}); insertAdminAction(tx, {}); approvals.secondAboveKobo;';
  expect(
    approvalProblems([
      { path: RECORD, source },
      { path: `${SERVER}/admin/roles.test.ts`, source },
    ]),
  ).toEqual([]);
});
