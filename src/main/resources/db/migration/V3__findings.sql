-- Nothing read these rows since the counts by day (V2).
drop table diagnosis_finding;
