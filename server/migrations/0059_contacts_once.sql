-- Whoever is responsible for a client is no longer listed among the others who work with them too. What an undo of a
-- merge would move back to the other record stays.
DELETE FROM "client_contacts" USING "users"
WHERE "users"."id" = "client_contacts"."client_id" AND "users"."fee_earner_id" = "client_contacts"."member_id"
	AND NOT EXISTS (
		SELECT FROM "client_merges"
		JOIN "client_merge_rows" ON "client_merge_rows"."merge_id" = "client_merges"."id"
		WHERE "client_merges"."kept_id" = "client_contacts"."client_id" AND "client_merges"."undone_at" IS NULL
			AND "client_merge_rows"."place" = 'client_contacts.client_id'
			AND "client_merge_rows"."keys" ? ('|' || "client_contacts"."member_id")
	);
