CREATE TABLE "task_forms" (
	"id" uuid PRIMARY KEY NOT NULL,
	"sha256" text NOT NULL,
	"form" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "matter_tasks" (
	"matter_id" uuid NOT NULL,
	"step_key" text NOT NULL,
	"client_id" uuid NOT NULL,
	"task_id" uuid,
	"is_adopted" boolean NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	CONSTRAINT "matter_tasks_matter_id_step_key_client_id_pk" PRIMARY KEY("matter_id","step_key","client_id")
);
--> statement-breakpoint
CREATE TABLE "matter_templates" (
	"matter_id" uuid PRIMARY KEY NOT NULL,
	"version_id" uuid NOT NULL,
	"started_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "template_versions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"template_id" uuid NOT NULL,
	"version" integer,
	"steps" jsonb NOT NULL,
	"note" text NOT NULL,
	"revision" integer NOT NULL,
	"saved_at" timestamp with time zone NOT NULL,
	"saved_by" text,
	"published_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "templates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "form_answers" ADD COLUMN "questions" jsonb;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "form_id" uuid;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "shared_id" uuid;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "done_by" text;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "reminders" jsonb;--> statement-breakpoint
ALTER TABLE "matter_templates" ADD CONSTRAINT "matter_templates_version_id_template_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."template_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "template_versions" ADD CONSTRAINT "template_versions_template_id_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."templates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "task_forms_once" ON "task_forms" USING btree ("sha256");--> statement-breakpoint
CREATE INDEX "matter_tasks_task_id_index" ON "matter_tasks" USING btree ("task_id");--> statement-breakpoint
CREATE INDEX "matter_tasks_client_id_index" ON "matter_tasks" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "matter_templates_version_id_index" ON "matter_templates" USING btree ("version_id");--> statement-breakpoint
CREATE UNIQUE INDEX "template_versions_version" ON "template_versions" USING btree ("template_id","version");--> statement-breakpoint
CREATE UNIQUE INDEX "template_versions_one_draft" ON "template_versions" USING btree ("template_id") WHERE version is null;--> statement-breakpoint
CREATE UNIQUE INDEX "templates_type" ON "templates" USING btree ("type");--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_form_id_task_forms_id_fk" FOREIGN KEY ("form_id") REFERENCES "public"."task_forms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "tasks_shared_id_index" ON "tasks" USING btree ("shared_id") WHERE shared_id is not null;