ALTER TABLE "tasks" ADD COLUMN "opened_at" timestamp with time zone;--> statement-breakpoint
UPDATE "tasks" SET "opened_at" = "created_at";--> statement-breakpoint
ALTER TABLE "tasks" ALTER COLUMN "opened_at" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_reminders" DROP CONSTRAINT "mail_reminders_client_id_day_pk";--> statement-breakpoint
ALTER TABLE "mail_reminders" ADD COLUMN "task_id" uuid;--> statement-breakpoint
ALTER TABLE "mail_reminders" ADD COLUMN "opened_at" timestamp with time zone;--> statement-breakpoint
INSERT INTO "mail_reminders" ("client_id", "day", "created_at", "task_id", "opened_at")
  SELECT r."client_id", r."day", r."created_at", t."id", t."opened_at"
  FROM "mail_reminders" r JOIN "tasks" t ON t."client_id" = r."client_id";--> statement-breakpoint
DELETE FROM "mail_reminders" WHERE "task_id" IS NULL;--> statement-breakpoint
ALTER TABLE "mail_reminders" ALTER COLUMN "task_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_reminders" ALTER COLUMN "opened_at" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_reminders" ADD CONSTRAINT "mail_reminders_task_id_opened_at_day_pk" PRIMARY KEY("task_id","opened_at","day");--> statement-breakpoint
CREATE INDEX "mail_reminders_client_id_index" ON "mail_reminders" USING btree ("client_id");
