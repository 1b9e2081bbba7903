CREATE INDEX "documents_expiring" ON "documents" USING btree (("validation" -> 'metadata' ->> 'expiryDate')) WHERE status = 'verified' and superseded_at is null;--> statement-breakpoint
CREATE INDEX "matter_access_member_id_index" ON "matter_access" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "matters_requested" ON "matters" USING btree ("created_at") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "client_requests_open" ON "client_requests" USING btree ("due_on") WHERE answered_at is null;--> statement-breakpoint
CREATE INDEX "tasks_due" ON "tasks" USING btree ("due_on") WHERE due_on is not null and (status <> 'completed' or reason is not null);