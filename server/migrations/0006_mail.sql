CREATE TABLE "mail_gathered" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"topic" text NOT NULL,
	"sentence" text,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"recipient" text NOT NULL,
	"event" text NOT NULL,
	"address" text NOT NULL,
	"first_name" text NOT NULL,
	"subject" text NOT NULL,
	"paragraphs" jsonb NOT NULL,
	"action" jsonb,
	"attachments" jsonb NOT NULL,
	"is_chosen" boolean NOT NULL,
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"failure" text,
	"message_id" text,
	"created_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"claimed_until" timestamp with time zone,
	"settled_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "mail_reminders" (
	"client_id" uuid NOT NULL,
	"day" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "mail_reminders_client_id_day_pk" PRIMARY KEY("client_id","day")
);
--> statement-breakpoint
CREATE TABLE "notification_choices" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"choices" jsonb NOT NULL
);
--> statement-breakpoint
CREATE INDEX "mail_gathered_user_id_created_at_index" ON "mail_gathered" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "mails_once" ON "mails" USING btree ("recipient","event");--> statement-breakpoint
CREATE INDEX "mails_state_due_at_index" ON "mails" USING btree ("state","due_at");--> statement-breakpoint
CREATE INDEX "mails_user_id_index" ON "mails" USING btree ("user_id");