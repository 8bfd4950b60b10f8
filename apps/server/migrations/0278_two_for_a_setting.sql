-- The first of two administrators who agreed on a change of a setting, which `changed_by` confirmed; null: one alone made it.
alter table setting_change add column agreed_by uuid references app_user (id);
