-- To count about how many people a detector found something.
create index threat_findings_by_person on threat_findings (domain_id, detector, subject, at);
