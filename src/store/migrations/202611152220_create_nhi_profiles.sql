-- What the analysis found out about each non-human identity, before it is shown: the parts of the detail that do not depend
-- on its cluster, the summary for the personas of users, and the features by which identities are clustered.
create table nhi_profiles (
  domain_id uuid not null references domains (domain_id),
  nuid uuid not null,
  sections text not null,
  summary text not null,
  features text not null,
  primary key (domain_id, nuid)
);
select wall_off('nhi_profiles');

-- Clusters of similar identities. A removed one keeps its id, which stays a position in the list.
create table nhi_clusters (
  domain_id uuid not null references domains (domain_id),
  cluster_id uuid not null,
  members uuid[] not null,
  wire text not null,
  removed_at timestamptz(3),
  primary key (domain_id, cluster_id)
);
select wall_off('nhi_clusters');
