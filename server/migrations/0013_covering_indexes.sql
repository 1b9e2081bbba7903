DROP INDEX "users_fee_earner_id_index";--> statement-breakpoint
DROP INDEX "matter_clients_client_id_index";--> statement-breakpoint
CREATE INDEX "users_fee_earner_id_id_index" ON "users" USING btree ("fee_earner_id","id");--> statement-breakpoint
CREATE INDEX "users_of_firm" ON "users" USING btree ("last_name","first_name") WHERE role <> 'client';--> statement-breakpoint
CREATE INDEX "matter_clients_client_id_matter_id_index" ON "matter_clients" USING btree ("client_id","matter_id");