CREATE TABLE "refusals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"minute" timestamp with time zone NOT NULL,
	"event" text NOT NULL,
	"address" text NOT NULL,
	"actor_id" uuid,
	"subject_id" uuid,
	"count" integer NOT NULL,
	"agent" text NOT NULL,
	"request_id" text NOT NULL,
	"details" jsonb NOT NULL,
	CONSTRAINT "refusals_of_a_minute" UNIQUE NULLS NOT DISTINCT("minute","event","address","actor_id","subject_id")
);
--> statement-breakpoint
CREATE INDEX "refusals_actor_id_minute_index" ON "refusals" USING btree ("actor_id","minute");