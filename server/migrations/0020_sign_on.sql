CREATE TABLE "sign_on_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"linked_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone NOT NULL,
	"sign_out_url" text,
	"sealed_id_token" text
);
--> statement-breakpoint
CREATE TABLE "sign_on_provider" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"is_on" boolean NOT NULL,
	"name" text NOT NULL,
	"issuer" text NOT NULL,
	"client_id" text NOT NULL,
	"sealed_secret" text,
	"joining" text NOT NULL,
	"groups_claim" text NOT NULL,
	"scopes" text NOT NULL,
	"group_roles" jsonb NOT NULL,
	"trusts_email" boolean NOT NULL,
	"trusts_second_factor" boolean NOT NULL,
	"acr_values" text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "sign_on_links_subject" ON "sign_on_links" USING btree ("issuer","subject");--> statement-breakpoint
CREATE UNIQUE INDEX "sign_on_links_user" ON "sign_on_links" USING btree ("user_id");