DROP TABLE selections;
DROP TABLE colours_criteria;
