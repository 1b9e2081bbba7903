ALTER TABLE "mail_digest_entries" ADD COLUMN "about_decision" text;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "about_decision" text;