import { endpoints } from '@kobogate/contract';
import { type Route, route } from '../../platform/route.ts';
import { describeSaved, presentBankAccount } from './bank-account.ts';
import { changePayee, type PayeeDependencies, viewPayee } from '../change-payee.ts';
import { findBankAccount } from './db.ts';
import { lookUpName } from './look-up-name.ts';
import { saveBankAccount, type SaveDependencies } from './save-bank-account.ts';

const { bankAccounts, payees } = endpoints;

/** The payout account, the banks that it can be at, and the orders whose naira goes to it instead of another one. */
export function bankAccountRoutes(dependencies: SaveDependencies & PayeeDependencies): Route[] {
  const { database, directory } = dependencies;
  return [
    route(bankAccounts.getMine, async ({ caller }) => {
      const account = await findBankAccount(database, caller.userId);
      return { data: account === null ? null : presentBankAccount(account) };
    }),
    route(bankAccounts.save, async ({ caller, body }) => {
      const account = await saveBankAccount(dependencies, { caller, ...body });
      return { message: describeSaved(account, directory.checkCode(account)), data: presentBankAccount(account) };
    }),
    route(payees.get, async ({ caller, params }) => ({
      data: await viewPayee(dependencies, { orderId: params.id, userId: caller.userId }),
    })),
    route(payees.change, async ({ caller, params, body }) => {
      const data = await changePayee(dependencies, { orderId: params.id, caller, ...body });
      const isChosen = data.state === 'chosen';
      return { message: isChosen ? 'A person reviews it, then the naira leaves' : 'It goes to this account', data };
    }),
    route(bankAccounts.listBanks, async () => {
      const { source, banks } = await directory.listBanks();
      return {
        source,
        data: banks.map((bank) => ({
          bank_name: bank.bankName,
          bank_code: bank.bankCode,
          aliases: [...directory.aliasesOf(bank)],
        })),
      };
    }),
    route(bankAccounts.askName, async ({ caller, body }) => ({
      data: await lookUpName(dependencies, { userId: caller.userId, ...body }),
    })),
  ];
}
