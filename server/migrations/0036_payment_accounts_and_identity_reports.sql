CREATE TABLE "identity_providers" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"is_on" boolean NOT NULL,
	"region" text NOT NULL,
	"client_id" text NOT NULL,
	"journey" text NOT NULL,
	"sealed_secret" text
);
--> statement-breakpoint
CREATE TABLE "identity_reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"client_id" uuid NOT NULL,
	"status" text NOT NULL,
	"source" text NOT NULL,
	"provider" text NOT NULL,
	"register_entry" text DEFAULT '' NOT NULL,
	"reference" text DEFAULT '' NOT NULL,
	"level" text DEFAULT '' NOT NULL,
	"checked_on" date,
	"result" text DEFAULT '' NOT NULL,
	"steps" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"url" text,
	"filename" text,
	"file_key" text,
	"file_size" integer,
	"sha256" text,
	"by_id" uuid NOT NULL,
	"by_name" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "payment_processors" ADD COLUMN "account" text;--> statement-breakpoint
ALTER TABLE "payment_processors" ADD COLUMN "account_key" text;--> statement-breakpoint
ALTER TABLE "payment_processors" ADD COLUMN "gocardless_account" text;--> statement-breakpoint
ALTER TABLE "payment_processors" ADD COLUMN "gocardless_account_key" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "processor_account" text;--> statement-breakpoint
CREATE INDEX "identity_reports_client_id_id_index" ON "identity_reports" USING btree ("client_id","id");--> statement-breakpoint
CREATE INDEX "identity_reports_file_key_index" ON "identity_reports" USING btree ("file_key");--> statement-breakpoint
CREATE INDEX "identity_reports_open" ON "identity_reports" USING btree ("at") WHERE status in ('starting', 'open');--> statement-breakpoint
CREATE UNIQUE INDEX "identity_reports_received" ON "identity_reports" USING btree ("client_id","provider","reference") WHERE source = 'received';