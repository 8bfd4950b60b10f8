-- A day on which somebody outside did not say everything is compared again by itself, with growing pauses: each try is a
-- comparison of its own, counted from 0, and made once however many processes there are.
alter table reconciliation add column attempt smallint not null default 0 check (attempt >= 0);
alter table reconciliation add check (is_scheduled or attempt = 0);
drop index reconciliation_scheduled;
create unique index reconciliation_scheduled on reconciliation (day, attempt) where is_scheduled;
-- A difference elsewhere outweighs a silence in `outcome`; this tells of the silence all the same.
alter table reconciliation add column is_unclear boolean not null
  generated always as (report -> 'parts' @> '[{"outcome": "unclear"}]'::jsonb) stored;
