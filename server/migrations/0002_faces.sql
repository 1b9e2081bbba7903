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
ALTER TABLE "firm" ADD COLUMN "is_face_comparison_on" boolean DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX "biometric_consents_client_id_id_index" ON "biometric_consents" USING btree ("client_id","id");--> statement-breakpoint
CREATE INDEX "face_comparisons_client_id_index" ON "face_comparisons" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "face_pictures_client_id_index" ON "face_pictures" USING btree ("client_id");