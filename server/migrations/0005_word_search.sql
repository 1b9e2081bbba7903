CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE INDEX "users_words" ON "users" USING gin (lower("first_name" || ' ' || "last_name" || ' ' || "email_key" || ' ' || "username_key") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "documents_words" ON "documents" USING gin (lower("filename" || ' ' || "document_type") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "matters_words" ON "matters" USING gin (lower("reference" || ' ' || "title") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "messages_words" ON "messages" USING gin (lower("content") gin_trgm_ops);