-- An institution, as a bursary office or a university, is granted to read who has colours, of those who have consented.
ALTER TABLE grants
    DROP CONSTRAINT grants_role_check,
    ADD CONSTRAINT grants_role_check CHECK (role IN ('administrator', 'coordinator', 'umpire', 'club_secretary', 'institution'));
-- What a guardian has allowed for a player under 18, or a player of age themselves, who have no guardian. Nothing is removed: a
-- withdrawn consent says when.
ALTER TABLE consents
    ALTER COLUMN guardian DROP NOT NULL,
    DROP CONSTRAINT consents_relation_check,
    ADD CONSTRAINT consents_relation_check CHECK (relation IN ('parent', 'guardian', 'self')),
    ADD CONSTRAINT consents_guardian_check CHECK ((relation = 'self') = (guardian IS NULL)),
    DROP CONSTRAINT consents_purpose_check,
    ADD CONSTRAINT consents_purpose_check CHECK (purpose IN ('publish_name', 'share_colours')),
    -- The name of a player of age is public without a consent.
    ADD CONSTRAINT consents_self_check CHECK (relation <> 'self' OR purpose <> 'publish_name');
