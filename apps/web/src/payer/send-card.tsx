import { coinText, findWalletNetwork, isNetwork, nairaOfKobo, NETWORKS, type Payment } from '@kobogate/contract';
import type { ReactNode } from 'react';
import { groupedAddress } from '../lib/formats.ts';
import { buttonStyle } from '../ui/button-style.ts';
import { CoinMark } from '../ui/coin-mark.tsx';
import { DrawnQrCode } from '../ui/qr-code.tsx';
import { rateSecondsLeft } from './describe-status.ts';
import { NoticeBox } from './notice-box.tsx';
import { Part } from './page-frame.tsx';
import { paymentCode } from './payment-code.ts';
import { walletAppsOf } from './wallet-apps.ts';
import type { Texts } from './texts/texts.ts';

interface SendProps {
  readonly payment: Payment;
  /** Whether wallets of this network can be connected by a script. */
  readonly hasWallets: boolean;
  /** The operator's project at WalletConnect; null: wallets elsewhere can't be connected. */
  readonly project: string | null;
  readonly texts: Texts;
}

/**
 * What to send and where: the amount and the address in full, as text, as a QR code, by a wallet's link or a connected
 * wallet. On a phone it comes first while nothing has arrived, and its first screen holds all of that.
 */
export function SendCard({ payment, hasWallets, project, texts }: SendProps) {
  const { sending } = texts;
  const apps = walletAppsOf(payment.network);
  const { currency, networkName, address, missing, uri } = payment;
  const isFirst = payment.state === 'waiting';
  const hasRemote = project !== null && findWalletNetwork(payment.network) !== undefined;
  return (
    <Part name="send" className={`card beside pay ${isFirst ? 'max-sm:-order-1' : ''}`}>
      <h2 className={`text-lg font-bold ${isFirst ? 'max-sm:sr-only' : ''}`}>{sending.title}</h2>
      <DrawnQrCode
        code={paymentCode(uri ?? address)}
        label={sending.qr(currency, networkName)}
        className="mx-auto w-full max-w-60 rounded-card border border-hairline"
      />
      <Copied
        label={sending.amount}
        mark={<CoinMark currency={currency} network={payment.network} className="size-7" />}
        shown={coinText(missing, currency)}
        plain={missing}
        button={sending.copyAmount}
        texts={texts}
      >
        {rateSecondsLeft(payment) !== 0 && payment.lockExpiresAt !== null && (
          <p className="text-sm wrap-anywhere text-ink-soft">
            {texts.receipt.recipient}: <span className="figures font-semibold">{nairaOfKobo(payment.nairaKobo)}</span>
          </p>
        )}
      </Copied>
      <Copied
        label={sending.addressOn(networkName)}
        shown={groupedAddress(address)}
        plain={address}
        button={sending.copyAddress}
        isMono
        texts={texts}
      />
      <p className="text-sm font-semibold text-warning">{sending.only(currency, networkName)}</p>
      <div className="grid gap-3 print:hidden">
        {hasWallets && (
          <button
            type="button"
            id="connect"
            data-connect={isNetwork(payment.network) ? NETWORKS[payment.network].family : ''}
            {...(hasRemote ? { 'data-project': project, 'data-open': sending.openWallet } : {})}
            className={`scripted ${buttonStyle('primary', 'large')}`}
          >
            {texts.choosing.connect}
          </button>
        )}
        {apps.length > 0 && (
          <nav aria-labelledby="apps" className="wallet-apps">
            <p id="apps" className="font-semibold">
              {sending.openPageIn}
            </p>
            {apps.map(({ name, link }) => (
              <a key={name} href="#apps" data-app={link} target="_top" className={buttonStyle('secondary', 'large')}>
                {name}
              </a>
            ))}
          </nav>
        )}
        <NoticeBox tone="warning" isUrgent isHidden name="wallet">
          {sending.walletFailed}
        </NoticeBox>
        {uri !== null && (
          <a href={uri} className={buttonStyle(hasWallets ? 'secondary' : 'primary', hasWallets ? 'normal' : 'large')}>
            {sending.openWallet}
          </a>
        )}
      </div>
    </Part>
  );
}

/** A text to copy: the copy is plain, the shown text is easy to compare. */
function Copied({
  label,
  mark,
  shown,
  plain,
  button,
  isMono = false,
  texts: { sending },
  children,
}: {
  label: string;
  mark?: ReactNode;
  shown: string;
  plain: string;
  button: string;
  isMono?: boolean;
  texts: Texts;
  children?: ReactNode;
}) {
  return (
    <div className="copied flex flex-wrap items-end justify-between gap-x-4 gap-y-3 rounded-card bg-sunk p-4">
      <div className="grid min-w-0 gap-1">
        <p className="flex items-center gap-2 text-sm text-ink-soft">
          {mark}
          {label}
        </p>
        <p
          className={
            isMono
              ? 'font-mono text-[15px] leading-relaxed wrap-anywhere'
              : 'figures text-lg font-bold wrap-anywhere sm:text-2xl'
          }
        >
          {shown}
        </p>
        {children}
      </div>
      <button
        type="button"
        data-copy={plain}
        data-copied={sending.copied}
        data-failed={sending.copyFailed}
        className={`scripted print:hidden ${buttonStyle('secondary')}`}
      >
        {button}
      </button>
    </div>
  );
}
