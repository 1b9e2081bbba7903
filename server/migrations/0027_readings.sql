CREATE TABLE "document_readings" (
	"document_id" uuid PRIMARY KEY NOT NULL,
	"client_id" uuid NOT NULL,
	"queued_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"begun" integer DEFAULT 0 NOT NULL,
	"ended_at" timestamp with time zone,
	"took" integer
);
--> statement-breakpoint
CREATE INDEX "document_readings_waiting" ON "document_readings" USING btree ("due_at") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "document_readings_ended" ON "document_readings" USING btree ("ended_at") WHERE ended_at is not null;--> statement-breakpoint
CREATE INDEX "document_readings_client_id_index" ON "document_readings" USING btree ("client_id");--> statement-breakpoint
INSERT INTO "document_readings" ("document_id", "client_id", "queued_at", "due_at") SELECT "id", "client_id", "created_at", "created_at" FROM "documents" WHERE "validation" IS NULL AND "purpose" = 'evidence';
