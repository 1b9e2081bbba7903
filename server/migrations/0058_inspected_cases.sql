CREATE TABLE "inspected_matters" (
	"auditor_id" uuid NOT NULL,
	"matter_id" uuid NOT NULL,
	CONSTRAINT "inspected_matters_auditor_id_matter_id_pk" PRIMARY KEY("auditor_id","matter_id")
);
--> statement-breakpoint
ALTER TABLE "inspected_matters" ADD CONSTRAINT "inspected_matters_auditor_id_inspections_auditor_id_fk" FOREIGN KEY ("auditor_id") REFERENCES "public"."inspections"("auditor_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "inspected_matters_matter_id_index" ON "inspected_matters" USING btree ("matter_id");--> statement-breakpoint
CREATE VIEW "inspected_cases" AS
	SELECT "inspected"."auditor_id", "matters"."id" AS "matter_id", "matters"."reference", "matters"."title", "matters"."is_restricted",
		NOT "matters"."is_restricted" OR EXISTS (
			SELECT FROM "matter_access"
			WHERE "matter_access"."matter_id" = "matters"."id" AND "matter_access"."member_id" = "inspected"."auditor_id"
		) AS "is_open",
		"matter_clients"."client_id"
	FROM "inspected_matters" AS "inspected"
	JOIN "matters" ON "matters"."id" = "inspected"."matter_id"
	JOIN "matter_clients" ON "matter_clients"."matter_id" = "matters"."id";--> statement-breakpoint
CREATE VIEW "uninspected_cases" AS
	SELECT DISTINCT "inspected"."auditor_id", "other"."matter_id", "holder"."client_id"
	FROM "inspected_cases" AS "inspected"
	JOIN "matter_clients" AS "other" ON "other"."client_id" = "inspected"."client_id"
	JOIN "matter_clients" AS "holder" ON "holder"."matter_id" = "other"."matter_id"
	WHERE "inspected"."is_open" AND NOT EXISTS (
		SELECT FROM "inspected_cases" AS "open"
		WHERE "open"."auditor_id" = "inspected"."auditor_id" AND "open"."matter_id" = "other"."matter_id" AND "open"."is_open"
	);--> statement-breakpoint
INSERT INTO "inspected_matters" ("auditor_id", "matter_id")
	SELECT DISTINCT "inspected_clients"."auditor_id", "matter_clients"."matter_id" FROM "inspected_clients"
	JOIN "matter_clients" ON "matter_clients"."client_id" = "inspected_clients"."client_id"
	JOIN "matters" ON "matters"."id" = "matter_clients"."matter_id"
	WHERE NOT "matters"."is_restricted";--> statement-breakpoint
UPDATE "invitations" SET "inspection" = jsonb_build_object(
	'until', "inspection" -> 'until',
	'matterIds', coalesce((
		SELECT jsonb_agg(DISTINCT "matters"."id") FROM "matters"
		JOIN "matter_clients" ON "matter_clients"."matter_id" = "matters"."id"
		WHERE NOT "matters"."is_restricted"
			AND "matter_clients"."client_id"::text IN (SELECT jsonb_array_elements_text("inspection" -> 'clientIds'))
	), '[]'::jsonb)
) WHERE "inspection" ? 'clientIds';
