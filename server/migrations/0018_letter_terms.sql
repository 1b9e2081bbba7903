ALTER TABLE "firm" ADD COLUMN "supervisor" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "firm" ADD COLUMN "fees_text" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "firm" ADD COLUMN "estimate_text" text DEFAULT '' NOT NULL;