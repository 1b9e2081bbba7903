CREATE TABLE "ended_guest_access" (
	"client_id" uuid NOT NULL,
	"matter_id" uuid NOT NULL,
	CONSTRAINT "ended_guest_access_client_id_matter_id_pk" PRIMARY KEY("client_id","matter_id")
);
--> statement-breakpoint
-- Whoever is a party without having been invited there keeps their tasks: their access has not ended.
INSERT INTO "ended_guest_access" ("client_id", "matter_id")
SELECT DISTINCT "tasks"."client_id", "tasks"."matter_id"
FROM "tasks" JOIN "users" ON "users"."id" = "tasks"."client_id"
WHERE "users"."is_guest" AND "tasks"."matter_id" IS NOT NULL AND NOT EXISTS (
	SELECT FROM "guests"
	WHERE "guests"."user_id" = "tasks"."client_id" AND "guests"."matter_id" = "tasks"."matter_id"
) AND NOT EXISTS (
	SELECT FROM "matter_clients"
	WHERE "matter_clients"."client_id" = "tasks"."client_id" AND "matter_clients"."matter_id" = "tasks"."matter_id"
) AND (
	NOT EXISTS (
		SELECT FROM "matter_parties" JOIN "matter_people" ON "matter_people"."id" = "matter_parties"."person_id"
		WHERE "matter_people"."client_id" = "tasks"."client_id" AND "matter_parties"."matter_id" = "tasks"."matter_id"
	) OR ("tasks"."client_id", "tasks"."matter_id") IN (
		SELECT "matter_people"."client_id", "matter_parties"."matter_id"
		FROM "audit" JOIN "matter_parties" ON "matter_parties"."id"::text = "audit"."details"->>'party'
		JOIN "matter_people" ON "matter_people"."id" = "matter_parties"."person_id"
		WHERE "audit"."event" = 'guest.ended'
	)
);
