import { Violation, type World } from '../world/world.ts';

/**
 * Once everything has come to its end: what is set aside is set aside for something, nobody has coins and owes the same ones, and what
 * came in of each customer's coins is what they have, less what they owe, and what left.
 */
export async function requireWhole(world: World): Promise<void> {
  const wrong = await world.books.query<{ what: string }>(WRONG, [], 'require-whole');
  if (wrong.length > 0) throw new Violation(wrong.map(({ what }) => what).join('; '));
}

/** A bridged dollar may have been credited as the one that is on offer, unit for unit. */
const OFFERED = `replace(asset, '.e@', '@') as asset`;

const WRONG = `
with held as (
  select 'held:' || asset || ':' || user_id as code, sum(case
    when status = 'declined' or payout <> 'none' then 0
    when funding in ('funded', 'overpaid', 'late') then amount
    when payment_link_id is not null then received else 0 end) as due
  from customer_order group by 1
), refunding as (
  select 'refunding:' || asset || ':' || user_id as code, sum(amount) as due from refund
  where status not in ('final', 'declined') group by 1
), due as (select * from held union all select * from refunding),
acc as (select code, balance from ledger_account where kind in ('held', 'refunding')),
person as (
  select split_part(code, ':', 3) as who, ${OFFERED},
    coalesce(sum(balance) filter (where kind in ('customer', 'held', 'suspense', 'refunding')), 0)
      - coalesce(sum(balance) filter (where kind = 'receivable'), 0) as has
  from ledger_account where kind in ('customer', 'held', 'suspense', 'refunding', 'receivable') and asset <> 'NGN' and code not like '%:unknown' group by 1, 2
), came as (
  select user_id::text as who, ${OFFERED}, sum(amount) as came from deposit where status = 'confirmed' and user_id is not null group by 1, 2
), gone as (
  select user_id::text as who, ${OFFERED}, sum(amount) as gone from customer_order where payout <> 'none' group by 1, 2
), settled as (
  select user_id::text as who, ${OFFERED}, sum(amount) as forgiven from debt_settlement where decided_at is not null group by 1, 2
), taken as (
  select user_id::text as who, paid_asset as asset, sum(paid_amount) as taken from debt_settlement
  where decided_at is not null and paid_asset is not null group by 1, 2
)
select format('%s has %s, and %s is due', coalesce(acc.code, due.code), coalesce(balance, 0), coalesce(due, 0)) as what
from acc full join due on due.code = acc.code where coalesce(balance, 0) <> coalesce(due, 0)
union all
select format('%s has %s and owes %s of it', c.code, c.balance, r.balance) from ledger_account c
join ledger_account r on r.code = replace(c.code, 'customer:', 'receivable:') and r.kind = 'receivable'
where c.kind = 'customer' and c.balance > 0 and r.balance > 0 and c.asset <> 'NGN'
union all
select format('%s of %s: came %s, gone %s, forgiven %s, taken %s, has %s', who, asset, coalesce(came, 0), coalesce(gone, 0), coalesce(forgiven, 0), coalesce(taken, 0), coalesce(has, 0))
from person full join came using (who, asset) full join gone using (who, asset) full join settled using (who, asset) full join taken using (who, asset)
where coalesce(came, 0) - coalesce(gone, 0) + coalesce(forgiven, 0) - coalesce(taken, 0) <> coalesce(has, 0)`;
