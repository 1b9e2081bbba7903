-- Whoever left, or took a role that runs no cases, before this release is taken off the cases that are not over.
WITH "present" AS (
  SELECT "id" FROM "users"
  WHERE "deactivated_at" IS NULL AND ("role" || "other_roles") && '{administrator,fee_earner}'
)
UPDATE "matters" SET
  "fee_earner_id" = CASE WHEN "fee_earner_id" IN (SELECT "id" FROM "present") THEN "fee_earner_id" END,
  "supervisor_id" = CASE WHEN "supervisor_id" IN (SELECT "id" FROM "present") THEN "supervisor_id" END
WHERE "status" IN ('pending', 'open')
  AND ("fee_earner_id" NOT IN (SELECT "id" FROM "present") OR "supervisor_id" NOT IN (SELECT "id" FROM "present"));
