-- Whom a restricted case names, with each of its clients. The accounts do not know the tables of cases.
CREATE VIEW "matter_access_clients" AS
	SELECT "matter_access"."matter_id", "matter_access"."member_id", "matter_clients"."client_id"
	FROM "matter_access"
	JOIN "matter_clients" ON "matter_clients"."matter_id" = "matter_access"."matter_id";
