-- What those who have never brought a coin lock together has a limit of its own: at most what everybody locks, until it is
-- counted.
insert into locked_exposure (owner, kobo, counted_at)
select 'newcomers', kobo, 'epoch' from locked_exposure where owner = '';
