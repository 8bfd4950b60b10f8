import { type AdminOrder, RISK_NAMES, type RiskReason } from '@kobogate/contract';
import { forPayments } from '../payments/clear-payment.ts';
import { findRiskFacts } from '../order-views/review/db.ts';
import { describeRisks, weightOf } from './describe-risks.ts';
import type { WeighingDependencies } from './weigh-orders.ts';

/**
 * Why a pending order waits by the policy and the facts of this moment; of a decided one the signs of risk that it was
 * decided with. The heaviest first.
 */
export async function whyItWaits(
  { database, clock, settings }: WeighingDependencies,
  { id, kind, status, riskRules }: Pick<AdminOrder, 'id' | 'kind' | 'status' | 'riskRules'>,
): Promise<RiskReason[]> {
  const policy = await settings.current();
  if (status !== 'pending') {
    return riskRules.map((rule) => ({
      rule,
      weight: weightOf(rule, policy),
      text: `${RISK_NAMES[rule]}.`,
      holds: false,
    }));
  }
  const facts = await findRiskFacts(database, id, clock.now());
  return facts === null ? [] : describeRisks(facts, kind === 'payment' ? forPayments(policy) : policy);
}
