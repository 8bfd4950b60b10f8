-- A plan that can't be carried out as it was signed is replaced by one whose transactions use up the same coins or numbers: the
-- chain takes one of each, whichever it is. All of them are watched until one is final; the others are then `replaced`.
alter table spending_plan
  add column root_id uuid references spending_plan (id),
  drop constraint spending_plan_status_check,
  add constraint spending_plan_status_check check (status in ('open', 'done', 'discarded', 'replaced'));
alter table outgoing_transaction
  drop constraint outgoing_transaction_status_check,
  add constraint outgoing_transaction_status_check check (status in ('sent', 'seen', 'final', 'failed', 'replaced'));
