import './payment.css';
import { reportToEmbedder } from '../embed/report-to-embedder.ts';
import { runChoice } from './run-choice.ts';
import { runCopying } from './run-copying.ts';
import { runPayment } from './run-payment.ts';

const report = reportToEmbedder();
runChoice();
runCopying();
runPayment(report);
