-- Before anything is worked out: a case closed meanwhile by a node of the previous release would be missed. In the order
-- in which that node takes them, and the others still readable, so that neither waits for what the other holds.
LOCK TABLE "tasks" IN ACCESS EXCLUSIVE MODE;--> statement-breakpoint
LOCK TABLE "matter_tasks", "matters", "payments" IN SHARE ROW EXCLUSIVE MODE;--> statement-breakpoint
DROP INDEX "tasks_due";--> statement-breakpoint
DROP INDEX "tasks_open";--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "is_of_closed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "is_being_paid" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Kept by the database, because a node of the previous release, a merge and its undo, and an import change what belongs
-- to which matter too, and none of them may forget it.
CREATE FUNCTION "follow_matters"("ids" uuid[]) RETURNS void LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
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
CREATE FUNCTION "follow_matter"() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
BEGIN
	PERFORM "follow_matters"(ARRAY(
		SELECT "task_id" FROM "matter_tasks" WHERE "matter_id" = NEW."id" AND "task_id" IS NOT NULL
	));
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "follow_matter_tasks"() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
BEGIN
	-- A matter that is being closed at this moment is waited for: it does not see this row yet.
	IF TG_OP = 'INSERT' THEN
		PERFORM FROM "matters" WHERE "id" IN (SELECT "matter_id" FROM "changed") ORDER BY "id" FOR SHARE;
	END IF;
	IF TG_OP = 'UPDATE' THEN
		PERFORM "follow_matters"(ARRAY(
			SELECT "task_id" FROM "changed" WHERE "task_id" IS NOT NULL UNION
			SELECT "task_id" FROM "added" WHERE "task_id" IS NOT NULL
		));
	ELSE
		PERFORM "follow_matters"(ARRAY(SELECT "task_id" FROM "changed" WHERE "task_id" IS NOT NULL));
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "follow_payments"("ids" uuid[]) RETURNS void LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
BEGIN
	PERFORM FROM "tasks" WHERE "id" = ANY("ids") ORDER BY "id" FOR NO KEY UPDATE;
	UPDATE "tasks" SET "is_being_paid" = NOT "is_being_paid"
	WHERE "id" = ANY("ids") AND "is_being_paid" <> EXISTS (
		SELECT FROM "payments" WHERE "status" = 'checking' AND "task_id" IN (
			SELECT "tasks"."id" UNION ALL
			SELECT "other"."id" FROM "tasks" "other" WHERE "other"."shared_id" = "tasks"."shared_id"
		)
	);
END $$;--> statement-breakpoint
CREATE FUNCTION "follow_payment"() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
DECLARE
	"paid" uuid := CASE TG_OP WHEN 'DELETE' THEN OLD."task_id" ELSE NEW."task_id" END;
BEGIN
	PERFORM "follow_payments"(ARRAY(
		SELECT "paid" UNION
		SELECT "other"."id" FROM "tasks" "own" JOIN "tasks" "other" ON "other"."shared_id" = "own"."shared_id"
		WHERE "own"."id" = "paid"
	));
	RETURN NULL;
END $$;--> statement-breakpoint
-- Whoever joins or leaves those who share a task, or whose task is deleted.
CREATE FUNCTION "follow_sharing"() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
DECLARE
	"before" uuid := CASE TG_OP WHEN 'INSERT' THEN NULL ELSE OLD."shared_id" END;
	"after" uuid := CASE TG_OP WHEN 'DELETE' THEN NULL ELSE NEW."shared_id" END;
	"own" uuid := CASE TG_OP WHEN 'DELETE' THEN OLD."id" ELSE NEW."id" END;
BEGIN
	PERFORM "follow_payments"(ARRAY(
		SELECT "own" UNION
		SELECT "id" FROM "tasks" WHERE "shared_id" = "before" UNION
		SELECT "id" FROM "tasks" WHERE "shared_id" = "after"
	));
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "matters_followed" AFTER UPDATE OF "status" ON "matters" FOR EACH ROW
	WHEN ((OLD."status" = 'closed') <> (NEW."status" = 'closed')) EXECUTE FUNCTION "follow_matter"();--> statement-breakpoint
CREATE TRIGGER "matter_tasks_added" AFTER INSERT ON "matter_tasks" REFERENCING NEW TABLE AS "changed"
	FOR EACH STATEMENT EXECUTE FUNCTION "follow_matter_tasks"();--> statement-breakpoint
CREATE TRIGGER "matter_tasks_changed" AFTER UPDATE ON "matter_tasks"
	REFERENCING OLD TABLE AS "changed" NEW TABLE AS "added"
	FOR EACH STATEMENT EXECUTE FUNCTION "follow_matter_tasks"();--> statement-breakpoint
CREATE TRIGGER "matter_tasks_removed" AFTER DELETE ON "matter_tasks" REFERENCING OLD TABLE AS "changed"
	FOR EACH STATEMENT EXECUTE FUNCTION "follow_matter_tasks"();--> statement-breakpoint
CREATE TRIGGER "payments_begun" AFTER INSERT ON "payments" FOR EACH ROW
	WHEN (NEW."status" = 'checking') EXECUTE FUNCTION "follow_payment"();--> statement-breakpoint
CREATE TRIGGER "payments_followed" AFTER UPDATE OF "status" ON "payments" FOR EACH ROW
	WHEN ((OLD."status" = 'checking') <> (NEW."status" = 'checking')) EXECUTE FUNCTION "follow_payment"();--> statement-breakpoint
CREATE TRIGGER "payments_removed" AFTER DELETE ON "payments" FOR EACH ROW
	WHEN (OLD."status" = 'checking') EXECUTE FUNCTION "follow_payment"();--> statement-breakpoint
CREATE TRIGGER "tasks_added_shared" AFTER INSERT ON "tasks" FOR EACH ROW
	WHEN (NEW."shared_id" IS NOT NULL) EXECUTE FUNCTION "follow_sharing"();--> statement-breakpoint
CREATE TRIGGER "tasks_shared" AFTER UPDATE OF "shared_id" ON "tasks" FOR EACH ROW
	WHEN (OLD."shared_id" IS DISTINCT FROM NEW."shared_id") EXECUTE FUNCTION "follow_sharing"();--> statement-breakpoint
CREATE TRIGGER "tasks_removed_shared" AFTER DELETE ON "tasks" FOR EACH ROW
	WHEN (OLD."shared_id" IS NOT NULL) EXECUTE FUNCTION "follow_sharing"();--> statement-breakpoint
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
