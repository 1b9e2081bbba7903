CREATE TABLE "organisation_facts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"registered_address" text NOT NULL,
	"officers" jsonb NOT NULL,
	"owners" jsonb NOT NULL,
	"register" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"by_id" uuid NOT NULL,
	"by_name" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "organisation_filings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"filename" text NOT NULL,
	"mime_type" text NOT NULL,
	"file_key" text NOT NULL,
	"file_size" integer NOT NULL,
	"sha256" text NOT NULL,
	"by_id" uuid NOT NULL,
	"by_name" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "organisation_facts_person_id_id_index" ON "organisation_facts" USING btree ("person_id","id");--> statement-breakpoint
CREATE INDEX "organisation_filings_person_id_id_index" ON "organisation_filings" USING btree ("person_id","id");--> statement-breakpoint
CREATE INDEX "organisation_filings_file_key_index" ON "organisation_filings" USING btree ("file_key");