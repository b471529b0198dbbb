-- The second other identifier of an actor, which for a Windows account is the SID: the first one is its bare name.
create index activity_actors_by_second on activity_actors (domain_id, (keys[2])) where keys[2] is not null;
