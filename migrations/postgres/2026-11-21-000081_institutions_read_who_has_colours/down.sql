-- The words before know of neither.
DELETE FROM consents WHERE purpose = 'share_colours';
DELETE FROM grants WHERE role = 'institution';
ALTER TABLE consents
    DROP CONSTRAINT consents_self_check,
    DROP CONSTRAINT consents_purpose_check,
    ADD CONSTRAINT consents_purpose_check CHECK (purpose IN ('publish_name')),
    DROP CONSTRAINT consents_guardian_check,
    DROP CONSTRAINT consents_relation_check,
    ADD CONSTRAINT consents_relation_check CHECK (relation IN ('parent', 'guardian')),
    ALTER COLUMN guardian SET NOT NULL;
ALTER TABLE grants
    DROP CONSTRAINT grants_role_check,
    ADD CONSTRAINT grants_role_check CHECK (role IN ('administrator', 'coordinator', 'umpire', 'club_secretary'));
