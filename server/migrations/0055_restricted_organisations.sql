ALTER TABLE "organisation_extracts" ADD COLUMN "matter_id" uuid;--> statement-breakpoint
ALTER TABLE "organisation_facts" ADD COLUMN "matter_id" uuid;