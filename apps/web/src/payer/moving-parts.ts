import './payment.css';
import { reportToEmbedder } from './embed/report-to-embedder.ts';
import { runChoice } from './run-choice.ts';
import { runCopying } from './run-copying.ts';
import { runPayment } from './run-payment.ts';
import { runWallet } from './run-wallet.ts';
import { runWalletApps } from './run-wallet-apps.ts';

const report = reportToEmbedder();
runChoice();
runCopying();
runWalletApps();
const tellWallet = runWallet(() => followed);
const followed = runPayment((state, paymentId) => report({ state, paymentId }), tellWallet);
