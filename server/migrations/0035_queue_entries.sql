CREATE TABLE "queue_entries" (
	"kind" text NOT NULL,
	"item_id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"taken_by_id" uuid,
	"taken_by_name" text,
	"taken_at" timestamp with time zone,
	"renewed_at" timestamp with time zone,
	"assigned_to_id" uuid,
	"assigned_to_name" text,
	"snoozed_until" timestamp with time zone,
	"returns_when" text,
	CONSTRAINT "queue_entries_item_id_kind_pk" PRIMARY KEY("item_id","kind")
);
--> statement-breakpoint
CREATE INDEX "queue_entries_client_id_index" ON "queue_entries" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "queue_entries_assigned" ON "queue_entries" USING btree ("assigned_to_id") WHERE assigned_to_id is not null;
--> statement-breakpoint
INSERT INTO "queue_entries" ("kind", "item_id", "client_id", "taken_by_id", "taken_by_name", "taken_at", "renewed_at", "snoozed_until", "returns_when")
SELECT 'document', "review_queue"."document_id", "documents"."client_id", "taken_by_id", "users"."first_name" || ' ' || "users"."last_name", "taken_at", "renewed_at", "snoozed_until",
	CASE WHEN "snoozed_until" IS NULL THEN NULL ELSE 'client_writes' END
FROM "review_queue" JOIN "documents" ON "documents"."id" = "review_queue"."document_id" LEFT JOIN "users" ON "users"."id" = "review_queue"."taken_by_id";
