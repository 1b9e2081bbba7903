CREATE TABLE "joint_invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"matter_id" uuid NOT NULL,
	"party_id" uuid NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"invited_by_id" uuid NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"is_agreed" boolean DEFAULT false NOT NULL,
	"account_id" uuid
);
--> statement-breakpoint
CREATE UNIQUE INDEX "joint_invitations_party" ON "joint_invitations" USING btree ("party_id");--> statement-breakpoint
CREATE INDEX "joint_invitations_matter_id_index" ON "joint_invitations" USING btree ("matter_id");--> statement-breakpoint
CREATE INDEX "joint_invitations_invited_by_id_index" ON "joint_invitations" USING btree ("invited_by_id");--> statement-breakpoint
CREATE INDEX "joint_invitations_account_id_index" ON "joint_invitations" USING btree ("account_id");