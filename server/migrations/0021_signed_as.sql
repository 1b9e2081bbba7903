ALTER TABLE "signature_matters" ADD COLUMN "description" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "signatures" ADD COLUMN "signed_as" text;--> statement-breakpoint
-- Until now the matter was one text, "Property. " and the client's own words.
UPDATE "signature_matters" SET "description" = "matter", "matter" = 'other'
WHERE "matter" NOT IN ('property', 'family', 'business', 'employment', 'immigration', 'criminal', 'other');
