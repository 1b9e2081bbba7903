ALTER TABLE "mails" ADD COLUMN "follows_account" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Notifications already went to the present address, and one that failed can be sent again.
UPDATE "mails" SET "follows_account" = true WHERE "is_chosen" AND "state" IN ('waiting', 'failed');
