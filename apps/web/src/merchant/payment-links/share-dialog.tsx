import { isolated, type OwnPaymentLink } from '@kobogate/contract';
import { ButtonAnchor } from '../../ui/button-anchor.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ExternalLink, Mail, MessageCircle } from '../../ui/icons.ts';
import { QrCode } from '../../ui/qr-code.tsx';
import { payAddress, shareTargets } from './link-words.ts';

/** Ways to share a link: copy, QR code, WhatsApp, e-mail, and the page itself. */
export function ShareDialog({ link, onClose }: { link: OwnPaymentLink; onClose: () => void }) {
  const address = payAddress(window.location.origin, link.id);
  const { whatsapp, mail } = shareTargets(link, address);
  const elsewhere = { target: '_blank', rel: 'noreferrer' } as const;
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={`Share ${isolated(link.name)}`}
      description="Anyone with this address can pay you."
    >
      <div className="grid gap-5">
        <div className="grid justify-items-center rounded-card bg-sunk p-5">
          <QrCode text={address} label={`QR code of the address of ${link.name}`} className="size-52 rounded-card" />
        </div>
        <div className="grid gap-3 rounded-card border border-hairline p-4">
          <code className="font-mono text-sm wrap-anywhere">{address}</code>
          <CopyButton text={address} label="Copy address" variant="primary" />
        </div>
        <div className="grid gap-2.5 sm:grid-cols-3">
          <ButtonAnchor variant="secondary" href={whatsapp} {...elsewhere}>
            <MessageCircle className="size-4" aria-hidden="true" />
            WhatsApp
          </ButtonAnchor>
          <ButtonAnchor variant="secondary" href={mail}>
            <Mail className="size-4" aria-hidden="true" />
            E-mail
          </ButtonAnchor>
          <ButtonAnchor variant="secondary" href={address} {...elsewhere}>
            <ExternalLink className="size-4" aria-hidden="true" />
            Open page
          </ButtonAnchor>
        </div>
      </div>
    </Dialog>
  );
}
