-- Names in the words that the code now uses.
alter table verdicts rename column said_by to submitted_by;
alter table verdicts rename column said_digest to content_digest;
alter index verdicts_by_words rename to verdicts_by_content;
alter table detector_lessons rename to detector_feedback;
alter table detector_feedback rename column said_at to decided_at;
alter index detector_lessons_by_detector rename to detector_feedback_by_detector;
