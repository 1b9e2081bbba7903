CREATE TABLE "team" (
	"client_id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	CONSTRAINT "team_client_id_member_id_pk" PRIMARY KEY("client_id","member_id")
);
--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "topic" text DEFAULT 'account' NOT NULL;--> statement-breakpoint
ALTER TABLE "firm" ADD COLUMN "expected_reply" text DEFAULT 'within one working day' NOT NULL;--> statement-breakpoint
ALTER TABLE "firm" ADD COLUMN "time_zone" text DEFAULT 'Europe/London' NOT NULL;--> statement-breakpoint
ALTER TABLE "firm" ADD COLUMN "holidays" text DEFAULT 'england-and-wales' NOT NULL;--> statement-breakpoint
ALTER TABLE "team" ADD CONSTRAINT "team_client_id_users_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team" ADD CONSTRAINT "team_member_id_users_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "team_member_id_index" ON "team" USING btree ("member_id");