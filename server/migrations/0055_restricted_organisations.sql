ALTER TABLE "organisation_extracts" ADD COLUMN "matter_id" uuid;--> statement-breakpoint
ALTER TABLE "organisation_facts" ADD COLUMN "matter_id" uuid;--> statement-breakpoint
-- What was kept before this release belongs to the case that its organisation is on, if that is only one.
UPDATE "organisation_facts" SET "matter_id" = "only"."matter_id" FROM (
  SELECT "person_id", min("matter_id"::text)::uuid AS "matter_id" FROM "matter_parties"
  GROUP BY "person_id" HAVING count(DISTINCT "matter_id") = 1
) "only" WHERE "only"."person_id" = "organisation_facts"."person_id";--> statement-breakpoint
UPDATE "organisation_extracts" SET "matter_id" = "only"."matter_id" FROM (
  SELECT "person_id", min("matter_id"::text)::uuid AS "matter_id" FROM "matter_parties"
  GROUP BY "person_id" HAVING count(DISTINCT "matter_id") = 1
) "only" WHERE "only"."person_id" = "organisation_extracts"."person_id";
