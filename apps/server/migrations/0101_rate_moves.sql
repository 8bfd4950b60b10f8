alter table customer_order
  -- Naira that was last agreed on, in kobo: what the customer was promised, has taken since, or an administrator approved.
  -- Null: `naira_kobo`, in orders from before it was kept.
  add column agreed_kobo numeric(78, 0) check (agreed_kobo > 0),
  -- Where today's rate moved the naira by more than the operator's tolerance: what the customer was told, asked, or answered.
  add column rate_answer text check (rate_answer in ('told', 'asked', 'accepted')),
  -- Until when they may answer; then the coins go back to their balance.
  add column answer_by timestamptz,
  add check ((rate_answer is not distinct from 'asked') = (answer_by is not null));
create index customer_order_asked on customer_order (answer_by) where rate_answer = 'asked';
