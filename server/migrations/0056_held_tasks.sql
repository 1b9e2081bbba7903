DROP INDEX "tasks_due";--> statement-breakpoint
DROP INDEX "tasks_open";--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "is_of_closed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "is_being_paid" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Kept by the database, because a node of the previous release, a merge and its undo, and an import change what belongs
-- to which matter too, and none of them may forget it.
CREATE FUNCTION "follow_matters"("ids" uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	-- Locked before it is decided: of two matters of one task that are closed at once, the second sees the first.
	PERFORM FROM "tasks" WHERE "id" = ANY("ids") ORDER BY "id" FOR NO KEY UPDATE;
	UPDATE "tasks" SET "is_of_closed" = NOT "is_of_closed"
	WHERE "id" = ANY("ids") AND "is_of_closed" <> coalesce((
		SELECT bool_and("matters"."status" = 'closed')
		FROM "matter_tasks" JOIN "matters" ON "matters"."id" = "matter_tasks"."matter_id"
		WHERE "matter_tasks"."task_id" = "tasks"."id"
	), false);
END $$;--> statement-breakpoint
CREATE FUNCTION "follow_matter"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM "follow_matters"(ARRAY(
		SELECT "task_id" FROM "matter_tasks" WHERE "matter_id" = NEW."id" AND "task_id" IS NOT NULL
	));
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "follow_matter_tasks"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	-- A matter that is being closed at this moment is waited for: it does not see this row yet.
	IF TG_OP = 'INSERT' THEN
		PERFORM FROM "matters" WHERE "id" IN (SELECT "matter_id" FROM "changed") ORDER BY "id" FOR SHARE;
	END IF;
	PERFORM "follow_matters"(ARRAY(SELECT "task_id" FROM "changed" WHERE "task_id" IS NOT NULL));
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "follow_payment"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	"ids" uuid[];
BEGIN
	"ids" := ARRAY(
		SELECT NEW."task_id" UNION
		SELECT "other"."id" FROM "tasks" "own" JOIN "tasks" "other" ON "other"."shared_id" = "own"."shared_id"
		WHERE "own"."id" = NEW."task_id"
	);
	PERFORM FROM "tasks" WHERE "id" = ANY("ids") ORDER BY "id" FOR NO KEY UPDATE;
	UPDATE "tasks" SET "is_being_paid" = NOT "is_being_paid"
	WHERE "id" = ANY("ids") AND "is_being_paid" <> EXISTS (
		SELECT FROM "payments" WHERE "task_id" = ANY("ids") AND "status" = 'checking'
	);
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "matters_followed" AFTER UPDATE OF "status" ON "matters" FOR EACH ROW
	WHEN ((OLD."status" = 'closed') <> (NEW."status" = 'closed')) EXECUTE FUNCTION "follow_matter"();--> statement-breakpoint
CREATE TRIGGER "matter_tasks_added" AFTER INSERT ON "matter_tasks" REFERENCING NEW TABLE AS "changed"
	FOR EACH STATEMENT EXECUTE FUNCTION "follow_matter_tasks"();--> statement-breakpoint
CREATE TRIGGER "matter_tasks_changed" AFTER UPDATE ON "matter_tasks" REFERENCING OLD TABLE AS "changed"
	FOR EACH STATEMENT EXECUTE FUNCTION "follow_matter_tasks"();--> statement-breakpoint
CREATE TRIGGER "matter_tasks_removed" AFTER DELETE ON "matter_tasks" REFERENCING OLD TABLE AS "changed"
	FOR EACH STATEMENT EXECUTE FUNCTION "follow_matter_tasks"();--> statement-breakpoint
CREATE TRIGGER "payments_begun" AFTER INSERT ON "payments" FOR EACH ROW
	WHEN (NEW."status" = 'checking') EXECUTE FUNCTION "follow_payment"();--> statement-breakpoint
CREATE TRIGGER "payments_followed" AFTER UPDATE OF "status" ON "payments" FOR EACH ROW
	WHEN ((OLD."status" = 'checking') <> (NEW."status" = 'checking')) EXECUTE FUNCTION "follow_payment"();--> statement-breakpoint
UPDATE "tasks" SET "is_of_closed" = true WHERE "id" IN (
	SELECT "task_id" FROM "matter_tasks" JOIN "matters" ON "matters"."id" = "matter_tasks"."matter_id"
	WHERE "task_id" IS NOT NULL GROUP BY "task_id" HAVING bool_and("status" = 'closed')
);--> statement-breakpoint
UPDATE "tasks" SET "is_being_paid" = true WHERE "id" IN (
	SELECT "task_id" FROM "payments" WHERE "status" = 'checking'
) OR "shared_id" IN (
	SELECT "shared_id" FROM "tasks" JOIN "payments" ON "payments"."task_id" = "tasks"."id"
	WHERE "payments"."status" = 'checking' AND "shared_id" IS NOT NULL
);--> statement-breakpoint
CREATE INDEX "tasks_due" ON "tasks" USING btree ("due_on") WHERE due_on is not null and (status <> 'completed' or reason is not null) and (not is_of_closed or is_being_paid);--> statement-breakpoint
CREATE INDEX "tasks_open" ON "tasks" USING btree ("opened_at") WHERE (status <> 'completed' or reason is not null) and (not is_of_closed or is_being_paid);
