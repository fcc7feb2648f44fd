DROP TABLE colours;
DROP TABLE selections;
DROP TABLE colours_criteria;
