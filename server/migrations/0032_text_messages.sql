CREATE TABLE "text_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"sent_by_id" uuid NOT NULL,
	"subject" text NOT NULL,
	"number" text NOT NULL,
	"words" text NOT NULL,
	"sealed_code" text,
	"link" text NOT NULL,
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"failure" text,
	"reference" text,
	"created_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"claimed_until" timestamp with time zone,
	"settled_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "text_providers" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"is_on" boolean NOT NULL,
	"account_sid" text NOT NULL,
	"key_sid" text NOT NULL,
	"sender" text NOT NULL,
	"sealed_secret" text
);
--> statement-breakpoint
CREATE INDEX "text_messages_state_due_at_index" ON "text_messages" USING btree ("state","due_at");--> statement-breakpoint
CREATE INDEX "text_messages_user_id_index" ON "text_messages" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "text_messages_subject_index" ON "text_messages" USING btree ("subject");--> statement-breakpoint
CREATE INDEX "text_messages_settled_at_index" ON "text_messages" USING btree ("settled_at");--> statement-breakpoint
CREATE INDEX "text_messages_created_at_index" ON "text_messages" USING btree ("created_at");