-- A server on which nothing holds but what every engine that speaks PostgreSQL's protocol promises: one statement in ten
-- that writes, and one commit in ten, is aborted as if it had lost against another transaction, and an advisory lock is
-- refused, since on some engines it locks nothing. Only the service is treated so, and not what a test does behind its back.
-- Of a transaction the first eight statements are at stake: one of hundreds would never come to its end.

CREATE FUNCTION is_unlucky() RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    drawn integer := coalesce(nullif(current_setting('hostile.drawn', true), ''), '0')::integer;
BEGIN
    IF current_setting('application_name') <> 'federation-records' OR drawn >= 8 THEN
        RETURN false;
    END IF;
    PERFORM set_config('hostile.drawn', (drawn + 1)::text, true);
    RETURN random() < 0.1;
END $$;

CREATE FUNCTION abort_some() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF is_unlucky() THEN
        RAISE EXCEPTION 'could not serialize access, or so it is told' USING ERRCODE = 'serialization_failure';
    END IF;
    RETURN NULL;
END $$;

DO $$
DECLARE
    name text;
BEGIN
    FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
        EXECUTE format('CREATE TRIGGER hostile AFTER INSERT OR UPDATE OR DELETE ON %I
            FOR EACH STATEMENT EXECUTE FUNCTION abort_some()', name);
    END LOOP;
END $$;

CREATE CONSTRAINT TRIGGER hostile_commit AFTER INSERT ON audit DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION abort_some();

CREATE FUNCTION refuse_lock() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'advisory locks are not for every engine' USING ERRCODE = 'feature_not_supported';
END $$;
CREATE FUNCTION pg_advisory_lock(bigint) RETURNS void LANGUAGE sql AS 'SELECT refuse_lock()';
CREATE FUNCTION pg_advisory_xact_lock(bigint) RETURNS void LANGUAGE sql AS 'SELECT refuse_lock()';

-- What is aborted gives its numbers back, since tests name those of a server on which nothing is: a sequence leaves gaps.
CREATE SCHEMA hostile;
CREATE TABLE hostile.numbers (sequence regclass PRIMARY KEY, last bigint NOT NULL);
CREATE FUNCTION nextval(named regclass) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    given bigint;
BEGIN
    EXECUTE format('SELECT last_value + is_called::integer FROM %s', named) INTO given;
    INSERT INTO hostile.numbers AS drawn VALUES (named, given)
        ON CONFLICT (sequence) DO UPDATE SET last = greatest(drawn.last + 1, given) RETURNING last INTO given;
    RETURN given;
END $$;
