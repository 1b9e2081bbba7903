ALTER TABLE "users" ADD COLUMN "username_look" text;--> statement-breakpoint
UPDATE "users" SET "username_look" = replace(replace(translate("username_key", 'аαɑвβьсϲԁеεϝɡнһհіιıӏјյкκмηпոоοօрρԛѕтτυսνѵԝωѡхχуγүƶ’‘ʼ´`′01|i–—‐’‘', 'aaabbbccdeefghhhlllljjkkmnnnoooppqsttuuvvwwwxxyyyz''''''''''''olll---'''''), 'rn', 'm'), 'vv', 'w');--> statement-breakpoint
-- Those who look alike already both stay; only a third one is refused.
UPDATE "users" SET "username_look" = "username_look" || ' ' || "id" WHERE EXISTS (SELECT 1 FROM "users" "other" WHERE "other"."username_look" = "users"."username_look" AND "other"."id" < "users"."id");--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "username_look" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "firm" ADD COLUMN "is_on_shared_computers" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "users_username_look" ON "users" USING btree ("username_look");
