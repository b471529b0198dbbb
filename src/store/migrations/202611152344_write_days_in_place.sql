-- Days of the current date are written by nearly every batch; free space in their pages keeps the new versions in place.
alter table activity_days set (fillfactor = 70);

-- The number of the last batch was written for every actor of every batch, and nothing reads it.
alter table activity_actors drop column sequence;
drop table activity_batches;
