CREATE TABLE "letter_template_versions" (
	"key" text NOT NULL,
	"number" integer NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"questions" jsonb NOT NULL,
	"note" text NOT NULL,
	"by_id" uuid NOT NULL,
	"by_name" text NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	CONSTRAINT "letter_template_versions_once" PRIMARY KEY("key","number")
);
--> statement-breakpoint
CREATE TABLE "retired_letter_templates" (
	"key" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "letters" (
	"id" uuid PRIMARY KEY NOT NULL,
	"matter_id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"recipient" text NOT NULL,
	"document_id" uuid NOT NULL,
	"template_key" text NOT NULL,
	"template_version" integer NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"delivery" text NOT NULL,
	"answers" jsonb NOT NULL,
	"file_key" text NOT NULL,
	"file_size" integer NOT NULL,
	"sha256" text NOT NULL,
	"sent_by_id" uuid NOT NULL,
	"sent_by" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "signature_requests" ADD COLUMN "matter_id" uuid;--> statement-breakpoint
ALTER TABLE "signature_requests" ADD COLUMN "is_deed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "signature_requests" ADD COLUMN "parties" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
CREATE INDEX "letters_matter_id_id_index" ON "letters" USING btree ("matter_id","id");--> statement-breakpoint
CREATE INDEX "letters_client_id_index" ON "letters" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "signature_requests_matter_id_index" ON "signature_requests" USING btree ("matter_id");