CREATE TABLE "capture_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"client_id" uuid NOT NULL,
	"compares_faces" boolean NOT NULL,
	"document" text,
	"prompt" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"submitted_at" timestamp with time zone,
	"is_replaced" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "capture_steps" (
	"session_id" uuid NOT NULL,
	"type" text NOT NULL,
	"document_id" uuid,
	"result" text,
	"issues" jsonb NOT NULL,
	"read" jsonb NOT NULL,
	CONSTRAINT "capture_steps_session_id_type_pk" PRIMARY KEY("session_id","type")
);
--> statement-breakpoint
CREATE TABLE "consents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"client_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"is_given" boolean NOT NULL,
	"text_version" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "conversations" (
	"client_id" uuid PRIMARY KEY NOT NULL,
	"stage" text NOT NULL,
	"road" text NOT NULL,
	"facts" jsonb NOT NULL,
	"session_id" uuid,
	"started_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"completed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "conversation_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"client_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"stage" text NOT NULL,
	"is_user" boolean NOT NULL,
	"content" text NOT NULL,
	"options" jsonb NOT NULL,
	"action_type" text,
	"attachment_type" text,
	"form_id" text,
	"session_id" text,
	"session_url" text,
	"facts" jsonb NOT NULL,
	"badge" jsonb,
	"answers" uuid,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "verification_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"client_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"state" text NOT NULL,
	"provider_id" text,
	"url" text,
	"expires_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "capture_steps" ADD CONSTRAINT "capture_steps_session_id_capture_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."capture_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "capture_sessions_client_id_index" ON "capture_sessions" USING btree ("client_id");--> statement-breakpoint
CREATE UNIQUE INDEX "capture_sessions_token" ON "capture_sessions" USING btree ("token");--> statement-breakpoint
CREATE INDEX "consents_client_id_at_index" ON "consents" USING btree ("client_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "conversation_order" ON "conversation_messages" USING btree ("client_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "answered_once" ON "conversation_messages" USING btree ("answers");--> statement-breakpoint
CREATE INDEX "verification_sessions_client_id_index" ON "verification_sessions" USING btree ("client_id");