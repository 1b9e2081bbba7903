CREATE TABLE "inspected_clients" (
	"auditor_id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	CONSTRAINT "inspected_clients_auditor_id_client_id_pk" PRIMARY KEY("auditor_id","client_id")
);
--> statement-breakpoint
CREATE TABLE "inspections" (
	"auditor_id" uuid PRIMARY KEY NOT NULL,
	"until" date NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "other_roles" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "invitations" ADD COLUMN "other_roles" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "invitations" ADD COLUMN "inspection" jsonb;--> statement-breakpoint
ALTER TABLE "inspected_clients" ADD CONSTRAINT "inspected_clients_auditor_id_inspections_auditor_id_fk" FOREIGN KEY ("auditor_id") REFERENCES "public"."inspections"("auditor_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inspected_clients" ADD CONSTRAINT "inspected_clients_client_id_users_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inspections" ADD CONSTRAINT "inspections_auditor_id_users_id_fk" FOREIGN KEY ("auditor_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "inspected_clients_client_id_index" ON "inspected_clients" USING btree ("client_id");