CREATE TABLE "payment_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_processors" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"is_on" boolean NOT NULL,
	"sealed_secret_key" text,
	"sealed_webhook_secret" text
);
--> statement-breakpoint
DROP INDEX "payments_one_charge";--> statement-breakpoint
DROP INDEX "payments_unsure";--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "checkout_id" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "payer_name" text;--> statement-breakpoint
CREATE INDEX "payment_events_received_at_index" ON "payment_events" USING btree ("received_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_charge" ON "payments" USING btree ("task_id") WHERE status in ('completed', 'open', 'checking');--> statement-breakpoint
CREATE INDEX "payments_unsure" ON "payments" USING btree ("processor","created_at") WHERE status in ('open', 'checking', 'failed');