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
CREATE TABLE "refusals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"minute" timestamp with time zone NOT NULL,
	"event" text NOT NULL,
	"address" text NOT NULL,
	"actor_id" uuid,
	"subject_id" uuid,
	"count" integer NOT NULL,
	"agent" text NOT NULL,
	"request_id" text NOT NULL,
	"details" jsonb NOT NULL,
	CONSTRAINT "refusals_of_a_minute" UNIQUE NULLS NOT DISTINCT("minute","event","address","actor_id","subject_id")
);
--> statement-breakpoint
CREATE TABLE "capture_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
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
	"verdict" jsonb,
	"read" jsonb NOT NULL,
	CONSTRAINT "capture_steps_session_id_type_pk" PRIMARY KEY("session_id","type")
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
CREATE TABLE "client_contacts" (
	"client_id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	CONSTRAINT "client_contacts_client_id_member_id_pk" PRIMARY KEY("client_id","member_id")
);
--> statement-breakpoint
CREATE TABLE "personal_details" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"full_name" text NOT NULL,
	"date_of_birth" date,
	"address" text,
	"postal_code" text,
	"source" text,
	"confirmed_at" timestamp with time zone,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"user_id" uuid NOT NULL,
	"code_hash" text NOT NULL,
	CONSTRAINT "recovery_codes_user_id_code_hash_pk" PRIMARY KEY("user_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "second_factors" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"encrypted_key" text NOT NULL,
	"last_step" bigint DEFAULT 0 NOT NULL,
	"confirmed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"user_id" uuid NOT NULL,
	"address" text NOT NULL,
	"agent" text NOT NULL,
	"begun_by" text DEFAULT 'password' NOT NULL,
	"is_newly_onboarded" boolean DEFAULT false NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tokens" (
	"id" uuid PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"token_hash" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"facts" jsonb NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"username" text NOT NULL,
	"username_key" text NOT NULL,
	"username_look" text NOT NULL,
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
	"email_confirmed_at" timestamp with time zone,
	"fee_earner_id" uuid,
	"last_seen_at" timestamp with time zone,
	"deactivated_at" timestamp with time zone,
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
CREATE TABLE "appointments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"client_id" uuid NOT NULL,
	"with_id" uuid NOT NULL,
	"title" text NOT NULL,
	"description" text,
	"start_time" timestamp with time zone NOT NULL,
	"end_time" timestamp with time zone NOT NULL,
	"location" text,
	"meeting_link" text,
	"status" text NOT NULL,
	"cancelled_by" text,
	"sequence" integer DEFAULT 0 NOT NULL,
	"day_reminder_at" timestamp with time zone,
	"hour_reminder_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "days_off" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"first_day" date NOT NULL,
	"last_day" date NOT NULL,
	"note" text
);
--> statement-breakpoint
CREATE TABLE "working_hours" (
	"person_id" uuid PRIMARY KEY NOT NULL,
	"hours" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "assistant_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"client_id" uuid NOT NULL,
	"is_user" boolean NOT NULL,
	"content" text NOT NULL,
	"answer" jsonb,
	"verdict" text,
	"verdict_reason" text,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "knowledge_gaps" (
	"id" uuid PRIMARY KEY NOT NULL,
	"question_key" text NOT NULL,
	"question" text NOT NULL,
	"times" integer DEFAULT 1 NOT NULL,
	"last_asked_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "knowledge_versions" (
	"id" text PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"reviewed_at" timestamp with time zone,
	"reviewed_by" uuid,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "document_readings" (
	"document_id" uuid PRIMARY KEY NOT NULL,
	"client_id" uuid NOT NULL,
	"queued_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"ended_at" timestamp with time zone,
	"duration" integer
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
	"identity_purpose" text,
	"fingerprint" text,
	"number_asked" text,
	"status" text NOT NULL,
	"reason" text,
	"has_active_content" boolean DEFAULT false NOT NULL,
	"pages" integer,
	"is_opened" boolean DEFAULT true NOT NULL,
	"is_accepted" boolean DEFAULT false NOT NULL,
	"is_for_review" boolean DEFAULT false NOT NULL,
	"attempt_for" text,
	"superseded_at" timestamp with time zone,
	"validation" jsonb,
	"corrections" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"idempotency_key" text,
	"request_hash" text,
	"created_at" timestamp with time zone NOT NULL,
	"verified_at" timestamp with time zone,
	"decided_by_id" uuid,
	"decided_at" timestamp with time zone,
	"firm_notified_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"email_key" text NOT NULL,
	"role" text NOT NULL,
	"invited_by_id" uuid NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
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
CREATE TABLE "biometric_consents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"client_id" uuid NOT NULL,
	"given" boolean NOT NULL,
	"text_version" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "face_comparisons" (
	"client_id" uuid NOT NULL,
	"document_id" uuid NOT NULL,
	"selfie_id" uuid NOT NULL,
	"score" real NOT NULL,
	"compared_at" timestamp with time zone NOT NULL,
	"model" text NOT NULL,
	CONSTRAINT "face_comparisons_document_id_selfie_id_pk" PRIMARY KEY("document_id","selfie_id")
);
--> statement-breakpoint
CREATE TABLE "face_pictures" (
	"document_id" uuid PRIMARY KEY NOT NULL,
	"client_id" uuid NOT NULL,
	"shows" text NOT NULL,
	"file_key" text NOT NULL,
	"sha256" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identity_evidence" (
	"document_id" uuid PRIMARY KEY NOT NULL,
	"client_id" uuid NOT NULL,
	"shows" text DEFAULT 'portrait' NOT NULL,
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
	"completed_at" timestamp with time zone NOT NULL,
	"accepted_by_id" uuid,
	"accepted_at" timestamp with time zone,
	"note" text
);
--> statement-breakpoint
CREATE TABLE "mail_digest_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"topic" text NOT NULL,
	"sentence" text,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"recipient" text NOT NULL,
	"event" text NOT NULL,
	"address" text NOT NULL,
	"first_name" text NOT NULL,
	"subject" text NOT NULL,
	"paragraphs" jsonb NOT NULL,
	"action" jsonb,
	"attachments" jsonb NOT NULL,
	"is_chosen" boolean NOT NULL,
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"failure" text,
	"message_id" text,
	"created_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"claimed_until" timestamp with time zone,
	"settled_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "mail_reminders" (
	"client_id" uuid NOT NULL,
	"task_id" uuid NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"day" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "mail_reminders_task_id_opened_at_day_pk" PRIMARY KEY("task_id","opened_at","day")
);
--> statement-breakpoint
CREATE TABLE "matter_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"matter_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"by_id" uuid NOT NULL,
	"by_name" text NOT NULL,
	"is_of_firm" boolean NOT NULL,
	"words" text,
	"assignee" text,
	"third_party" text
);
--> statement-breakpoint
CREATE TABLE "matter_numbers" (
	"year" integer PRIMARY KEY NOT NULL,
	"last" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "matters" (
	"id" uuid PRIMARY KEY NOT NULL,
	"client_id" uuid NOT NULL,
	"reference" text NOT NULL,
	"title" text NOT NULL,
	"type" text NOT NULL,
	"priority" text NOT NULL,
	"description" text NOT NULL,
	"status" text NOT NULL,
	"reason" text,
	"assignee" text,
	"third_party" text,
	"next_step" text,
	"assigned_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "message_attachments" (
	"message_id" uuid NOT NULL,
	"document_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"filename" text NOT NULL,
	"file_type" text NOT NULL,
	"file_size" integer NOT NULL,
	"has_active_content" boolean NOT NULL,
	"file_key" text NOT NULL,
	"sha256" text NOT NULL,
	"is_removed" boolean DEFAULT false NOT NULL,
	CONSTRAINT "message_attachments_message_id_document_id_pk" PRIMARY KEY("message_id","document_id")
);
--> statement-breakpoint
CREATE TABLE "message_threads" (
	"client_id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"last_id" uuid,
	CONSTRAINT "message_threads_client_id_member_id_pk" PRIMARY KEY("client_id","member_id")
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"client_id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"sender_id" uuid NOT NULL,
	"content" text NOT NULL,
	"idempotency_key" text,
	"read_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_choices" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"choices" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"topic" text DEFAULT 'account' NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"link" text,
	"is_read" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL
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
	"flow" text NOT NULL,
	"state" jsonb NOT NULL,
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
	"encrypted_url" text,
	"expires_at" timestamp with time zone,
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
	"unanswered_at" timestamp with time zone,
	"completed_at" timestamp with time zone,
	"refunded_by_id" uuid,
	"refunded_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "privacy_exports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"client_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"downloaded_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "client_request_numbers" (
	"year" integer PRIMARY KEY NOT NULL,
	"last" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "client_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"client_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"reference" text NOT NULL,
	"words" text NOT NULL,
	"wish" text,
	"created_at" timestamp with time zone NOT NULL,
	"due_on" date NOT NULL,
	"answer" text,
	"kept_until" date,
	"answered_at" timestamp with time zone,
	"answered_by" uuid
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
	"vat_number" text,
	"expected_reply" text DEFAULT 'within one working day' NOT NULL,
	"time_zone" text DEFAULT 'Europe/London' NOT NULL,
	"holidays" text DEFAULT 'england-and-wales' NOT NULL,
	"supervisor" text DEFAULT '' NOT NULL,
	"fees_text" text DEFAULT '' NOT NULL,
	"estimate_text" text DEFAULT '' NOT NULL,
	"is_face_comparison_on" boolean DEFAULT true NOT NULL,
	"is_on_shared_computers" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "installation" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "letter_subjects" (
	"client_id" uuid PRIMARY KEY NOT NULL,
	"subject" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"declared_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "signature_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"document_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"actor_id" uuid,
	"actor_name" text NOT NULL,
	"address" text NOT NULL,
	"agent" text NOT NULL,
	"details" jsonb NOT NULL,
	"previous" text NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "signature_requests" (
	"document_id" uuid PRIMARY KEY NOT NULL,
	"client_id" uuid NOT NULL,
	"task_id" uuid,
	"sender_id" uuid,
	"sent_by" text NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"file_key" text NOT NULL,
	"sha256" text NOT NULL,
	"file_size" integer NOT NULL,
	"pages" integer NOT NULL,
	"state" text NOT NULL,
	"signed_key" text,
	"signed_sha256" text,
	"signed_size" integer,
	"created_at" timestamp with time zone NOT NULL,
	"signed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "signatures" (
	"id" uuid PRIMARY KEY NOT NULL,
	"document_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"signed_by" text NOT NULL,
	"signature_position" text NOT NULL,
	"method" text NOT NULL,
	"typed_name" text,
	"signed_as" text,
	"picture" text,
	"created_at" timestamp with time zone NOT NULL
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
	"due_on" date,
	"created_at" timestamp with time zone NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"completed_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "capture_steps" ADD CONSTRAINT "capture_steps_session_id_capture_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."capture_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "acceptances" ADD CONSTRAINT "acceptances_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "client_contacts" ADD CONSTRAINT "client_contacts_client_id_users_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "client_contacts" ADD CONSTRAINT "client_contacts_member_id_users_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "personal_details" ADD CONSTRAINT "personal_details_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "matter_events" ADD CONSTRAINT "matter_events_matter_id_matters_id_fk" FOREIGN KEY ("matter_id") REFERENCES "public"."matters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signature_events" ADD CONSTRAINT "signature_events_document_id_signature_requests_document_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."signature_requests"("document_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signatures" ADD CONSTRAINT "signatures_document_id_signature_requests_document_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."signature_requests"("document_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_subject_id_at_index" ON "audit" USING btree ("subject_id","at");--> statement-breakpoint
CREATE INDEX "audit_at_index" ON "audit" USING btree ("at");--> statement-breakpoint
CREATE INDEX "refusals_actor_id_minute_index" ON "refusals" USING btree ("actor_id","minute");--> statement-breakpoint
CREATE INDEX "capture_sessions_client_id_index" ON "capture_sessions" USING btree ("client_id");--> statement-breakpoint
CREATE UNIQUE INDEX "capture_sessions_token" ON "capture_sessions" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "acceptances_user_id_index" ON "acceptances" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "client_contacts_member_id_index" ON "client_contacts" USING btree ("member_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_token" ON "sessions" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "sessions_user_id_index" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "tokens_hash" ON "tokens" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "tokens_subject_id_index" ON "tokens" USING btree ("subject_id");--> statement-breakpoint
CREATE INDEX "tokens_expires_at_index" ON "tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_username_key" ON "users" USING btree ("username_key");--> statement-breakpoint
CREATE UNIQUE INDEX "users_username_look" ON "users" USING btree ("username_look");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree ("email_key");--> statement-breakpoint
CREATE INDEX "users_fee_earner_id_index" ON "users" USING btree ("fee_earner_id");--> statement-breakpoint
CREATE INDEX "activities_client_id_id_index" ON "activities" USING btree ("client_id","id");--> statement-breakpoint
CREATE INDEX "appointments_client_id_id_index" ON "appointments" USING btree ("client_id","id");--> statement-breakpoint
CREATE INDEX "appointments_with_id_start_time_index" ON "appointments" USING btree ("with_id","start_time");--> statement-breakpoint
CREATE INDEX "appointments_start_time_index" ON "appointments" USING btree ("start_time");--> statement-breakpoint
CREATE INDEX "appointments_day_reminder_at_index" ON "appointments" USING btree ("day_reminder_at");--> statement-breakpoint
CREATE INDEX "appointments_hour_reminder_at_index" ON "appointments" USING btree ("hour_reminder_at");--> statement-breakpoint
CREATE INDEX "days_off_person_id_last_day_index" ON "days_off" USING btree ("person_id","last_day");--> statement-breakpoint
CREATE INDEX "assistant_messages_client_id_id_index" ON "assistant_messages" USING btree ("client_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "knowledge_gaps_question" ON "knowledge_gaps" USING btree ("question_key");--> statement-breakpoint
CREATE INDEX "document_readings_waiting" ON "document_readings" USING btree ("due_at") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "document_readings_ended" ON "document_readings" USING btree ("ended_at") WHERE ended_at is not null;--> statement-breakpoint
CREATE INDEX "document_readings_client_id_index" ON "document_readings" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "documents_client_id_id_index" ON "documents" USING btree ("client_id","id");--> statement-breakpoint
CREATE INDEX "documents_task_id_index" ON "documents" USING btree ("task_id");--> statement-breakpoint
CREATE INDEX "documents_waiting" ON "documents" USING btree ("created_at") WHERE status = 'pending' and superseded_at is null;--> statement-breakpoint
CREATE INDEX "documents_decided" ON "documents" USING btree ("decided_at") WHERE decided_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "documents_file_key" ON "documents" USING btree ("file_key");--> statement-breakpoint
CREATE INDEX "documents_sha256_index" ON "documents" USING btree ("sha256");--> statement-breakpoint
CREATE INDEX "documents_of_identity" ON "documents" USING btree ("client_id") WHERE identity_purpose is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "documents_idempotency" ON "documents" USING btree ("client_id","idempotency_key");--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_email" ON "invitations" USING btree ("email_key");--> statement-breakpoint
CREATE UNIQUE INDEX "form_answers_version" ON "form_answers" USING btree ("task_id","version");--> statement-breakpoint
CREATE INDEX "form_answers_client_id_index" ON "form_answers" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "biometric_consents_client_id_id_index" ON "biometric_consents" USING btree ("client_id","id");--> statement-breakpoint
CREATE INDEX "face_comparisons_client_id_index" ON "face_comparisons" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "face_pictures_client_id_index" ON "face_pictures" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "identity_evidence_client_id_index" ON "identity_evidence" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "verifications_client_id_index" ON "verifications" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "verifications_waiting" ON "verifications" USING btree ("completed_at") WHERE outcome = 'review';--> statement-breakpoint
CREATE INDEX "mail_digest_entries_user_id_created_at_index" ON "mail_digest_entries" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "mails_once" ON "mails" USING btree ("recipient","event");--> statement-breakpoint
CREATE INDEX "mails_state_due_at_index" ON "mails" USING btree ("state","due_at");--> statement-breakpoint
CREATE INDEX "mails_user_id_index" ON "mails" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "mail_reminders_client_id_index" ON "mail_reminders" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "matter_events_matter_id_id_index" ON "matter_events" USING btree ("matter_id","id");--> statement-breakpoint
CREATE INDEX "matters_client_id_id_index" ON "matters" USING btree ("client_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "matters_reference" ON "matters" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "message_attachments_document_id_index" ON "message_attachments" USING btree ("document_id");--> statement-breakpoint
CREATE INDEX "message_threads_member_id_last_id_index" ON "message_threads" USING btree ("member_id","last_id");--> statement-breakpoint
CREATE INDEX "messages_client_id_member_id_id_index" ON "messages" USING btree ("client_id","member_id","id");--> statement-breakpoint
CREATE INDEX "messages_member_id_id_index" ON "messages" USING btree ("member_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "messages_idempotency" ON "messages" USING btree ("sender_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "messages_unread" ON "messages" USING btree ("client_id","member_id","sender_id") WHERE read_at is null;--> statement-breakpoint
CREATE INDEX "messages_unread_of_member" ON "messages" USING btree ("member_id","sender_id") WHERE read_at is null;--> statement-breakpoint
CREATE INDEX "notifications_user_id_id_index" ON "notifications" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "consents_client_id_at_index" ON "consents" USING btree ("client_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "conversation_order" ON "conversation_messages" USING btree ("client_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "answered_once" ON "conversation_messages" USING btree ("answers");--> statement-breakpoint
CREATE INDEX "verification_sessions_client_id_index" ON "verification_sessions" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "payments_client_id_id_index" ON "payments" USING btree ("client_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_idempotency" ON "payments" USING btree ("client_id","idempotency_key");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_charge" ON "payments" USING btree ("task_id") WHERE status in ('completed', 'checking');--> statement-breakpoint
CREATE UNIQUE INDEX "payments_receipt" ON "payments" USING btree ("receipt_number");--> statement-breakpoint
CREATE INDEX "payments_refunds" ON "payments" USING btree ("created_at") WHERE status in ('refund_due', 'refunded');--> statement-breakpoint
CREATE INDEX "payments_unsure" ON "payments" USING btree ("processor","created_at") WHERE status in ('checking', 'failed');--> statement-breakpoint
CREATE INDEX "privacy_exports_client_id_index" ON "privacy_exports" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "client_requests_client_id_id_index" ON "client_requests" USING btree ("client_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "client_requests_reference" ON "client_requests" USING btree ("reference");--> statement-breakpoint
CREATE UNIQUE INDEX "client_requests_one_erasure" ON "client_requests" USING btree ("client_id") WHERE kind = 'erasure' and answered_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "signature_events_number" ON "signature_events" USING btree ("document_id","number");--> statement-breakpoint
CREATE INDEX "signature_requests_client_id_document_id_index" ON "signature_requests" USING btree ("client_id","document_id");--> statement-breakpoint
CREATE INDEX "signature_requests_sha256_index" ON "signature_requests" USING btree ("sha256");--> statement-breakpoint
CREATE UNIQUE INDEX "signature_requests_signed" ON "signature_requests" USING btree ("signed_sha256");--> statement-breakpoint
CREATE UNIQUE INDEX "signature_requests_file" ON "signature_requests" USING btree ("file_key");--> statement-breakpoint
CREATE UNIQUE INDEX "signatures_one_a_document" ON "signatures" USING btree ("document_id");--> statement-breakpoint
CREATE INDEX "signatures_user_id_id_index" ON "signatures" USING btree ("user_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "task_templates_version" ON "task_templates" USING btree ("version");--> statement-breakpoint
CREATE UNIQUE INDEX "task_templates_one_current" ON "task_templates" USING btree ("is_current") WHERE is_current;--> statement-breakpoint
CREATE UNIQUE INDEX "tasks_client_position" ON "tasks" USING btree ("client_id","position");--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS btree_gist;--> statement-breakpoint
-- Nobody is in two scheduled appointments at one time, whatever else goes wrong: neither the person of the firm,
ALTER TABLE "appointments" ADD CONSTRAINT "appointments_person_once" EXCLUDE USING gist ("with_id" WITH =, tstzrange("start_time", "end_time") WITH &&) WHERE (status = 'scheduled');--> statement-breakpoint
-- nor the client.
ALTER TABLE "appointments" ADD CONSTRAINT "appointments_client_once" EXCLUDE USING gist ("client_id" WITH =, tstzrange("start_time", "end_time") WITH &&) WHERE (status = 'scheduled');--> statement-breakpoint
ALTER TABLE "appointments" ADD CONSTRAINT "appointments_end_after_start" CHECK ("start_time" < "end_time");
--> statement-breakpoint
-- Whoever holds the key of the portal's own role, or finds a way to speak in its name, can add to the trail and not
-- change it. ALWAYS: also where a session says that it replicates, in which other triggers sleep.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The trail is only added to: % of % is refused.', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'insufficient_privilege';
END $$;--> statement-breakpoint
CREATE TRIGGER audit_is_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON audit
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
ALTER TABLE audit ENABLE ALWAYS TRIGGER audit_is_kept;--> statement-breakpoint
CREATE TRIGGER refusals_are_kept BEFORE DELETE OR TRUNCATE ON refusals
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
ALTER TABLE refusals ENABLE ALWAYS TRIGGER refusals_are_kept;--> statement-breakpoint
CREATE FUNCTION refuse_recount() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.count > OLD.count AND to_jsonb(NEW) - 'count' = to_jsonb(OLD) - 'count' THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'The trail is only added to: UPDATE of % is refused.', TG_TABLE_NAME
    USING ERRCODE = 'insufficient_privilege';
END $$;--> statement-breakpoint
CREATE TRIGGER refusals_only_grow BEFORE UPDATE ON refusals
  FOR EACH ROW EXECUTE FUNCTION refuse_recount();--> statement-breakpoint
ALTER TABLE refusals ENABLE ALWAYS TRIGGER refusals_only_grow;--> statement-breakpoint
-- The one way in: a row for the first refusal of its kind in a minute, and its count from then on.
CREATE FUNCTION note_refusals(noted jsonb) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO refusals AS kept
    (id, minute, event, address, actor_id, subject_id, count, agent, request_id, details)
  SELECT id, minute, event, address, actor_id, subject_id, count, agent, request_id, details
  FROM jsonb_to_recordset(noted) AS r
    (id uuid, minute timestamptz, event text, address text, actor_id uuid, subject_id uuid, count integer,
     agent text, request_id text, details jsonb)
  ON CONFLICT ON CONSTRAINT refusals_of_a_minute DO UPDATE SET count = kept.count + excluded.count
$$;
