-- Keys with which a merchant's own programs call the API, each for what it was made for.
create table api_key (
  id           uuid primary key,
  user_id      uuid not null references app_user (id),
  name         text not null,
  -- SHA-256 of 32 random bytes: a leaked table lets nobody in.
  key_hash     bytea not null unique,
  -- The last four characters, by which its owner tells it from others.
  ending       text not null check (length(ending) = 4),
  scopes       text[] not null check (cardinality(scopes) > 0),
  created_at   timestamptz not null,
  last_used_at timestamptz,
  expires_at   timestamptz,
  revoked_at   timestamptz
);
create index api_key_of_user on api_key (user_id) where revoked_at is null;
