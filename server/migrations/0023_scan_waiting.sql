ALTER TABLE "documents" ADD COLUMN "awaits_scan" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "documents_unscanned" ON "documents" USING btree ("id") WHERE awaits_scan;