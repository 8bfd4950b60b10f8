-- What the operator decides while the product runs. One row a setting.
create table operator_setting (
  key        text primary key,
  value      jsonb not null,
  updated_by uuid references app_user (id),
  updated_at timestamptz not null default now()
);
