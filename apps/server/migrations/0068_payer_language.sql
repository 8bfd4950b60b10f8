-- Mails to a payer are written in the language in which they read the page.
alter table payment add column payer_language text not null default 'en'
  check (payer_language in ('en', 'pcm', 'ha', 'yo', 'ig'));
