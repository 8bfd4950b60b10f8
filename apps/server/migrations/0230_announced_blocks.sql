-- Providers that announce their blocks by WebSocket, and why the last connection ended.
alter table network_provider
  add column heads text not null default 'none' check (heads in ('none', 'live', 'down')),
  add column heads_error text,
  add column heads_error_at timestamptz;
