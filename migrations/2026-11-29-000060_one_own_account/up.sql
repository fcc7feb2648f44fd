-- An account is the own one of one person, and a person has one such account. Of several the oldest stays: nobody reads on in the
-- data of others.
UPDATE player_accounts SET withdrawn_at = created_at
WHERE relation = 'self' AND withdrawn_at IS NULL AND EXISTS (
    SELECT 1 FROM player_accounts AS older
    WHERE older.relation = 'self' AND older.withdrawn_at IS NULL
        AND (older.account_id = player_accounts.account_id OR older.player_id = player_accounts.player_id)
        AND (older.created_at < player_accounts.created_at
            OR (older.created_at = player_accounts.created_at AND older.id < player_accounts.id))
);
CREATE UNIQUE INDEX player_accounts_account_id_key ON player_accounts (account_id)
    WHERE relation = 'self' AND withdrawn_at IS NULL;
CREATE UNIQUE INDEX player_accounts_player_id_key ON player_accounts (player_id)
    WHERE relation = 'self' AND withdrawn_at IS NULL;
-- The account with which an umpire is accredited is the umpire's own.
INSERT INTO player_accounts (id, account_id, player_id, relation, origin, created_at)
SELECT id, account_id, player_id, 'self', 'existing', created_at FROM accreditations
WHERE account_id IS NOT NULL
    AND NOT EXISTS (
        SELECT 1 FROM accreditations AS other
        WHERE other.account_id IS NOT NULL AND other.id < accreditations.id
            AND (other.account_id = accreditations.account_id OR other.player_id = accreditations.player_id)
    )
    AND NOT EXISTS (
        SELECT 1 FROM player_accounts AS own
        WHERE own.relation = 'self' AND own.withdrawn_at IS NULL
            AND (own.account_id = accreditations.account_id OR own.player_id = accreditations.player_id)
    );
