CREATE TABLE "ended_guest_access" (
	"client_id" uuid NOT NULL,
	"matter_id" uuid NOT NULL,
	CONSTRAINT "ended_guest_access_client_id_matter_id_pk" PRIMARY KEY("client_id","matter_id")
);
--> statement-breakpoint
INSERT INTO "ended_guest_access" ("client_id", "matter_id")
SELECT DISTINCT "tasks"."client_id", "tasks"."matter_id"
FROM "tasks" JOIN "users" ON "users"."id" = "tasks"."client_id"
WHERE "users"."is_guest" AND "tasks"."matter_id" IS NOT NULL AND NOT EXISTS (
	SELECT FROM "guests"
	WHERE "guests"."user_id" = "tasks"."client_id" AND "guests"."matter_id" = "tasks"."matter_id"
);
