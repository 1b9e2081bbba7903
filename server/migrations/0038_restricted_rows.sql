ALTER TABLE "matter_access" DROP CONSTRAINT "matter_access_matter_id_matters_id_fk";
--> statement-breakpoint
ALTER TABLE "mail_digest_entries" ADD COLUMN "matter_id" uuid;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "matter_ids" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "message_attachments" ADD COLUMN "task_id" uuid;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "matter_id" uuid;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "matter_id" uuid;--> statement-breakpoint
ALTER TABLE "text_messages" ADD COLUMN "matter_id" uuid;--> statement-breakpoint
CREATE INDEX "notifications_matter_id_index" ON "notifications" USING btree ("matter_id") WHERE matter_id is not null;--> statement-breakpoint
CREATE INDEX "tasks_matter_id_index" ON "tasks" USING btree ("matter_id") WHERE matter_id is not null;--> statement-breakpoint
-- What is about a person is of no matter: it is asked once, whatever they come for.
UPDATE tasks SET matter_id = link.matter_id FROM matter_tasks AS link
WHERE link.task_id = tasks.id AND tasks.kind NOT IN ('proof_of_identity', 'proof_of_address', 'client_questionnaire',
  'risk_assessment', 'identity_check', 'bank_check', 'care_letter');
--> statement-breakpoint
UPDATE message_attachments SET task_id = documents.task_id FROM documents
WHERE documents.id = message_attachments.document_id;
