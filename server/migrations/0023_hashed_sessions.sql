-- A session that is open now still opens by its address; the chat cannot show that again, and opens a new one.
DROP INDEX "capture_sessions_token";--> statement-breakpoint
ALTER TABLE "capture_sessions" ADD COLUMN "token_hash" text;--> statement-breakpoint
UPDATE "capture_sessions" SET "token_hash" = rtrim(translate(encode(sha256(convert_to("token", 'UTF8')), 'base64'), '+/', '-_'), '=');--> statement-breakpoint
ALTER TABLE "capture_sessions" ALTER COLUMN "token_hash" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "verification_sessions" ADD COLUMN "sealed_url" text;--> statement-breakpoint
CREATE UNIQUE INDEX "capture_sessions_token" ON "capture_sessions" USING btree ("token_hash");--> statement-breakpoint
ALTER TABLE "capture_sessions" DROP COLUMN "token";--> statement-breakpoint
ALTER TABLE "conversation_messages" DROP COLUMN "session_url";--> statement-breakpoint
ALTER TABLE "verification_sessions" DROP COLUMN "url";
