CREATE TABLE "email_preferences" (
	"user_id" text PRIMARY KEY NOT NULL,
	"reminders" boolean DEFAULT true NOT NULL,
	"support" boolean DEFAULT true NOT NULL,
	"alerts" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"dedupe" text,
	"user_id" text,
	"recipient" text NOT NULL,
	"payload" text NOT NULL,
	"priority" integer NOT NULL,
	"state" text NOT NULL,
	"attempts" integer NOT NULL,
	"next_at" timestamp (3) with time zone NOT NULL,
	"locked_until" timestamp (3) with time zone,
	"last_error" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone,
	CONSTRAINT "outbox_state_check" CHECK ("outbox"."state" = 'waiting' or "outbox"."state" = 'sent' or "outbox"."state" = 'failed' or "outbox"."state" = 'dropped'),
	CONSTRAINT "outbox_priority_check" CHECK ("outbox"."priority" >= 0),
	CONSTRAINT "outbox_attempts_check" CHECK ("outbox"."attempts" >= 0)
);
--> statement-breakpoint
CREATE TABLE "payment_alerts" (
	"staff_id" text NOT NULL,
	"order_id" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payment_alerts_staff_id_order_id_pk" PRIMARY KEY("staff_id","order_id")
);
--> statement-breakpoint
CREATE TABLE "removed_reviews" (
	"item_id" text NOT NULL,
	"user_id" text NOT NULL,
	"removed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "removed_reviews_item_id_user_id_pk" PRIMARY KEY("item_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "order_events" DROP CONSTRAINT "order_events_what_check";--> statement-breakpoint
DROP INDEX "orders_by_reference";--> statement-breakpoint
DROP INDEX "sessions_by_user";--> statement-breakpoint
DROP INDEX "audit_by_subject";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "reference_key" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "delivery_changed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "delivery_reopened_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "search_text" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "email_preferences" ADD CONSTRAINT "email_preferences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_alerts" ADD CONSTRAINT "payment_alerts_staff_id_users_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_alerts" ADD CONSTRAINT "payment_alerts_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "removed_reviews" ADD CONSTRAINT "removed_reviews_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "removed_reviews" ADD CONSTRAINT "removed_reviews_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "outbox_by_dedupe" ON "outbox" USING btree ("dedupe") WHERE "outbox"."dedupe" is not null;--> statement-breakpoint
CREATE INDEX "outbox_due" ON "outbox" USING btree ("priority","next_at") WHERE "outbox"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "payment_alerts_by_time" ON "payment_alerts" USING btree ("staff_id","at");--> statement-breakpoint
CREATE INDEX "removed_reviews_by_user" ON "removed_reviews" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "items_by_logo" ON "items" USING btree ("logo_link");--> statement-breakpoint
CREATE INDEX "items_by_banner" ON "items" USING btree ("banner_link");--> statement-breakpoint
CREATE INDEX "orders_by_reference_key" ON "orders" USING btree ("reference_key","id") WHERE "orders"."reference" is not null;--> statement-breakpoint
CREATE INDEX "orders_open_by_user" ON "orders" USING btree ("user_id","payment_status") WHERE "orders"."payment_status" = 'pending' or "orders"."payment_status" = 'paid';--> statement-breakpoint
CREATE INDEX "orders_to_deliver" ON "orders" USING btree ("payment_status","verified_at","id") WHERE "orders"."order_status" = 'processing';--> statement-breakpoint
CREATE INDEX "points_by_order" ON "points_entries" USING btree ("order_id") WHERE "points_entries"."order_id" is not null;--> statement-breakpoint
CREATE INDEX "audit_by_subject_id" ON "audit" USING btree ("subject","subject_id","seq");--> statement-breakpoint
CREATE INDEX "audit_by_actor_and_subject" ON "audit" USING btree ("actor_id","subject","seq");--> statement-breakpoint
CREATE INDEX "audit_by_actor_and_action" ON "audit" USING btree ("actor_id","action","seq");--> statement-breakpoint
CREATE INDEX "audit_by_action" ON "audit" USING btree ("action","seq");--> statement-breakpoint
CREATE INDEX "audit_by_time" ON "audit" USING btree ("at","seq");--> statement-breakpoint
CREATE INDEX "sessions_by_user" ON "sessions" USING btree ("user_id","ended_at","created_at");--> statement-breakpoint
CREATE INDEX "audit_by_subject" ON "audit" USING btree ("subject","seq");--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_what_check" CHECK ("order_events"."what" = 'created' or "order_events"."what" = 'coupon' or "order_events"."what" = 'cancelled' or "order_events"."what" = 'paid' or "order_events"."what" = 'verified' or "order_events"."what" = 'rejected' or "order_events"."what" = 'completed' or "order_events"."what" = 'redelivered' or "order_events"."what" = 'refunded' or "order_events"."what" = 'expired' or "order_events"."what" = 'claimed' or "order_events"."what" = 'released');