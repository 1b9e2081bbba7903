ALTER TABLE "documents" ADD COLUMN "firm_told_at" timestamp with time zone;--> statement-breakpoint
UPDATE "documents" SET "firm_told_at" = "created_at";