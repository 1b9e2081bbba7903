CREATE TABLE "withdrawn_tasks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"client_id" uuid NOT NULL,
	"matter_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE INDEX "withdrawn_tasks_matter_id_index" ON "withdrawn_tasks" USING btree ("matter_id");--> statement-breakpoint
CREATE INDEX "withdrawn_tasks_client_id_index" ON "withdrawn_tasks" USING btree ("client_id");