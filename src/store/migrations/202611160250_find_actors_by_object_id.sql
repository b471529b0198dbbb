-- The first other identifier of an actor, which for a user is the object id: finds the days of a renamed user.
create index activity_actors_by_object on activity_actors (domain_id, (keys[1]));
