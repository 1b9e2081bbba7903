CREATE TABLE "message_attachments" (
	"message_id" uuid NOT NULL,
	"document_id" uuid NOT NULL,
	"place" integer NOT NULL,
	"filename" text NOT NULL,
	"file_type" text NOT NULL,
	"file_size" integer NOT NULL,
	"has_active_content" boolean NOT NULL,
	"file_key" text NOT NULL,
	"sha256" text NOT NULL,
	"is_removed" boolean DEFAULT false NOT NULL,
	CONSTRAINT "message_attachments_message_id_document_id_pk" PRIMARY KEY("message_id","document_id")
);
--> statement-breakpoint
CREATE TABLE "message_threads" (
	"client_id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"last_id" uuid,
	CONSTRAINT "message_threads_client_id_member_id_pk" PRIMARY KEY("client_id","member_id")
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"client_id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"sender_id" uuid NOT NULL,
	"content" text NOT NULL,
	"idempotency_key" text,
	"read_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "message_attachments_document_id_index" ON "message_attachments" USING btree ("document_id");--> statement-breakpoint
CREATE INDEX "message_threads_member_id_last_id_index" ON "message_threads" USING btree ("member_id","last_id");--> statement-breakpoint
CREATE INDEX "messages_client_id_member_id_id_index" ON "messages" USING btree ("client_id","member_id","id");--> statement-breakpoint
CREATE INDEX "messages_member_id_id_index" ON "messages" USING btree ("member_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "messages_idempotency" ON "messages" USING btree ("sender_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "messages_unread" ON "messages" USING btree ("client_id","member_id","sender_id") WHERE read_at is null;--> statement-breakpoint
CREATE INDEX "messages_unread_of_member" ON "messages" USING btree ("member_id","sender_id") WHERE read_at is null;