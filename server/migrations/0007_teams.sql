CREATE TABLE "absences" (
	"person_id" uuid PRIMARY KEY NOT NULL,
	"from_day" date NOT NULL,
	"back_on" date NOT NULL,
	"cover_id" uuid NOT NULL,
	"acting_id" uuid
);
--> statement-breakpoint
CREATE TABLE "team_members" (
	"team_id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	CONSTRAINT "team_members_team_id_member_id_pk" PRIMARY KEY("team_id","member_id")
);
--> statement-breakpoint
CREATE TABLE "teams" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"name_key" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "team_id" uuid;--> statement-breakpoint
ALTER TABLE "matters" ADD COLUMN "team_id" uuid;--> statement-breakpoint
ALTER TABLE "absences" ADD CONSTRAINT "absences_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "absences" ADD CONSTRAINT "absences_cover_id_users_id_fk" FOREIGN KEY ("cover_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_members" ADD CONSTRAINT "team_members_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_members" ADD CONSTRAINT "team_members_member_id_users_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "absences_acting_id_index" ON "absences" USING btree ("acting_id");--> statement-breakpoint
CREATE INDEX "absences_cover_id_index" ON "absences" USING btree ("cover_id");--> statement-breakpoint
CREATE INDEX "team_members_member_id_index" ON "team_members" USING btree ("member_id");--> statement-breakpoint
CREATE UNIQUE INDEX "teams_name" ON "teams" USING btree ("name_key");--> statement-breakpoint
CREATE INDEX "users_team_id_index" ON "users" USING btree ("team_id");--> statement-breakpoint
CREATE INDEX "matters_fee_earner_id_index" ON "matters" USING btree ("fee_earner_id");--> statement-breakpoint
CREATE INDEX "matters_supervisor_id_index" ON "matters" USING btree ("supervisor_id");--> statement-breakpoint
CREATE INDEX "matters_team_id_index" ON "matters" USING btree ("team_id");