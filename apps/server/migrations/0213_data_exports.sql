-- When somebody was given everything that is kept about a person: the person, or an administrator for their request.
create table data_export (
  id      uuid primary key,
  user_id uuid not null references app_user (id),
  made_by uuid not null references app_user (id),
  made_at timestamptz not null
);
create index data_export_user on data_export (user_id, made_at);
