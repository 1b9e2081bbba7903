ALTER TABLE "documents" ADD COLUMN "idempotency_key" text;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "request_hash" text;--> statement-breakpoint
CREATE UNIQUE INDEX "documents_idempotency" ON "documents" USING btree ("client_id","idempotency_key");