CREATE TABLE "appointments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"client_id" uuid NOT NULL,
	"with_id" uuid NOT NULL,
	"title" text NOT NULL,
	"description" text,
	"start_time" timestamp with time zone NOT NULL,
	"end_time" timestamp with time zone NOT NULL,
	"location" text,
	"meeting_link" text,
	"status" text NOT NULL,
	"cancelled_by" text,
	"sequence" integer DEFAULT 0 NOT NULL,
	"day_reminder_at" timestamp with time zone,
	"hour_reminder_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "days_off" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"first_day" date NOT NULL,
	"last_day" date NOT NULL,
	"note" text
);
--> statement-breakpoint
CREATE TABLE "working_hours" (
	"person_id" uuid PRIMARY KEY NOT NULL,
	"hours" jsonb NOT NULL
);
--> statement-breakpoint
CREATE INDEX "appointments_client_id_id_index" ON "appointments" USING btree ("client_id","id");--> statement-breakpoint
CREATE INDEX "appointments_with_id_start_time_index" ON "appointments" USING btree ("with_id","start_time");--> statement-breakpoint
CREATE INDEX "appointments_start_time_index" ON "appointments" USING btree ("start_time");--> statement-breakpoint
CREATE INDEX "appointments_day_reminder_at_index" ON "appointments" USING btree ("day_reminder_at");--> statement-breakpoint
CREATE INDEX "appointments_hour_reminder_at_index" ON "appointments" USING btree ("hour_reminder_at");--> statement-breakpoint
CREATE INDEX "days_off_person_id_last_day_index" ON "days_off" USING btree ("person_id","last_day");--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS btree_gist;--> statement-breakpoint
-- Nobody is in two scheduled appointments at one time, whatever else goes wrong: neither the person of the firm,
ALTER TABLE "appointments" ADD CONSTRAINT "appointments_person_once" EXCLUDE USING gist ("with_id" WITH =, tstzrange("start_time", "end_time") WITH &&) WHERE (status = 'scheduled');--> statement-breakpoint
-- nor the client.
ALTER TABLE "appointments" ADD CONSTRAINT "appointments_client_once" EXCLUDE USING gist ("client_id" WITH =, tstzrange("start_time", "end_time") WITH &&) WHERE (status = 'scheduled');--> statement-breakpoint
ALTER TABLE "appointments" ADD CONSTRAINT "appointments_end_after_start" CHECK ("start_time" < "end_time");
