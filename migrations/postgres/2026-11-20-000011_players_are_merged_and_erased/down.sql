DROP INDEX players_name_key_birth_date_idx;
UPDATE players SET birth_date = COALESCE(birth_date, '1900-01-01'), sex = COALESCE(sex, 'female'), erased_at = NULL
    WHERE erased_at IS NOT NULL;
ALTER TABLE players
    DROP CONSTRAINT players_merged_check,
    DROP CONSTRAINT players_erased_check,
    DROP COLUMN erased_at,
    DROP COLUMN merged_into_id,
    DROP COLUMN region_code,
    ALTER COLUMN sex SET NOT NULL,
    ALTER COLUMN birth_date SET NOT NULL;
