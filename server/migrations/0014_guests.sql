CREATE TABLE "guests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"matter_id" uuid NOT NULL,
	"party_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"code_hash" text NOT NULL,
	"wrong_codes" integer DEFAULT 0 NOT NULL,
	"invited_by_id" uuid NOT NULL,
	"invited_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "is_guest" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "guests_party" ON "guests" USING btree ("party_id");--> statement-breakpoint
CREATE INDEX "guests_matter_id_index" ON "guests" USING btree ("matter_id");--> statement-breakpoint
CREATE INDEX "guests_user_id_index" ON "guests" USING btree ("user_id");