ALTER TABLE "users" ADD COLUMN "last_seen_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "decided_by_id" uuid;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "decided_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "verifications" ADD COLUMN "accepted_by_id" uuid;--> statement-breakpoint
ALTER TABLE "verifications" ADD COLUMN "accepted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "verifications" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "refunded_by_id" uuid;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "refunded_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "documents_waiting" ON "documents" USING btree ("created_at") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "documents_decided" ON "documents" USING btree ("decided_at") WHERE decided_at is not null;--> statement-breakpoint
CREATE INDEX "verifications_waiting" ON "verifications" USING btree ("completed_at") WHERE outcome = 'review';--> statement-breakpoint
CREATE INDEX "payments_refunds" ON "payments" USING btree ("created_at") WHERE status in ('refund_due', 'refunded');