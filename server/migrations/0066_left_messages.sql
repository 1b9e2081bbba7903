ALTER TABLE "message_threads" ADD COLUMN "left_from_id" uuid;--> statement-breakpoint
CREATE INDEX "message_threads_left" ON "message_threads" USING btree ("member_id") WHERE left_from_id is not null;