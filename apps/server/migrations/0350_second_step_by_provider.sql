-- Whether a provider's word began the sign-in: no password was given, so that what follows is no fresh proof of the owner.
alter table second_step add column by_provider boolean not null default false;
