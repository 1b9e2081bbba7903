DROP INDEX "documents_waiting";--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "identity_purpose" text;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "fingerprint" text;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "number_asked" text;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "attempt_for" text;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "superseded_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "identity_evidence" ADD COLUMN "shows" text DEFAULT 'portrait' NOT NULL;--> statement-breakpoint
CREATE INDEX "documents_sha256_index" ON "documents" USING btree ("sha256");--> statement-breakpoint
CREATE INDEX "documents_of_identity" ON "documents" USING btree ("client_id") WHERE identity_purpose is not null;--> statement-breakpoint
CREATE INDEX "documents_waiting" ON "documents" USING btree ("created_at") WHERE status = 'pending' and superseded_at is null;--> statement-breakpoint
-- No machine compares a face: what it accepted alone is for a person again.
UPDATE "documents" SET "status" = 'pending', "verified_at" = NULL WHERE "document_type" IN ('selfie', 'photo') AND "status" = 'verified' AND "decided_by_id" IS NULL AND NOT "is_accepted";--> statement-breakpoint
UPDATE "documents" SET "identity_purpose" = 'selfie' WHERE "document_type" = 'selfie' AND "purpose" = 'evidence';--> statement-breakpoint
UPDATE "documents" SET "identity_purpose" = 'document' WHERE "purpose" = 'evidence' AND ("document_type" IN ('passport', 'drivers_license', 'identity') OR "task_id" IN (SELECT "id" FROM "tasks" WHERE "kind" = 'proof_of_identity'));
