CREATE TABLE "deed_witnesses" (
	"document_id" uuid PRIMARY KEY NOT NULL,
	"client_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"state" text NOT NULL,
	"token_hash" text NOT NULL,
	"code_hash" text NOT NULL,
	"wrong_codes" integer DEFAULT 0 NOT NULL,
	"key_hash" text,
	"name" text,
	"address" text,
	"occupation" text,
	"mark" jsonb,
	"signed_at" timestamp with time zone,
	"signed_from" jsonb,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "deed_witnesses" ADD CONSTRAINT "deed_witnesses_document_id_signature_requests_document_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."signature_requests"("document_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "deed_witnesses_token" ON "deed_witnesses" USING btree ("token_hash");