CREATE TABLE "shared_form_drafts" (
	"shared_id" uuid PRIMARY KEY NOT NULL,
	"client_id" uuid NOT NULL,
	"started_by_id" uuid NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"form_data" jsonb NOT NULL,
	"file_owners" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"step" integer NOT NULL,
	"version" integer NOT NULL,
	"saved_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "shared_form_drafts_client_id_index" ON "shared_form_drafts" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "shared_form_drafts_started_by_id_index" ON "shared_form_drafts" USING btree ("started_by_id");