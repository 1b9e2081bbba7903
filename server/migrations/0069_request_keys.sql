ALTER TABLE "letters" ADD COLUMN "idempotency_key" text;--> statement-breakpoint
ALTER TABLE "letters" ADD COLUMN "request_hash" text;--> statement-breakpoint
ALTER TABLE "matter_events" ADD COLUMN "idempotency_key" text;--> statement-breakpoint
ALTER TABLE "matter_events" ADD COLUMN "request_hash" text;--> statement-breakpoint
ALTER TABLE "matter_notes" ADD COLUMN "idempotency_key" text;--> statement-breakpoint
ALTER TABLE "matter_notes" ADD COLUMN "request_hash" text;--> statement-breakpoint
ALTER TABLE "signature_requests" ADD COLUMN "idempotency_key" text;--> statement-breakpoint
ALTER TABLE "signature_requests" ADD COLUMN "request_hash" text;--> statement-breakpoint
CREATE UNIQUE INDEX "letters_idempotency" ON "letters" USING btree ("sent_by_id","idempotency_key");--> statement-breakpoint
CREATE UNIQUE INDEX "matter_events_idempotency" ON "matter_events" USING btree ("by_id","idempotency_key");--> statement-breakpoint
CREATE UNIQUE INDEX "matter_notes_idempotency" ON "matter_notes" USING btree ("by_id","idempotency_key");--> statement-breakpoint
CREATE UNIQUE INDEX "signature_requests_idempotency" ON "signature_requests" USING btree ("sender_id","idempotency_key");