CREATE TABLE "import_rows" (
	"import_id" uuid NOT NULL,
	"row" integer NOT NULL,
	"cells" text[] NOT NULL,
	"verdict" text NOT NULL,
	"words" text NOT NULL,
	"adds_client" boolean DEFAULT false NOT NULL,
	"adds_matter" boolean DEFAULT false NOT NULL,
	"is_done" boolean DEFAULT false NOT NULL,
	"client_id" uuid,
	"client" text,
	"matter_id" uuid,
	"matter" text,
	CONSTRAINT "import_rows_import_id_row_pk" PRIMARY KEY("import_id","row")
);
--> statement-breakpoint
CREATE TABLE "imported_references" (
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"client_id" uuid NOT NULL,
	"matter_id" uuid,
	CONSTRAINT "imported_references_kind_key_pk" PRIMARY KEY("kind","key")
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"filename" text NOT NULL,
	"encoding" text NOT NULL,
	"delimiter" text NOT NULL,
	"headers" text[] NOT NULL,
	"columns" text[] NOT NULL,
	"fee_earner_id" uuid,
	"state" text NOT NULL,
	"is_inviting" boolean DEFAULT false NOT NULL,
	"created_by_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "invited_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "import_rows" ADD CONSTRAINT "import_rows_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "import_rows_client_id_index" ON "import_rows" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "import_rows_matter_id_index" ON "import_rows" USING btree ("matter_id");--> statement-breakpoint
CREATE INDEX "imported_references_client_id_index" ON "imported_references" USING btree ("client_id");--> statement-breakpoint
CREATE UNIQUE INDEX "imported_references_matter" ON "imported_references" USING btree ("matter_id");--> statement-breakpoint
CREATE INDEX "imports_created_at_index" ON "imports" USING btree ("created_at");