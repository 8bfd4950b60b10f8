import { formatNaira, toKobo } from '@kobogate/money';
import { describeTransfer } from '../banks/bank-world.ts';
import { BEHAVIOURS } from '../banks/behaviour.ts';
import { PROVIDER_TITLES, PROVIDERS } from '../banks/provider.ts';
import type { ChainView } from '../chains/chain.ts';
import { SOURCE_MODES, SOURCES } from '../rates/price-book.ts';
import type { World } from '../world.ts';
import type { Html } from './html.ts';
import { html } from './html.ts';

const ROWS_SHOWN = 50;
const time = (iso: string): Html =>
  html`<time datetime="${iso}">${new Date(iso).toLocaleString('en-GB', { timeZone: 'Africa/Lagos' })} Lagos</time>`;
const options = (values: readonly string[]): Html[] => values.map((value) => html`<option>${value}</option>`);

/** The mails, newest first, each with its code visible. */
export function mailSection({ mailbox }: World): Html {
  const mails = mailbox.list().slice(0, ROWS_SHOWN);
  const rows = mails.map((mail, index) => {
    // A code is on a line of its own; an amount or an account number is not.
    const code = /^\s*(\d{4,6})\s*$/m.exec(mail.text)?.[1] ?? '';
    return html`<details ${index === 0 ? 'open' : ''}>
      <summary><strong>${mail.subject}</strong> <span>${mail.to}</span> <span class="code">${code}</span></summary>
      <p class="soft small">From ${mail.from}, ${time(mail.receivedAt)}</p>
      <pre>${mail.text}</pre>
    </details>`;
  });
  const empty = html`<p class="soft">No mail yet. Sign up in the product and its code arrives here.</p>`;
  return html`<section id="mail">
    <h2>Mail</h2>
    ${rows.length === 0 ? empty : rows}
  </section>`;
}

function chainRow({ network, height, hash, pending, rpc }: ChainView): Html {
  return html`<tr>
    <td><strong>${network}</strong><br /><span class="soft mono">${rpc}</span></td>
    <td>${height}<br /><span class="soft mono">${hash.slice(0, 10)}…</span></td>
    <td>${pending}</td>
    <td>
      <form method="post" action="/page/mine">
        <input type="hidden" name="network" value="${network}" />
        <input name="blocks" value="1" inputmode="numeric" aria-label="Blocks to mine on ${network}" />
        <button class="quiet">Mine</button>
      </form>
    </td>
    <td>
      <form method="post" action="/page/reorg">
        <input type="hidden" name="network" value="${network}" />
        <input name="depth" value="1" inputmode="numeric" aria-label="Blocks to replace on ${network}" />
        <button class="quiet">Replace</button>
      </form>
    </td>
  </tr>`;
}

/** The faucet, and each chain with its height and its buttons. */
export function chainSection(chains: readonly ChainView[]): Html {
  const assets = [...new Set(chains.flatMap((chain) => chain.assets))];
  return html`<section id="chains" class="wide">
    <h2>Chains</h2>
    <form method="post" action="/page/pay">
      <label
        >Network<select name="network">
          ${options(chains.map(({ network }) => network))}
        </select></label
      >
      <label
        >Coin<select name="asset">
          ${options(assets)}
        </select></label
      >
      <label>Amount<input name="amount" required inputmode="decimal" placeholder="25.5" /></label>
      <label class="long"
        >To address<input name="to" required autocomplete="off" spellcheck="false" placeholder="0x…"
      /></label>
      <button>Pay from the faucet</button>
    </form>
    <div class="scroll" tabindex="0" role="region" aria-label="Chains">
      <table>
        <thead>
          <tr>
            <th>Network</th>
            <th>Height</th>
            <th>Waiting</th>
            <th>Mine blocks</th>
            <th>Reorganise</th>
          </tr>
        </thead>
        <tbody>
          ${chains.map(chainRow)}
        </tbody>
      </table>
    </div>
  </section>`;
}

