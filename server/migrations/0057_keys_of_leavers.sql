-- The keys of whoever left before this release are withdrawn, as those of whoever leaves from then on.
UPDATE "api_keys" SET "withdrawn_at" = now()
WHERE "withdrawn_at" IS NULL AND "expires_at" > now()
  AND "created_by_id" IN (SELECT "id" FROM "users" WHERE "deactivated_at" IS NOT NULL);
