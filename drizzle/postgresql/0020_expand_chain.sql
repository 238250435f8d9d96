CREATE TABLE "chain_marks" (
	"network" text PRIMARY KEY NOT NULL,
	"block" integer NOT NULL,
	CONSTRAINT "chain_marks_network_check" CHECK ("chain_marks"."network" = 'BASE' or "chain_marks"."network" = 'ARB' or "chain_marks"."network" = 'ERC20' or "chain_marks"."network" = 'BEP20' or "chain_marks"."network" = 'OP' or "chain_marks"."network" = 'MATIC'),
	CONSTRAINT "chain_marks_block_check" CHECK ("chain_marks"."block" >= 0)
);
--> statement-breakpoint
CREATE TABLE "chain_pause" (
	"id" integer PRIMARY KEY NOT NULL,
	"paused_by_id" text NOT NULL,
	"paused_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chain_transfers" (
	"payment_id" text PRIMARY KEY NOT NULL,
	"network" text NOT NULL,
	"hash" text NOT NULL,
	"ordinal" integer NOT NULL,
	"block" integer NOT NULL,
	"settled_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "chain_transfers_network_check" CHECK ("chain_transfers"."network" = 'BASE' or "chain_transfers"."network" = 'ARB' or "chain_transfers"."network" = 'ERC20' or "chain_transfers"."network" = 'BEP20' or "chain_transfers"."network" = 'OP' or "chain_transfers"."network" = 'MATIC'),
	CONSTRAINT "chain_transfers_ordinal_check" CHECK ("chain_transfers"."ordinal" >= 0),
	CONSTRAINT "chain_transfers_block_check" CHECK ("chain_transfers"."block" >= 0)
);
--> statement-breakpoint
ALTER TABLE "chain_pause" ADD CONSTRAINT "chain_pause_paused_by_id_users_id_fk" FOREIGN KEY ("paused_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chain_transfers" ADD CONSTRAINT "chain_transfers_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "chain_transfers_by_hash" ON "chain_transfers" USING btree ("hash","network","ordinal");--> statement-breakpoint
CREATE INDEX "chain_transfers_to_watch" ON "chain_transfers" USING btree ("network","created_at") WHERE "chain_transfers"."settled_at" is null;