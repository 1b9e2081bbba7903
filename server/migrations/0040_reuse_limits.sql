ALTER TABLE "verifications" ADD COLUMN "is_submitted" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "firm" ADD COLUMN "address_months" integer DEFAULT 3 NOT NULL;--> statement-breakpoint
ALTER TABLE "firm" ADD COLUMN "identity_months" integer DEFAULT 24 NOT NULL;