CREATE TABLE "payment_requests" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"method" text NOT NULL,
	"network" text,
	"token" text,
	"address" text NOT NULL,
	"currency" text NOT NULL,
	"decimals" integer NOT NULL,
	"amount" text NOT NULL,
	"cents" bigint NOT NULL,
	"rate" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"freed_at" timestamp (3) with time zone,
	CONSTRAINT "payment_requests_method_check" CHECK ("payment_requests"."method" = 'binance' or "payment_requests"."method" = 'crypto' or "payment_requests"."method" = 'bank'),
	CONSTRAINT "payment_requests_network_check" CHECK ("payment_requests"."network" = 'BASE' or "payment_requests"."network" = 'ARB' or "payment_requests"."network" = 'ERC20' or "payment_requests"."network" = 'BEP20' or "payment_requests"."network" = 'OP' or "payment_requests"."network" = 'MATIC'),
	CONSTRAINT "payment_requests_token_check" CHECK ("payment_requests"."token" = 'USDT' or "payment_requests"."token" = 'USDC' or "payment_requests"."token" = 'ETH' or "payment_requests"."token" = 'BNB'),
	CONSTRAINT "payment_requests_currency_check" CHECK ("payment_requests"."currency" = 'USD' or "payment_requests"."currency" = 'LKR' or "payment_requests"."currency" = 'INR' or "payment_requests"."currency" = 'USDT' or "payment_requests"."currency" = 'USDC' or "payment_requests"."currency" = 'ETH' or "payment_requests"."currency" = 'BNB' or "payment_requests"."currency" = 'MATIC'),
	CONSTRAINT "payment_requests_decimals_check" CHECK ("payment_requests"."decimals" >= 0),
	CONSTRAINT "payment_requests_cents_check" CHECK ("payment_requests"."cents" >= 0),
	CONSTRAINT "payment_requests_rate_check" CHECK ("payment_requests"."rate" >= 1)
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" text,
	"source" text NOT NULL,
	"source_id" text NOT NULL,
	"currency" text NOT NULL,
	"decimals" integer NOT NULL,
	"amount" text NOT NULL,
	"worth" bigint NOT NULL,
	"cents" bigint NOT NULL,
	"payer" text DEFAULT '' NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"refund_reference" text,
	"happened_at" timestamp (3) with time zone NOT NULL,
	"state" text NOT NULL,
	"matched_by" text,
	"matched_at" timestamp (3) with time zone,
	"matched_by_id" text,
	"search_text" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payments_source_check" CHECK ("payments"."source" = 'bank' or "payments"."source" = 'chain' or "payments"."source" = 'binance' or "payments"."source" = 'manual'),
	CONSTRAINT "payments_currency_check" CHECK ("payments"."currency" = 'USD' or "payments"."currency" = 'LKR' or "payments"."currency" = 'INR' or "payments"."currency" = 'USDT' or "payments"."currency" = 'USDC' or "payments"."currency" = 'ETH' or "payments"."currency" = 'BNB' or "payments"."currency" = 'MATIC'),
	CONSTRAINT "payments_state_check" CHECK ("payments"."state" = 'seen' or "payments"."state" = 'confirming' or "payments"."state" = 'final' or "payments"."state" = 'gone' or "payments"."state" = 'dismissed'),
	CONSTRAINT "payments_matched_by_check" CHECK ("payments"."matched_by" = 'hash' or "payments"."matched_by" = 'amount' or "payments"."matched_by" = 'reference' or "payments"."matched_by" = 'name' or "payments"."matched_by" = 'staff'),
	CONSTRAINT "payments_decimals_check" CHECK ("payments"."decimals" >= 0),
	CONSTRAINT "payments_worth_check" CHECK ("payments"."worth" >= 0),
	CONSTRAINT "payments_cents_check" CHECK ("payments"."cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"cents" bigint NOT NULL,
	"reason" text NOT NULL,
	"reference" text,
	"staff_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "refunds_cents_check" CHECK ("refunds"."cents" >= 1)
);
--> statement-breakpoint
ALTER TABLE "order_events" DROP CONSTRAINT "order_events_what_check";--> statement-breakpoint
ALTER TABLE "audit" DROP CONSTRAINT "audit_subject_check";--> statement-breakpoint
DROP INDEX "one_award_a_cause";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "payment_reference" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "request_id" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "received" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "refunded" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "verifications" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "points_entries" ADD COLUMN "round" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_requests" ADD CONSTRAINT "payment_requests_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_matched_by_id_users_id_fk" FOREIGN KEY ("matched_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_staff_id_users_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_requests_by_order" ON "payment_requests" USING btree ("order_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_requests_own_amount" ON "payment_requests" USING btree ("network","token","address","amount") WHERE "payment_requests"."freed_at" is null;--> statement-breakpoint
CREATE INDEX "payment_requests_by_total" ON "payment_requests" USING btree ("network","token","address","cents","amount") WHERE "payment_requests"."freed_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "payments_by_source" ON "payments" USING btree ("source","source_id");--> statement-breakpoint
CREATE INDEX "payments_by_order" ON "payments" USING btree ("order_id","matched_at","id") WHERE "payments"."order_id" is not null;--> statement-breakpoint
CREATE INDEX "payments_by_age" ON "payments" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "payments_unassigned" ON "payments" USING btree ("created_at","id") WHERE "payments"."order_id" is null and "payments"."state" <> 'dismissed' and "payments"."state" <> 'gone';--> statement-breakpoint
CREATE INDEX "payments_dismissed" ON "payments" USING btree ("created_at","id") WHERE "payments"."state" = 'dismissed';--> statement-breakpoint
CREATE INDEX "refunds_by_order" ON "refunds" USING btree ("order_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_by_payment_reference" ON "orders" USING btree ("payment_reference");--> statement-breakpoint
CREATE UNIQUE INDEX "one_award_a_cause" ON "points_entries" USING btree ("user_id","source","order_id","round","reversal");--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_what_check" CHECK ("order_events"."what" = 'created' or "order_events"."what" = 'coupon' or "order_events"."what" = 'cancelled' or "order_events"."what" = 'paid' or "order_events"."what" = 'verified' or "order_events"."what" = 'rejected' or "order_events"."what" = 'completed' or "order_events"."what" = 'redelivered' or "order_events"."what" = 'refunded' or "order_events"."what" = 'part_refunded' or "order_events"."what" = 'expired' or "order_events"."what" = 'payment' or "order_events"."what" = 'reopened' or "order_events"."what" = 'unverified' or "order_events"."what" = 'claimed' or "order_events"."what" = 'released');--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_received_check" CHECK ("orders"."received" >= 0);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_refunded_check" CHECK ("orders"."refunded" >= 0);--> statement-breakpoint
ALTER TABLE "audit" ADD CONSTRAINT "audit_subject_check" CHECK ("audit"."subject" = 'order' or "audit"."subject" = 'payment' or "audit"."subject" = 'item' or "audit"."subject" = 'category' or "audit"."subject" = 'coupon' or "audit"."subject" = 'review' or "audit"."subject" = 'customer' or "audit"."subject" = 'support' or "audit"."subject" = 'reply' or "audit"."subject" = 'staff' or "audit"."subject" = 'picture');--> statement-breakpoint
CREATE INDEX payments_search ON payments USING gin (search_text gin_trgm_ops);
--> statement-breakpoint
-- The transactions that orders were verified with become payments of the ledger.
INSERT INTO payments (id, order_id, source, source_id, currency, decimals, amount, worth, cents, happened_at, state, matched_by, matched_at, search_text, created_at)
  SELECT lower(substr(verified_hash, 1, 22)), id, 'chain', verified_hash, 'USD', 2, cast(total AS text), total, total, coalesce(paid_at, created_at), 'final', 'hash', coalesce(verified_at, created_at), '', coalesce(verified_at, created_at)
  FROM orders WHERE verified_hash IS NOT NULL;
--> statement-breakpoint
UPDATE orders SET received = total WHERE verified_hash IS NOT NULL;
--> statement-breakpoint
UPDATE orders SET refunded = total WHERE payment_status = 'refunded';
--> statement-breakpoint
UPDATE orders SET verifications = 1 WHERE verified_at IS NOT NULL;
