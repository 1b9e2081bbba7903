-- A task of a client's own list, which belongs to no case, is theirs alone. One that a case had used stayed shared when
-- its client was taken off the case.
UPDATE "tasks" SET "shared_id" = NULL WHERE "shared_id" IS NOT NULL AND "matter_id" IS NULL;
