CREATE TABLE "matter_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"matter_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"by_id" uuid NOT NULL,
	"by_name" text NOT NULL,
	"words" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "matter_events" ADD COLUMN "stage" text;--> statement-breakpoint
ALTER TABLE "matters" ADD COLUMN "next_task_id" uuid;--> statement-breakpoint
ALTER TABLE "matters" ADD COLUMN "fee_earner_id" uuid;--> statement-breakpoint
ALTER TABLE "matters" ADD COLUMN "supervisor_id" uuid;--> statement-breakpoint
ALTER TABLE "matters" ADD COLUMN "value" bigint;--> statement-breakpoint
ALTER TABLE "matters" ADD COLUMN "dates" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "matters" ADD COLUMN "scope" text DEFAULT 'undecided' NOT NULL;--> statement-breakpoint
ALTER TABLE "matters" ADD COLUMN "scope_reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "matters" ADD COLUMN "costs_estimate" bigint;--> statement-breakpoint
ALTER TABLE "matters" ADD COLUMN "costs_so_far" bigint;--> statement-breakpoint
ALTER TABLE "matters" ADD COLUMN "costs_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "matter_notes" ADD CONSTRAINT "matter_notes_matter_id_matters_id_fk" FOREIGN KEY ("matter_id") REFERENCES "public"."matters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "matter_notes_matter_id_id_index" ON "matter_notes" USING btree ("matter_id","id");