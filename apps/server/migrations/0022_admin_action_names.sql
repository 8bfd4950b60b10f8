-- Which acts there are is said once, in record-admin-action.ts: a list here would need a migration for each new one.
alter table admin_action drop constraint admin_action_action_check;
alter table admin_action add constraint admin_action_action_check check (action ~ '^[a-z]+(-[a-z]+)+$');
