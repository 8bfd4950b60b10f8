import { endpoints, type Wallet } from '@kobogate/contract';
import { useState } from 'react';
import { messageFor } from '../../lib/client.ts';
import { useCall } from '../../lib/queries.ts';
import { Button } from '../../ui/button.tsx';
import { Card, PageHeading } from '../../ui/card.tsx';
import { Plus, Wallet as WalletIcon } from '../../ui/icons.ts';
import { Loading } from '../../ui/loading.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx';
import { RefundsCard } from '../refunds/refunds-card.tsx';
import { GenerateWalletDialog } from './generate-wallet-dialog.tsx';
import { WalletAddressDialog } from './wallet-address-dialog.tsx';
import { WalletCard } from './wallet-card.tsx';

const GRID = 'grid gap-4 sm:grid-cols-2 xl:grid-cols-3';

/** The wallets of the signed-in user, and the button for a new one. */
export function Component() {
  const wallets = useCall(endpoints.wallets.list);
  const [isGenerating, setIsGenerating] = useState(false);
  const [shown, setShown] = useState<{ wallet: Wallet; isNew: boolean } | null>(null);
  const generateButton = (
    <Button onClick={() => setIsGenerating(true)}>
      <Plus className="size-5" aria-hidden="true" />
      Generate New Wallet
    </Button>
  );
  const isEmpty = wallets.data?.data.length === 0;

  return (
    <>
      <PageTitle>Wallets</PageTitle>
      <PageHeading
        title="Wallets"
        detail="Each wallet is an address of your own for one coin on one network."
        action={
          wallets.isPending ? <Skeleton className="h-11 w-54 max-w-full" /> : isEmpty ? undefined : generateButton
        }
      />
      {wallets.isPending && (
        <Loading label="Loading your wallets" className={GRID}>
          <Skeleton className="h-88" />
          <Skeleton className="h-88" />
        </Loading>
      )}
      {wallets.isError && wallets.data === undefined && (
        <Card>
          <ErrorState
            message={messageFor(wallets.error, 'Your wallets could not be loaded.')}
            onRetry={() => void wallets.refetch()}
            isRetrying={wallets.isFetching}
          >
            Your coins are safe where they are.
          </ErrorState>
        </Card>
      )}
      {isEmpty && (
        <Card>
          <EmptyState icon={WalletIcon} title="You have no wallets yet" action={generateButton}>
            Create one to get an address that you can receive crypto at. It takes three steps.
          </EmptyState>
        </Card>
      )}
      <div className={GRID}>
        {wallets.data?.data.map((wallet) => (
          <WalletCard key={wallet.id} wallet={wallet} onShowAddress={() => setShown({ wallet, isNew: false })} />
        ))}
      </div>
      <RefundsCard />
      {isGenerating && (
        <GenerateWalletDialog
          onClose={() => setIsGenerating(false)}
          onCreated={(wallet) => {
            setIsGenerating(false);
            setShown({ wallet, isNew: true });
          }}
        />
      )}
      {shown !== null && <WalletAddressDialog {...shown} onClose={() => setShown(null)} />}
    </>
  );
}
