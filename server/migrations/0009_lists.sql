CREATE TABLE "client_reminders" (
	"client_id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "saved_views" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"list" text NOT NULL,
	"name" text NOT NULL,
	"is_shared" boolean NOT NULL,
	"filter" jsonb NOT NULL,
	"columns" text[] NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_name" ON "saved_views" USING btree ("owner_id","list","name");--> statement-breakpoint
CREATE INDEX "users_by_name" ON "users" USING btree (lower("last_name"),lower("first_name"),"id") WHERE role = 'client';--> statement-breakpoint
CREATE INDEX "users_by_last_seen" ON "users" USING btree (coalesce("last_seen_at", '-infinity'::timestamptz),"id") WHERE role = 'client';--> statement-breakpoint
CREATE INDEX "matters_type_id_index" ON "matters" USING btree ("type","id");--> statement-breakpoint
CREATE INDEX "matters_by_title" ON "matters" USING btree (lower("title"),"id");--> statement-breakpoint
CREATE INDEX "matters_by_waiting" ON "matters" USING btree (coalesce("assigned_at", 'infinity'::timestamptz),"id");