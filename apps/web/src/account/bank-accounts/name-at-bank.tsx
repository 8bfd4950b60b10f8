import { endpoints } from '@kobogate/contract';
import { useQuery } from '@tanstack/react-query';
import { callOrThrow, messageFor } from '../../lib/client.ts';
import { Button } from '../../ui/button.tsx';
import { type BankForm, isWrittenAs } from './bank-form-rules.ts';

const { askName } = endpoints.bankAccounts;
const NOT_ASKED = 'We could not ask the bank for the name.';

/** The name that the bank has for the typed account, before anything is saved, with the way to take it over. */
export function NameAtBank({
  account: { accountNumber, bankName },
  typedName,
  onUse,
}: {
  account: Pick<BankForm, 'accountNumber' | 'bankName'>;
  typedName: string;
  onUse: (name: string) => void;
}) {
  const answer = useQuery({
    queryKey: [askName.path, accountNumber, bankName],
    queryFn: ({ signal }) => callOrThrow(askName, { body: { accountNumber, bankName }, signal }),
    // Each question counts against the account's limit: one that was answered is not asked again.
    staleTime: 'static',
    retry: false,
  });
  const name = answer.data?.data.name ?? null;
  const isSame = name !== null && isWrittenAs(typedName, name);
  return (
    <div className="@container -mt-2">
      {/* As high from the first moment as with the button: the answer must not move the one that saves under a pointer. */}
      <div className="flex min-h-16 flex-wrap content-center items-center justify-between gap-x-4 gap-y-2 rounded-card bg-sunk px-4 py-2 @max-[27rem]:min-h-29">
        <p aria-live="polite" className="min-w-0 grow basis-48 text-[15px] wrap-anywhere">
          {answer.isPending && 'Asking the bank for the name on this account...'}
          {answer.isError && `${messageFor(answer.error, NOT_ASKED)} We ask again when you save.`}
          {name !== null && (
            <>
              {isSame ? 'The name is written as the bank has it: ' : 'The bank has this account under the name '}
              <strong className="font-semibold">
                <bdi>{name}</bdi>
              </strong>
            </>
          )}
          {answer.isSuccess && name === null && <NoName digitFits={answer.data.data.digitFits} />}
        </p>
        {name !== null && !isSame && (
          <Button variant="secondary" onClick={() => onUse(name)}>
            Use the bank’s name
          </Button>
        )}
      </div>
    </div>
  );
}

function NoName({ digitFits }: { digitFits: boolean }) {
  return (
    <>
      The bank gave no name for this account.
      {digitFits ? '' : ' Its last digit does not fit the bank, which is often a typing error.'} Please check the number
      and the bank.
    </>
  );
}
