CREATE TABLE "audit" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"actor_id" uuid,
	"event" text NOT NULL,
	"subject_id" uuid,
	"address" text NOT NULL,
	"agent" text NOT NULL,
	"request_id" text NOT NULL,
	"details" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
CREATE TABLE "sandbox_charges" (
	"key" text PRIMARY KEY NOT NULL,
	"amount" integer NOT NULL,
	"status" text NOT NULL,
	"reason" text,
	"reference" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "acceptances" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"document" text NOT NULL,
	"version" text NOT NULL,
	"accepted_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "particulars" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"full_name" text NOT NULL,
	"date_of_birth" date,
	"address" text,
	"postal_code" text,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"user_id" uuid NOT NULL,
	"address" text NOT NULL,
	"agent" text NOT NULL,
	"is_newly_onboarded" boolean DEFAULT false NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"username" text NOT NULL,
	"username_key" text NOT NULL,
	"email" text NOT NULL,
	"email_key" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"phone" text,
	"address" text,
	"city" text,
	"postal_code" text,
	"country" text,
	"role" text NOT NULL,
	"password_hash" text NOT NULL,
	"is_first_login" boolean NOT NULL,
	"is_two_factor_enabled" boolean DEFAULT false NOT NULL,
	"fee_earner_id" uuid,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "activities" (
	"id" uuid PRIMARY KEY NOT NULL,
	"client_id" uuid NOT NULL,
	"type" text NOT NULL,
	"description" text NOT NULL,
	"metadata" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "documents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"client_id" uuid NOT NULL,
	"task_id" uuid,
	"purpose" text DEFAULT 'evidence' NOT NULL,
	"filename" text NOT NULL,
	"file_key" text NOT NULL,
	"sha256" text NOT NULL,
	"file_type" text NOT NULL,
	"file_size" integer NOT NULL,
	"document_type" text NOT NULL,
	"status" text NOT NULL,
	"reason" text,
	"has_active_content" boolean DEFAULT false NOT NULL,
	"pages" integer,
	"is_accepted" boolean DEFAULT false NOT NULL,
	"validation" jsonb,
	"created_at" timestamp with time zone NOT NULL,
	"verified_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "form_answers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"task_id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"form" text NOT NULL,
	"version" integer NOT NULL,
	"form_data" jsonb NOT NULL,
	"is_accepted" boolean DEFAULT false NOT NULL,
	"submitted_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "form_drafts" (
	"task_id" uuid PRIMARY KEY NOT NULL,
	"client_id" uuid NOT NULL,
	"form_data" jsonb NOT NULL,
	"step" integer NOT NULL,
	"saved_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identity_evidence" (
	"document_id" uuid PRIMARY KEY NOT NULL,
	"client_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "verifications" (
	"task_id" uuid PRIMARY KEY NOT NULL,
	"client_id" uuid NOT NULL,
	"verification_type" text NOT NULL,
	"outcome" text NOT NULL,
	"document" text,
	"account_name" text,
	"account_number" text,
	"sort_code" text,
	"bank_name" text,
	"modulus" text,
	"completed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"link" text,
	"is_read" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_receipts" (
	"year" integer PRIMARY KEY NOT NULL,
	"last" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"client_id" uuid NOT NULL,
	"task_id" uuid NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"amount" integer NOT NULL,
	"vat" integer DEFAULT 0 NOT NULL,
	"currency" text NOT NULL,
	"payment_method" text NOT NULL,
	"status" text NOT NULL,
	"reason" text,
	"account" text NOT NULL,
	"idempotency_key" text,
	"fingerprint" text NOT NULL,
	"processor" text NOT NULL,
	"processor_reference" text,
	"receipt_number" text,
	"created_at" timestamp with time zone NOT NULL,
	"missed_at" timestamp with time zone,
	"completed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "firm" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"name" text NOT NULL,
	"regulator" text NOT NULL,
	"telephone" text NOT NULL,
	"hours" text NOT NULL,
	"email" text NOT NULL,
	"postal_address" text NOT NULL,
	"complaints_to" text NOT NULL,
	"vat_number" text
);
--> statement-breakpoint
CREATE TABLE "installation" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "task_templates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"is_current" boolean NOT NULL,
	"items" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tasks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"client_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"template_version" integer NOT NULL,
	"kind" text NOT NULL,
	"category" text NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"status" text NOT NULL,
	"amount" integer,
	"currency" text,
	"account" text,
	"vat" integer,
	"outcome" text,
	"reason" text,
	"created_at" timestamp with time zone NOT NULL,
	"completed_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "acceptances" ADD CONSTRAINT "acceptances_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "particulars" ADD CONSTRAINT "particulars_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_subject_id_at_index" ON "audit" USING btree ("subject_id","at");--> statement-breakpoint
CREATE INDEX "audit_at_index" ON "audit" USING btree ("at");--> statement-breakpoint
CREATE INDEX "acceptances_user_id_index" ON "acceptances" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_token" ON "sessions" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "sessions_user_id_index" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_username_key" ON "users" USING btree ("username_key");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree ("email_key");--> statement-breakpoint
CREATE INDEX "users_fee_earner_id_index" ON "users" USING btree ("fee_earner_id");--> statement-breakpoint
CREATE INDEX "activities_client_id_id_index" ON "activities" USING btree ("client_id","id");--> statement-breakpoint
CREATE INDEX "documents_client_id_id_index" ON "documents" USING btree ("client_id","id");--> statement-breakpoint
CREATE INDEX "documents_task_id_index" ON "documents" USING btree ("task_id");--> statement-breakpoint
CREATE UNIQUE INDEX "documents_file_key" ON "documents" USING btree ("file_key");--> statement-breakpoint
CREATE UNIQUE INDEX "form_answers_version" ON "form_answers" USING btree ("task_id","version");--> statement-breakpoint
CREATE INDEX "form_answers_client_id_index" ON "form_answers" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "identity_evidence_client_id_index" ON "identity_evidence" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "verifications_client_id_index" ON "verifications" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "notifications_user_id_id_index" ON "notifications" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "payments_client_id_id_index" ON "payments" USING btree ("client_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_idempotency" ON "payments" USING btree ("client_id","idempotency_key");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_charge" ON "payments" USING btree ("task_id") WHERE status in ('completed', 'checking');--> statement-breakpoint
CREATE UNIQUE INDEX "payments_receipt" ON "payments" USING btree ("receipt_number");--> statement-breakpoint
CREATE INDEX "payments_unsure" ON "payments" USING btree ("processor","created_at") WHERE status in ('checking', 'failed');--> statement-breakpoint
CREATE UNIQUE INDEX "task_templates_version" ON "task_templates" USING btree ("version");--> statement-breakpoint
CREATE UNIQUE INDEX "task_templates_one_current" ON "task_templates" USING btree ("is_current") WHERE is_current;--> statement-breakpoint
CREATE UNIQUE INDEX "tasks_client_position" ON "tasks" USING btree ("client_id","position");