DROP TABLE ranking_rows;
DROP TABLE rankings;
