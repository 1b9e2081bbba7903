CREATE TABLE "company_register_key" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"sealed_secret" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "organisation_extracts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"register" text NOT NULL,
	"company_name" text NOT NULL,
	"status" text NOT NULL,
	"facts" jsonb NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"by_id" uuid NOT NULL,
	"by_name" text NOT NULL
);
--> statement-breakpoint
CREATE INDEX "organisation_extracts_person_id_id_index" ON "organisation_extracts" USING btree ("person_id","id");