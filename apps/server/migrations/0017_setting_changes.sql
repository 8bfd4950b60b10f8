-- What the operator decides while the product runs, as the list of its changes: appended to, never changed. The newest
-- row of a subject is what holds; a subject without a row has its default.
create table setting_change (
  -- A section of the settings, such as `clearing`, or `product CURRENCY@network`.
  subject    text not null,
  version    integer not null check (version > 0),
  -- What held before, as the person who changed it saw it, and what holds since.
  before     jsonb not null,
  after      jsonb not null,
  changed_by uuid references app_user (id),
  changed_at timestamptz not null default now(),
  primary key (subject, version)
);

create function setting_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'a change of a setting is final: change the setting again' using errcode = 'restrict_violation';
end $$;

create trigger setting_change_is_final before update or delete or truncate on setting_change
  for each statement execute function setting_refuse_change();

insert into setting_change (subject, version, before, after, changed_by, changed_at)
select 'clearing', 1,
       '{"automaticBelowKobo": null, "minimumAccountDays": 0}',
       jsonb_build_object('automaticBelowKobo', value -> 'automaticBelowKobo', 'minimumAccountDays', 0),
       updated_by, updated_at
from operator_setting where key = 'clearing-policy';

drop table operator_setting;
