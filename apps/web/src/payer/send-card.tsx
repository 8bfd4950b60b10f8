import { coinText, type Payment } from '@kobogate/contract';
import type { ReactNode } from 'react';
import { groupedAddress } from '../lib/formats.ts';
import { buttonStyle } from '../ui/button-style.ts';
import { CoinMark } from '../ui/coin-mark.tsx';
import { QrCode } from '../ui/qr-code.tsx';
import { NoticeBox } from './notice-box.tsx';
import { Part } from './page-frame.tsx';
import { walletAppsOf } from './wallet-apps.ts';
import type { Texts } from './texts/texts.ts';

interface SendProps {
  readonly payment: Payment;
  /** Whether wallets of this network can be connected by a script. */
  readonly hasWallets: boolean;
  readonly texts: Texts;
}

/**
 * What to send and where: the amount and the address in full, as text, as a QR code, by a wallet's link or a connected
 * wallet.
 */
export function SendCard({ payment, hasWallets, texts }: SendProps) {
  const { sending } = texts;
  const apps = walletAppsOf(payment.network);
  const { currency, networkName, address, missing, uri } = payment;
  return (
    <Part name="send" className="card beside">
      <h2 className="text-lg font-bold">{sending.title}</h2>
      <Copied
        label={sending.amount}
        mark={<CoinMark currency={currency} network={payment.network} className="size-8" />}
        shown={coinText(missing, currency)}
        plain={missing}
        button={sending.copyAmount}
        texts={texts}
      />
      <Copied
        label={sending.addressOn(networkName)}
        shown={groupedAddress(address)}
        plain={address}
        button={sending.copyAddress}
        isMono
        texts={texts}
      />
      <p className="text-sm font-semibold text-warning">{sending.only(currency, networkName)}</p>
      {/* A phone can't scan its own screen: there the links into a wallet come first. */}
      <QrCode
        text={uri ?? address}
        label={sending.qr(currency, networkName)}
        className="mx-auto w-full max-w-60 rounded-card border border-hairline max-sm:order-last"
      />
      <div className="grid gap-3 print:hidden">
        {hasWallets && (
          <button type="button" id="connect" data-connect="" className={`scripted ${buttonStyle('primary', 'large')}`}>
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
}: {
  label: string;
  mark?: ReactNode;
  shown: string;
  plain: string;
  button: string;
  isMono?: boolean;
  texts: Texts;
}) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-3 rounded-card bg-sunk p-4">
      <div className="grid min-w-0 gap-1">
        <p className="text-sm text-ink-soft">{label}</p>
        <p
          className={
            isMono
              ? 'font-mono text-[15px] leading-relaxed wrap-anywhere'
              : 'figures flex items-center gap-3 text-2xl font-bold wrap-anywhere'
          }
        >
          {mark}
          {shown}
        </p>
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
