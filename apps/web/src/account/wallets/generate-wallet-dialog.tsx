import { endpoints, TEXTS, type SupportedCoin, type Wallet } from '@kobogate/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useReducer, useState } from 'react';
import { call, isUnreachable, messageFor } from '../../lib/client.ts';
import { usePending } from '../../lib/use-pending.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FactList } from '../../ui/facts.tsx';
import { FormProblem } from '../../ui/form.tsx';
import { OnlyThisCoin } from '../../ui/only-this-coin.tsx';
import { ChoiceList } from '../../ui/choice-list.tsx';
import { NetworkMark } from '../../ui/coin-mark.tsx';
import { CurrencyStep } from './currency-step.tsx';
import { chooseWallet, NO_CHOICE, WALLET_STEPS, type WalletStep } from './wallet-choice.ts';

const STEP_NAMES: Readonly<Record<WalletStep, string>> = {
  currency: 'Choose a currency',
  network: 'Choose a network',
  confirm: 'Confirm',
};

/**
 * The three steps to a new wallet: currency, network, confirm. Mount a new one for each wallet. Asking twice for one
 * pair gives the same wallet, so a repeated call does no harm.
 */
export function GenerateWalletDialog({
  onClose,
  onCreated,
}: {
  onClose: () => void;
  onCreated: (wallet: Wallet) => void;
}) {
  const queryClient = useQueryClient();
  const [choice, move] = useReducer(chooseWallet, NO_CHOICE);
  const [coin, setCoin] = useState<SupportedCoin | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const { isPending, run } = usePending();
  const { step, currency, network } = choice;
  const networkName = coin?.networks.find((candidate) => candidate.id === network)?.name ?? '';
  const problem = choice.problem ?? failure;

  async function generate(): Promise<void> {
    if (currency === null || network === null) return setFailure(TEXTS.walletPairMissing);
    setFailure(null);
    try {
      const answer = await call(endpoints.wallets.create, { params: { currency }, query: { network } });
      if (isUnreachable(answer)) return setFailure(answer);
      await queryClient.invalidateQueries({ queryKey: [endpoints.wallets.list.path] });
      onCreated(answer.data);
    } catch (thrown) {
      setFailure(messageFor(thrown, TEXTS.walletFailed));
    }
  }

  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title="Generate New Wallet"
      description={`Step ${WALLET_STEPS.indexOf(step) + 1} of ${WALLET_STEPS.length}: ${STEP_NAMES[step]}`}
      footer={
        <>
          {step !== 'currency' && (
            <Button variant="secondary" disabled={isPending} onClick={() => move({ do: 'back' })}>
              Back
            </Button>
          )}
          {step === 'confirm' ? (
            <Button pending={isPending} pendingLabel="Generating..." onClick={() => void run(generate)}>
              Generate wallet
            </Button>
          ) : (
            <Button onClick={() => move({ do: 'next' })}>Next</Button>
          )}
        </>
      }
    >
      <div className="grid gap-4">
        {step === 'currency' && (
          <CurrencyStep
            value={currency}
            onChoose={(chosen) => {
              setCoin(chosen);
              move({ do: 'choose-currency', currency: chosen.currency });
            }}
          />
        )}
        {step === 'network' && (
          <ChoiceList
            legend="Network"
            name="network"
            value={network}
            choices={(coin?.networks ?? []).map(({ id, name }) => ({
              value: id,
              label: name,
              detail: `${currency ?? ''} on ${name}`,
              mark: <NetworkMark network={id} className="size-8" />,
            }))}
            onChange={(chosen) => move({ do: 'choose-network', network: chosen })}
          />
        )}
        {step === 'confirm' && (
          <>
            <FactList
              facts={[
                { label: 'Currency', value: `${currency ?? ''} (${coin?.name ?? ''})` },
                { label: 'Network', value: networkName },
              ]}
            />
            <OnlyThisCoin title={`Only ${currency ?? ''} on ${networkName} may be sent to this wallet.`} />
          </>
        )}
        {problem !== null && <FormProblem text={problem} />}
      </div>
    </Dialog>
  );
}
