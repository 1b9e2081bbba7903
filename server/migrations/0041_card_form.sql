ALTER TABLE "payment_processors" ADD COLUMN "card_place" text DEFAULT 'processor' NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_processors" ADD COLUMN "publishable_key" text;