CREATE TABLE "review_queue" (
	"document_id" uuid PRIMARY KEY NOT NULL,
	"taken_by_id" uuid,
	"taken_at" timestamp with time zone,
	"renewed_at" timestamp with time zone,
	"snoozed_until" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "review_queue" ADD CONSTRAINT "review_queue_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE cascade ON UPDATE no action;