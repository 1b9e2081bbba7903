CREATE TABLE "privacy_exports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"client_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"taken_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "client_request_numbers" (
	"year" integer PRIMARY KEY NOT NULL,
	"last" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "client_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"client_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"reference" text NOT NULL,
	"words" text NOT NULL,
	"wish" text,
	"created_at" timestamp with time zone NOT NULL,
	"due_on" date NOT NULL,
	"answer" text,
	"kept_until" date,
	"answered_at" timestamp with time zone,
	"answered_by" uuid
);
--> statement-breakpoint
CREATE INDEX "privacy_exports_client_id_index" ON "privacy_exports" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "client_requests_client_id_id_index" ON "client_requests" USING btree ("client_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "client_requests_reference" ON "client_requests" USING btree ("reference");--> statement-breakpoint
CREATE UNIQUE INDEX "client_requests_one_erasure" ON "client_requests" USING btree ("client_id") WHERE kind = 'erasure' and answered_at is null;