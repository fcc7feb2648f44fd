-- The number of writes after which something is not to be seen any more. A replica is read from while it has as many.
CREATE TABLE concealments (
    id {number} NOT NULL,
    writes {number} NOT NULL,
    CONSTRAINT concealments_pkey PRIMARY KEY (id),
    CONSTRAINT concealments_id_check CHECK (id = 1)
) {strict};
INSERT INTO concealments (id, writes) VALUES (1, 0);
