CREATE TABLE "compliance_items" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"client_id" uuid NOT NULL,
	"matter_id" uuid,
	"words" text NOT NULL,
	"raised_at" timestamp with time zone NOT NULL,
	"decision" text,
	"decided_at" timestamp with time zone,
	"decided_by_name" text
);
--> statement-breakpoint
CREATE TABLE "risk_marks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"matter_id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"level" text NOT NULL,
	"reason" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"by_id" uuid NOT NULL,
	"by_name" text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "compliance_items_once" ON "compliance_items" USING btree ("client_id","kind","words");--> statement-breakpoint
CREATE INDEX "compliance_items_open" ON "compliance_items" USING btree ("id") WHERE decided_at is null;--> statement-breakpoint
CREATE INDEX "compliance_items_decided" ON "compliance_items" USING btree ("decided_at");--> statement-breakpoint
CREATE INDEX "risk_marks_matter_id_id_index" ON "risk_marks" USING btree ("matter_id","id");--> statement-breakpoint
CREATE INDEX "risk_marks_client_id_index" ON "risk_marks" USING btree ("client_id");