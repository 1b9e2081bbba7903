-- The party of a client with an account had the address of the day on which they were added. Emails go to the account's.
UPDATE "matter_people" SET "email" = "users"."email"
FROM "users"
WHERE "users"."id" = "matter_people"."client_id" AND NOT "users"."is_guest" AND "matter_people"."email" <> "users"."email";
