CREATE TABLE "matter_access" (
	"matter_id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	CONSTRAINT "matter_access_matter_id_member_id_pk" PRIMARY KEY("matter_id","member_id")
);
--> statement-breakpoint
CREATE TABLE "matter_clients" (
	"matter_id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	CONSTRAINT "matter_clients_matter_id_client_id_pk" PRIMARY KEY("matter_id","client_id")
);
--> statement-breakpoint
CREATE TABLE "matter_parties" (
	"id" uuid PRIMARY KEY NOT NULL,
	"matter_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"role" text NOT NULL,
	"detail" text NOT NULL,
	"added_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "matter_people" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"name_key" text NOT NULL,
	"email" text NOT NULL,
	"phone" text NOT NULL,
	"number" text NOT NULL,
	"client_id" uuid,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "matters" ADD COLUMN "is_restricted" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "matter_access" ADD CONSTRAINT "matter_access_matter_id_matters_id_fk" FOREIGN KEY ("matter_id") REFERENCES "public"."matters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "matter_clients" ADD CONSTRAINT "matter_clients_matter_id_matters_id_fk" FOREIGN KEY ("matter_id") REFERENCES "public"."matters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "matter_parties" ADD CONSTRAINT "matter_parties_matter_id_matters_id_fk" FOREIGN KEY ("matter_id") REFERENCES "public"."matters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "matter_parties" ADD CONSTRAINT "matter_parties_person_id_matter_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."matter_people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "matter_clients_client_id_index" ON "matter_clients" USING btree ("client_id");--> statement-breakpoint
CREATE UNIQUE INDEX "matter_parties_once" ON "matter_parties" USING btree ("matter_id","person_id","role");--> statement-breakpoint
CREATE INDEX "matter_parties_person_id_index" ON "matter_parties" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "matter_people_name_key_index" ON "matter_people" USING btree ("name_key");--> statement-breakpoint
CREATE UNIQUE INDEX "matter_people_client" ON "matter_people" USING btree ("client_id");--> statement-breakpoint
-- Every matter so far has one client.
INSERT INTO "matter_clients" ("matter_id", "client_id", "added_at") SELECT "id", "client_id", "created_at" FROM "matters";