/** The banks' next behaviour, their floats, and the accounts that they know. */
export function bankSection({ banks, behaviours }: World): Html {
  const floats = PROVIDERS.map((provider) => {
    const { next, times } = behaviours.current(provider);
    const plan = times === 0 ? 'every transfer succeeds' : `the next ${times}: ${next}`;
    return html`<li>
      ${PROVIDER_TITLES[provider]}: <strong>${formatNaira(toKobo(banks.float(provider)))}</strong>, ${plan}
    </li>`;
  });
  const accounts = banks.accounts().map(
    ({ bankCode, accountNumber, accountName }) =>
      html`<tr>
        <td>${accountName}</td>
        <td class="mono">${accountNumber}</td>
        <td class="mono">${bankCode}</td>
      </tr>`,
  );
  return html`<section id="banks">
    <h2>Banks</h2>
    <p>What each provider's float holds, and what it does next:</p>
    <ul>
      ${floats}
    </ul>
    <form method="post" action="/page/behaviour">
      <label
        >Provider<select name="provider">
          ${options(PROVIDERS)}
        </select></label
      >
      <label
        >What comes next<select name="next">
          ${options(BEHAVIOURS)}
        </select></label
      >
      <label>How often<input name="times" value="1" inputmode="numeric" /></label>
      <button class="quiet">Set</button>
    </form>
    <h2>Accounts the bank knows</h2>
    <form method="post" action="/page/account">
      <label
        >Bank<select name="bankCode">
          ${banks.banks.map(({ name, code }) => html`<option value="${code}">${name} (${code})</option>`)}
        </select></label
      >
      <label>Account number<input name="accountNumber" required inputmode="numeric" maxlength="10" /></label>
      <label>Holder<input name="accountName" required autocomplete="off" /></label>
      <button class="quiet">Add</button>
    </form>
    <div class="scroll" tabindex="0" role="region" aria-label="Accounts">
      <table>
        <thead>
          <tr>
            <th>Holder</th>
            <th>Number</th>
            <th>Bank code</th>
          </tr>
        </thead>
        <tbody>
          ${accounts}
        </tbody>
      </table>
    </div>
  </section>`;
}

/** The transfers that the banks were asked for, newest first. */
export function transferSection({ banks }: World): Html {
  const rows = banks
    .transfers()
    .slice(0, ROWS_SHOWN)
    .map((transfer) => {
      const { status = '', at = '' } = describeTransfer(transfer);
      return html`<tr>
        <td>${formatNaira(toKobo(transfer.amountKobo))}</td>
        <td>
          ${transfer.accountName || 'name unknown'}<br /><span class="mono">${transfer.accountNumber}</span>
          ${transfer.bankName}
        </td>
        <td>${status}</td>
        <td class="mono">${transfer.reference}</td>
        <td>${time(at)}</td>
      </tr>`;
    });
  return html`<section id="transfers" class="wide">
    <h2>Transfers</h2>
    <div class="scroll" tabindex="0" role="region" aria-label="Transfers">
      <table>
        <thead>
          <tr>
            <th>Amount</th>
            <th>To</th>
            <th>Status</th>
            <th>Reference</th>
            <th>Accepted</th>
          </tr>
        </thead>
        <tbody>
          ${
            rows.length === 0
              ? html`<tr>
                  <td colspan="5" class="soft">No transfer yet.</td>
                </tr>`
              : rows
          }
        </tbody>
      </table>
    </div>
  </section>`;
}

/** Each source's prices, and a form that moves one. */
export function rateSection({ prices }: World): Html {
  const list = prices.list();
  const rows = list.map(
    ({ source, asset, price, mode }) =>
      html`<tr>
        <td>${asset}</td>
        <td>${price.ngn}</td>
        <td>${price.usd}</td>
        <td>${source}${mode === 'live' ? '' : ` (${mode})`}</td>
      </tr>`,
  );
  return html`<section id="rates">
    <h2>Rates</h2>
    <form method="post" action="/page/rate">
      <label
        >Coin<select name="asset">
          ${options([...new Set(list.map(({ asset }) => asset))])}
        </select></label
      >
      <label>Naira for one<input name="ngn" required inputmode="decimal" /></label>
      <button class="quiet">Move the price</button>
    </form>
    <form method="post" action="/page/source">
      <label
        >Source<select name="source">
          ${options(SOURCES)}
        </select></label
      >
      <label
        >Behaves<select name="mode">
          ${options(SOURCE_MODES)}
        </select></label
      >
      <button class="quiet">Set the source</button>
    </form>
    <div class="scroll" tabindex="0" role="region" aria-label="Rates">
      <table>
        <thead>
          <tr>
            <th>Coin</th>
            <th>NGN</th>
            <th>USD</th>
            <th>Source</th>
          </tr>
        </thead>
        <tbody>
          ${rows}
        </tbody>
      </table>
    </div>
  </section>`;
}
