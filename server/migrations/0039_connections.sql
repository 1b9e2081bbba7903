CREATE TABLE "connections" (
	"name" text PRIMARY KEY NOT NULL,
	"sealed_settings" text,
	"secrets_set_at" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"changed_at" timestamp with time zone,
	"changed_by_id" uuid,
	"answered_at" timestamp with time zone,
	"failing_since" timestamp with time zone,
	"failure" text
);
