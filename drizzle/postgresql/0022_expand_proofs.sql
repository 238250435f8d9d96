CREATE TABLE "payment_proofs" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"user_id" text NOT NULL,
	"hash" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"size" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "payment_proofs_width_check" CHECK ("payment_proofs"."width" >= 1),
	CONSTRAINT "payment_proofs_height_check" CHECK ("payment_proofs"."height" >= 1),
	CONSTRAINT "payment_proofs_size_check" CHECK ("payment_proofs"."size" >= 1)
);
--> statement-breakpoint
ALTER TABLE "order_events" DROP CONSTRAINT "order_events_what_check";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "proof_requested_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "support_messages" ADD COLUMN "proof_id" text;--> statement-breakpoint
ALTER TABLE "payment_proofs" ADD CONSTRAINT "payment_proofs_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_proofs" ADD CONSTRAINT "payment_proofs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_proofs_of_order" ON "payment_proofs" USING btree ("order_id","hash");--> statement-breakpoint
CREATE INDEX "payment_proofs_by_age" ON "payment_proofs" USING btree ("created_at","id");--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_what_check" CHECK ("order_events"."what" = 'created' or "order_events"."what" = 'coupon' or "order_events"."what" = 'cancelled' or "order_events"."what" = 'paid' or "order_events"."what" = 'verified' or "order_events"."what" = 'rejected' or "order_events"."what" = 'completed' or "order_events"."what" = 'redelivered' or "order_events"."what" = 'refunded' or "order_events"."what" = 'part_refunded' or "order_events"."what" = 'expired' or "order_events"."what" = 'payment' or "order_events"."what" = 'proof' or "order_events"."what" = 'proof_requested' or "order_events"."what" = 'reference' or "order_events"."what" = 'reopened' or "order_events"."what" = 'unverified' or "order_events"."what" = 'claimed' or "order_events"."what" = 'released');