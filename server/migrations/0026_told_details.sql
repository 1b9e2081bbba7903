ALTER TABLE "particulars" ADD COLUMN "source" text;--> statement-breakpoint
ALTER TABLE "particulars" ADD COLUMN "confirmed_at" timestamp with time zone;