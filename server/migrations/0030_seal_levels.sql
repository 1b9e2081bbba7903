ALTER TABLE "signature_requests" ADD COLUMN "seal_level" text;--> statement-breakpoint
ALTER TABLE "signature_requests" ADD COLUMN "strengthen_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "signature_requests" ADD COLUMN "strengthen_tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "signature_events_copy" ON "signature_events" USING btree ((details ->> 'sha256')) WHERE kind in ('sealed', 'strengthened');--> statement-breakpoint
CREATE INDEX "signature_requests_strengthen" ON "signature_requests" USING btree ("strengthen_at") WHERE strengthen_at is not null;