CREATE TABLE "client_merge_rows" (
	"merge_id" uuid NOT NULL,
	"place" text NOT NULL,
	"keys" jsonb NOT NULL,
	CONSTRAINT "client_merge_rows_merge_id_place_pk" PRIMARY KEY("merge_id","place")
);
--> statement-breakpoint
CREATE TABLE "client_merges" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kept_id" uuid NOT NULL,
	"merged_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"by_id" uuid NOT NULL,
	"by_name" text NOT NULL,
	"before" jsonb NOT NULL,
	"undone_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "merged_into_id" uuid;--> statement-breakpoint
ALTER TABLE "client_merge_rows" ADD CONSTRAINT "client_merge_rows_merge_id_client_merges_id_fk" FOREIGN KEY ("merge_id") REFERENCES "public"."client_merges"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "client_merges_kept_id_index" ON "client_merges" USING btree ("kept_id");--> statement-breakpoint
CREATE INDEX "client_merges_merged_id_index" ON "client_merges" USING btree ("merged_id");--> statement-breakpoint
CREATE INDEX "users_by_phone" ON "users" USING btree (regexp_replace("phone", '\D', '', 'g')) WHERE role = 'client';