CREATE TABLE "csv_layouts" (
	"header_hash" text PRIMARY KEY NOT NULL,
	"dates" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "csv_layouts_dates_check" CHECK ("csv_layouts"."dates" = 'dmy' or "csv_layouts"."dates" = 'mdy')
);
--> statement-breakpoint
CREATE TABLE "statement_files" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"sha256" text NOT NULL,
	"format" text NOT NULL,
	"account" text NOT NULL,
	"first_day" text,
	"last_day" text,
	"line_count" integer NOT NULL,
	"uploaded_by_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"stored_at" timestamp (3) with time zone,
	"undone_at" timestamp (3) with time zone,
	"pruned_at" timestamp (3) with time zone,
	CONSTRAINT "statement_files_format_check" CHECK ("statement_files"."format" = 'csv' or "statement_files"."format" = 'ofx' or "statement_files"."format" = 'mt940' or "statement_files"."format" = 'camt053'),
	CONSTRAINT "statement_files_line_count_check" CHECK ("statement_files"."line_count" >= 0)
);
--> statement-breakpoint
CREATE TABLE "statement_lines" (
	"id" text PRIMARY KEY NOT NULL,
	"file_id" text NOT NULL,
	"position" integer NOT NULL,
	"fingerprint" text NOT NULL,
	"day" text,
	"amount" text,
	"currency" text NOT NULL,
	"credit" boolean NOT NULL,
	"payer" text NOT NULL,
	"text" text NOT NULL,
	"bank_ref" text NOT NULL,
	"state" text NOT NULL,
	"matched_state" text NOT NULL,
	"order_id" text,
	"candidates" jsonb NOT NULL,
	"splits" boolean DEFAULT false NOT NULL,
	"why" jsonb NOT NULL,
	"applied" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "statement_lines_state_check" CHECK ("statement_lines"."state" = 'sure' or "statement_lines"."state" = 'likely' or "statement_lines"."state" = 'several' or "statement_lines"."state" = 'short' or "statement_lines"."state" = 'over' or "statement_lines"."state" = 'late' or "statement_lines"."state" = 'second' or "statement_lines"."state" = 'unmatched' or "statement_lines"."state" = 'ignored' or "statement_lines"."state" = 'error' or "statement_lines"."state" = 'applied'),
	CONSTRAINT "statement_lines_matched_state_check" CHECK ("statement_lines"."matched_state" = 'sure' or "statement_lines"."matched_state" = 'likely' or "statement_lines"."matched_state" = 'several' or "statement_lines"."matched_state" = 'short' or "statement_lines"."matched_state" = 'over' or "statement_lines"."matched_state" = 'late' or "statement_lines"."matched_state" = 'second' or "statement_lines"."matched_state" = 'unmatched' or "statement_lines"."matched_state" = 'ignored' or "statement_lines"."matched_state" = 'error' or "statement_lines"."matched_state" = 'applied'),
	CONSTRAINT "statement_lines_position_check" CHECK ("statement_lines"."position" >= 1)
);
--> statement-breakpoint
ALTER TABLE "statement_files" ADD CONSTRAINT "statement_files_uploaded_by_id_users_id_fk" FOREIGN KEY ("uploaded_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_file_id_statement_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."statement_files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "statement_files_by_content" ON "statement_files" USING btree ("sha256");--> statement-breakpoint
CREATE INDEX "statement_files_by_age" ON "statement_files" USING btree ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "statement_lines_by_fingerprint" ON "statement_lines" USING btree ("fingerprint");--> statement-breakpoint
CREATE INDEX "statement_lines_in_file" ON "statement_lines" USING btree ("file_id","state","position","id");--> statement-breakpoint
CREATE INDEX "statement_lines_by_place" ON "statement_lines" USING btree ("file_id","position","id");--> statement-breakpoint
CREATE INDEX "statement_lines_by_order" ON "statement_lines" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "statement_lines_by_amount" ON "statement_lines" USING btree ("amount","day");