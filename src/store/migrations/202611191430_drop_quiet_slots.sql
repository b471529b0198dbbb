-- The only detector that computed them was removed.
alter table period_limits drop column quiet;
