ALTER TABLE "webhook_deliveries" ADD COLUMN "matter_id" uuid;--> statement-breakpoint
-- What waits, and what the lists still show, is of the matter that its body names, or of that of its task or document.
UPDATE "webhook_deliveries" AS "delivery" SET "matter_id" = coalesce(
	("named"."data" ->> 'caseId')::uuid,
	(SELECT "matter_id" FROM "tasks" WHERE "id" = ("named"."data" ->> 'taskId')::uuid),
	(SELECT "tasks"."matter_id" FROM "payments" JOIN "tasks" ON "tasks"."id" = "payments"."task_id"
		WHERE "payments"."id" = ("named"."data" ->> 'paymentId')::uuid),
	(SELECT "tasks"."matter_id" FROM "documents" JOIN "tasks" ON "tasks"."id" = "documents"."task_id"
		WHERE "documents"."id" = ("named"."data" ->> 'documentId')::uuid),
	(SELECT "matter_id" FROM "signature_requests" WHERE "document_id" = ("named"."data" ->> 'documentId')::uuid)
) FROM (SELECT "id", "body"::jsonb -> 'data' AS "data" FROM "webhook_deliveries") AS "named"
WHERE "named"."id" = "delivery"."id";
