import { CoinMark } from '../ui/coin-mark.tsx';
import { QrCode } from '../ui/qr-code.tsx';
import { Badge, Status } from '../ui/status.tsx';

const POINTS = [
  'No account, no app: they open your link and choose a coin.',
  'The amount in coins and in naira, the rate and its clock, before they send anything.',
  'English, Pidgin, Hausa, Yoruba and Igbo, on the slowest phone.',
  'They see each step until the naira is in your bank, and get a receipt.',
] as const;

/** The payer's page as a picture, and what it does. */
export function PayerSection() {
  return (
    <section aria-labelledby="payer-title" className="mt-20 border-y border-hairline bg-surface lg:mt-28">
      <div className="mx-auto grid max-w-6xl items-center gap-12 px-4 py-20 sm:px-6 lg:grid-cols-2">
        <div>
          <h2 id="payer-title" className="headline text-4xl">
            What your customer sees
          </h2>
          <ul className="mt-6 grid gap-4">
            {POINTS.map((point) => (
              <li key={point} className="flex gap-3 text-lg leading-relaxed text-ink-soft">
                <span aria-hidden="true" className="mt-3 h-0.5 w-4 shrink-0 bg-copper" />
                {point}
              </li>
            ))}
          </ul>
        </div>
        <figure
          aria-label="An example of the page on which a payment is made"
          className="mx-auto w-full max-w-sm rounded-card border border-hairline bg-paper p-5 shadow-card"
        >
          <div className="flex items-center justify-between">
            <Badge tone="neutral">Example</Badge>
            <Status tone="waiting">Waiting for coins</Status>
          </div>
          <p className="mt-4 text-lg font-bold">Sample Bakery</p>
          <p className="text-sm text-ink-soft">Two trays of small chops</p>
          <p className="figures mt-4 flex items-center gap-3 text-2xl font-bold">
            <CoinMark currency="USDT" network="bsc" className="size-8" />
            16.447697 USDT
          </p>
          <p className="figures text-sm text-ink-soft">₦25,000.50 at ₦1,520.00 each, for 14:32 more minutes</p>
          <QrCode
            text="KOBOGATE"
            label="An example of a QR code"
            className="mx-auto mt-4 w-40 rounded-card border border-hairline"
          />
        </figure>
      </div>
    </section>
  );
}
