import { expect, type Page } from '@playwright/test';
import { endpoints, PROOF_NEEDED } from '@kobogate/contract';
import { adminToken, newEmail, PASSWORD, signUp } from '../support/people.ts';
import { press } from '../support/press.ts';
import { ADMIN, type Product } from '../support/product.ts';
import { answering, cutOff, stub } from '../support/stubs.ts';
import { eventually } from '../support/wait.ts';
import { at, type Form, openAs } from './form.ts';

/** Opens a new customer's page as an administrator. */
async function openUser(page: Page, product: Product): Promise<void> {
  const { email } = await signUp(product);
  const token = await adminToken(product.call);
  const { data } = await product.call(endpoints.adminUsers.list, { token, query: { search: email } });
  await openAs(page, product, `/admin/users/${data[0]?.id}`, token);
}

/** The administrators' area. */
export const ADMIN_FORMS: readonly Form[] = [
  {
    what: 'a fresh proof in front of a decision',
    open: async (page, product) => {
      const wantsProof = answering(403, { message: 'This takes your password again.', code: PROOF_NEEDED });
      await stub(page, 'PUT', '/admin/settings/exposure', wantsProof);
      await openAs(page, product, '/admin/settings', await adminToken(product.call));
      await page.getByLabel('One customer locks at most').fill('1234567');
      await press(page, 'Save rate locks');
      return { 'Your password': ADMIN.password };
    },
    button: 'Continue',
    method: 'POST',
    call: /\/auth\/prove$/,
    done: (page) => expect(page.getByRole('dialog')).toHaveCount(0),
  },
  {
    what: 'the name of a list of orders',
    open: async (page, product) => {
      const list = '/admin/dashboard?tab=orders&network=solana&from=1000000';
      await openAs(page, product, list, await adminToken(product.call));
      await press(page, 'Name this list');
      return { Name: 'Sample list' };
    },
    button: 'Save list',
    method: 'PUT',
    call: /\/admin\/order-views$/,
    done: (page) => expect(page.getByRole('button', { name: 'Remove this list' })).toBeVisible(),
  },
  {
    what: 'disabling an account',
    open: async (page, product) => {
      await openUser(page, product);
      await press(page, 'Disable account');
      return { Reason: 'A sample reason' };
    },
    button: 'Disable account',
    method: 'PUT',
    call: /\/admin\/users\/[^/]+\/state$/,
    done: (page) => expect(page.getByRole('dialog')).toHaveCount(0),
  },
  {
    what: 'the tier of a customer',
    open: async (page, product) => {
      await openUser(page, product);
      await press(page, 'Set tier');
      return { Reason: 'A sample reason' };
    },
    reach: async (page) => {
      await page.getByLabel('Tier', { exact: true }).selectOption('1');
    },
    button: 'Save tier',
    method: 'PUT',
    call: /\/admin\/users\/[^/]+\/tier$/,
    done: (page) => expect(page.getByRole('dialog')).toHaveCount(0),
  },
  {
    what: 'the data of a customer',
    open: async (page, product) => {
      await openUser(page, product);
      await press(page, 'Download their data');
      return { Reason: 'A sample reason' };
    },
    button: 'Download their data',
    method: 'POST',
    call: /\/admin\/users\/[^/]+\/data$/,
    done: (page) => expect(page.getByRole('dialog')).toHaveCount(0),
  },
  {
    what: 'closing an account',
    open: async (page, product) => {
      await openUser(page, product);
      await press(page, 'Close account');
      return { Reason: 'A sample reason' };
    },
    button: 'Close account',
    method: 'POST',
    call: /\/admin\/users\/[^/]+\/closing$/,
    done: (page) => expect(page.getByRole('dialog')).toHaveCount(0),
  },
  {
    what: 'settling coins that a customer owes',
    open: async (page, product) => {
      const title = 'USDT on BNB Smart Chain';
      const owed = { asset: 'USDT@bsc', title, amount: '31.25', free: [], first: null };
      await stub(page, 'GET', /\/admin\/users\/[^/]+$/, async (request) => {
        const { data } = endpoints.adminUsers.get.answer.parse(await request.serverAnswer());
        return answering(200, { data: { ...data, owes: [`31.25 ${title}`] } })(request);
      });
      await stub(page, 'GET', /\/admin\/users\/[^/]+\/debts$/, answering(200, { data: [owed] }));
      const answers = [cutOff, answering(200, { message: 'Settled.' })];
      await stub(page, 'POST', /\/admin\/users\/[^/]+\/debts\/settlement$/, async (request) =>
        answers.shift()?.(request),
      );
      await openUser(page, product);
      await press(page, `Settle 31.25 ${title}`);
      return { Reason: 'A sample reason' };
    },
    button: 'Write it off',
    method: 'POST',
    call: /\/admin\/users\/[^/]+\/debts\/settlement$/,
    done: (page) => expect(page.getByRole('dialog')).toHaveCount(0),
  },
  {
    what: 'the role of a colleague',
    open: async (page, product) => {
      await openUser(page, product);
      await press(page, 'Set role');
      return { Reason: 'A sample reason' };
    },
    reach: async (page) => {
      await page.getByLabel('Role', { exact: true }).selectOption('Reviewer');
    },
    button: 'Save role',
    method: 'PUT',
    call: /\/admin\/users\/[^/]+\/role$/,
    done: (page) => expect(page.getByRole('dialog')).toHaveCount(0),
  },
  {
    what: 'a note on a person',
    open: async (page, product) => {
      await openUser(page, product);
      return { Note: 'A sample note' };
    },
    button: 'Add note',
    method: 'POST',
    call: /\/admin\/users\/[^/]+\/notes$/,
    done: (page) => page.getByRole('list', { name: 'Notes' }).getByText('A sample note'),
  },
  {
    what: 'an invitation to the team',
    open: async (page, product) => {
      await openAs(page, product, '/admin/team', await adminToken(product.call));
      await page.getByRole('button', { name: /^Invite a colleague/ }).click();
      return { 'E-mail address': newEmail(), Reason: 'A sample reason' };
    },
    button: 'Send invitation',
    method: 'POST',
    call: /\/admin\/team\/invitations$/,
    done: (page) => expect(page.getByRole('dialog')).toHaveCount(0),
  },
  {
    what: 'joining the team',
    open: async (page, product) => {
      const { call, sandbox } = product;
      const email = newEmail();
      const body = { email, role: 'support', reason: 'A sample reason' } as const;
      await call(endpoints.team.invite, { token: await adminToken(call), body });
      const path = await eventually('an invitation', async () => {
        const [mail] = await sandbox.mail(email);
        return /\/join\?token=[\w-]+/.exec(mail?.text ?? '')?.[0];
      });
      await openAs(page, product, path);
      return { 'First name': 'Sample', 'Last name': 'Colleague', Password: PASSWORD };
    },
    button: 'Join the team',
    method: 'POST',
    call: /\/auth\/invitation\/join$/,
    done: (page) => at(page, /\/login/),
  },
  {
    what: 'the terms of a coin',
    open: async (page, product) => {
      await openAs(page, product, '/admin/products', await adminToken(product.call));
      await page.getByRole('button', { name: /^Edit DOT/ }).click();
      return { 'Largest conversion': '1000000' };
    },
    button: 'Save terms',
    method: 'PUT',
    call: /\/admin\/products\/DOT\/[^/]+$/,
    done: (page) => expect(page.getByRole('dialog')).toHaveCount(0),
  },
  {
    what: 'a comparison of a day',
    open: async (page, product) => {
      await openAs(page, product, '/admin/reconciliation', await adminToken(product.call));
      await page.getByRole('button', { name: 'Compare', exact: true }).waitFor();
      return {};
    },
    button: 'Compare',
    method: 'POST',
    call: /\/admin\/reconciliations$/,
    done: (page) => at(page, /\/admin\/reconciliation\/[\w-]{36}$/),
  },
  {
    what: 'the limits',
    open: async (page, product) => {
      await openAs(page, product, '/admin/settings', await adminToken(product.call));
      return { 'Largest conversion': '50000000' };
    },
    button: 'Save limits',
    method: 'PUT',
    call: /\/admin\/settings\/limits$/,
    done: (page) => page.getByText('Limits saved'),
  },
  {
    what: 'the legal pages',
    open: async (page, product) => {
      await openAs(page, product, '/admin/settings', await adminToken(product.call));
      await page.locator('summary').filter({ hasText: 'Terms' }).click();
      return { 'Terms: Who may open an account': 'You have to be 18 years old.' };
    },
    button: 'Save legal pages',
    method: 'PUT',
    call: /\/admin\/settings\/legal$/,
    done: (page) => page.getByText('Legal pages saved'),
  },
];
