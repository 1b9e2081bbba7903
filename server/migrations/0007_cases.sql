CREATE TABLE "case_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"case_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"by_id" uuid NOT NULL,
	"by_name" text NOT NULL,
	"is_of_firm" boolean NOT NULL,
	"words" text,
	"whose" text,
	"third_party" text
);
--> statement-breakpoint
CREATE TABLE "case_numbers" (
	"year" integer PRIMARY KEY NOT NULL,
	"last" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "cases" (
	"id" uuid PRIMARY KEY NOT NULL,
	"client_id" uuid NOT NULL,
	"reference" text NOT NULL,
	"title" text NOT NULL,
	"type" text NOT NULL,
	"priority" text NOT NULL,
	"description" text NOT NULL,
	"status" text NOT NULL,
	"reason" text,
	"whose" text,
	"third_party" text,
	"next_step" text,
	"moved_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "case_events" ADD CONSTRAINT "case_events_case_id_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "case_events_case_id_id_index" ON "case_events" USING btree ("case_id","id");--> statement-breakpoint
CREATE INDEX "cases_client_id_id_index" ON "cases" USING btree ("client_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "cases_reference" ON "cases" USING btree ("reference");