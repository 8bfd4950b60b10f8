import { type Closing, endpoints } from '@kobogate/contract';
import { useState } from 'react';
import { messageFor } from '../../lib/client.ts';
import { dateText } from '../../lib/formats.ts';
import { useCall } from '../../lib/queries.ts';
import { useContractForm } from '../../lib/use-contract-form.ts';
import { ProofFields } from '../../sign-in/two-factor/proof-fields.tsx';
import { NO_PROOF, passwordMissing } from '../../sign-in/two-factor/proof-rules.ts';
import { useLogout } from '../../app/use-logout.ts';
import { Button } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { SettingsSection } from './settings-section.tsx';

/** Lets the owner close the account, and says what prevents it, what is erased and what is kept until when. */
export function ClosingSection() {
  const [isOpen, setIsOpen] = useState(false);
  const answer = useCall(endpoints.closing.own);
  const closing = answer.data?.data;
  return (
    <SettingsSection
      id="closing"
      title="Close your account"
      detail="Ends your sign-in, links, API keys and webhooks. Then we erase what the law does not require us to keep."
    >
      {answer.isPending && (
        <SkeletonRows label="Loading whether your account can be closed" rows={1} className="h-24" />
      )}
      {closing === undefined && answer.isError && (
        <ErrorState
          message={messageFor(answer.error, 'Whether your account can be closed could not be loaded.')}
          onRetry={() => void answer.refetch()}
          isRetrying={answer.isFetching}
        >
          Nothing has changed.
        </ErrorState>
      )}
      {closing !== undefined && (
        <>
          {closing.hindrances.length > 0 && (
            <div className="mb-4 max-w-prose">
              <Notice tone="warning" title="Your account can’t be closed yet.">
                <ul className="list-disc pl-5">
                  {closing.hindrances.map((hindrance) => (
                    <li key={hindrance}>{hindrance}</li>
                  ))}
                </ul>
              </Notice>
            </div>
          )}
          <Afterwards closing={closing} />
          <Button
            variant="secondary"
            className="mt-4"
            aria-haspopup="dialog"
            disabled={closing.hindrances.length > 0}
            onClick={() => setIsOpen(true)}
          >
            Close your account
          </Button>
        </>
      )}
      {isOpen && closing !== undefined && <CloseDialog closing={closing} onClose={() => setIsOpen(false)} />}
    </SettingsSection>
  );
}

function Afterwards({ closing: { left, eraseFrom, booksUntil } }: { closing: Closing }) {
  return (
    <ul className="grid max-w-prose list-disc gap-1.5 pl-5 text-sm text-ink-soft">
      {left !== null && (
        <li className="font-medium text-ink">
          You give up {left}: it is too little to be converted or sent back, and stays in our books.
        </li>
      )}
      <li>
        From {dateText(eraseFrom)} on we erase your name, e-mail and phone number, your bank account, refund addresses,
        pictures and links, your messages, and where you signed in. Your e-mail address can then be used for a new
        account.
      </li>
      <li>
        {booksUntil === null
          ? 'You have no orders, so there are no records of them to keep.'
          : `The law requires us to keep the records of your orders, with the bank account that was paid, until ${dateText(booksUntil)}.`}
      </li>
      <li>Coins that still arrive for you are not lost: we book them for you, and decide with you where they go.</li>
    </ul>
  );
}

function CloseDialog({ closing, onClose }: { closing: Closing; onClose: () => void }) {
  const twoFactor = useCall(endpoints.twoFactor.get).data?.data;
  const logout = useLogout();
  const form = useContractForm(endpoints.closing.close, {
    initial: NO_PROOF,
    check: passwordMissing,
    body: (_values, proof) => proof,
    twoFactor,
    onDone: () => void logout(),
    failed: 'Your account was not closed. Please try again.',
  });
  return (
    <FormDialog
      form={form}
      title="Close your account?"
      description={`Every device is signed out at once. Until ${dateText(closing.eraseFrom)} we can open the account again if you write to us, and not after it. We also tell you by mail.`}
      cancel="Keep my account"
      confirm="Close my account"
      pendingLabel="Closing..."
      isDangerous
      onClose={onClose}
    >
      <ProofFields form={form} twoFactor={twoFactor} />
    </FormDialog>
  );
}
