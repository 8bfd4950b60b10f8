-- Coins that a contract sent are named by their number among those to the same address in their transaction, in the order in which
-- they were sent, and no longer by the place of their call in one provider's trace: another one's may leave calls out.
update deposit d set identity = d.transaction || ':inner-' || sent.address_key || '-' || sent.place
from (
  select t.id, a.address_key, dense_rank() over (
    partition by t.network, t.transaction, t.address_id
    order by string_to_array(substring(t.identity from ':trace-(.*)$'), '-')::int[]) - 1 as place
  from deposit t join deposit_address a on a.id = t.address_id where t.identity like '%:trace-%'
) sent where sent.id = d.id;
