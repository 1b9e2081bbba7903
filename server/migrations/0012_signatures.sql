CREATE TABLE "signature_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"document_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"actor_id" uuid,
	"actor_name" text NOT NULL,
	"address" text NOT NULL,
	"agent" text NOT NULL,
	"details" jsonb NOT NULL,
	"previous" text NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "signature_matters" (
	"client_id" uuid PRIMARY KEY NOT NULL,
	"matter" text NOT NULL,
	"told_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "signature_requests" (
	"document_id" uuid PRIMARY KEY NOT NULL,
	"client_id" uuid NOT NULL,
	"task_id" uuid,
	"sender_id" uuid,
	"sent_by" text NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"file_key" text NOT NULL,
	"sha256" text NOT NULL,
	"file_size" integer NOT NULL,
	"pages" integer NOT NULL,
	"state" text NOT NULL,
	"sealed_key" text,
	"sealed_sha256" text,
	"sealed_size" integer,
	"created_at" timestamp with time zone NOT NULL,
	"signed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "signatures" (
	"id" uuid PRIMARY KEY NOT NULL,
	"document_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"signed_by" text NOT NULL,
	"signature_position" text NOT NULL,
	"method" text NOT NULL,
	"typed_name" text,
	"picture" text,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "signature_events" ADD CONSTRAINT "signature_events_document_id_signature_requests_document_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."signature_requests"("document_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signatures" ADD CONSTRAINT "signatures_document_id_signature_requests_document_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."signature_requests"("document_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "signature_events_number" ON "signature_events" USING btree ("document_id","number");--> statement-breakpoint
CREATE INDEX "signature_requests_client_id_document_id_index" ON "signature_requests" USING btree ("client_id","document_id");--> statement-breakpoint
CREATE INDEX "signature_requests_sha256_index" ON "signature_requests" USING btree ("sha256");--> statement-breakpoint
CREATE UNIQUE INDEX "signature_requests_sealed" ON "signature_requests" USING btree ("sealed_sha256");--> statement-breakpoint
CREATE UNIQUE INDEX "signature_requests_file" ON "signature_requests" USING btree ("file_key");--> statement-breakpoint
CREATE UNIQUE INDEX "signatures_one_a_document" ON "signatures" USING btree ("document_id");--> statement-breakpoint
CREATE INDEX "signatures_user_id_id_index" ON "signatures" USING btree ("user_id","id");