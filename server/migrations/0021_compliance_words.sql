DROP INDEX "compliance_items_once";--> statement-breakpoint
CREATE UNIQUE INDEX "compliance_items_once" ON "compliance_items" USING btree ("client_id","kind",md5("words"));