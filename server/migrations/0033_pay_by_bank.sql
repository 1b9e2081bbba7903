ALTER TABLE "payment_events" ADD COLUMN "provider" text DEFAULT 'stripe' NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_processors" ADD COLUMN "is_gocardless_on" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_processors" ADD COLUMN "sealed_gocardless_token" text;--> statement-breakpoint
ALTER TABLE "payment_processors" ADD COLUMN "sealed_gocardless_secret" text;--> statement-breakpoint
CREATE INDEX "payments_by_checkout" ON "payments" USING btree ("checkout_id");