CREATE TABLE "order_days" (
	"day" integer NOT NULL,
	"payment_method" text NOT NULL,
	"paid" integer DEFAULT 0 NOT NULL,
	"verified" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"cancelled" integer DEFAULT 0 NOT NULL,
	"refunded" integer DEFAULT 0 NOT NULL,
	"revenue" bigint DEFAULT 0 NOT NULL,
	"checks" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "order_days_day_payment_method_pk" PRIMARY KEY("day","payment_method"),
	CONSTRAINT "order_days_payment_method_check" CHECK ("order_days"."payment_method" = 'binance' or "order_days"."payment_method" = 'crypto' or "order_days"."payment_method" = 'bank')
);
--> statement-breakpoint
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
DROP INDEX "items_by_name";--> statement-breakpoint
DROP INDEX "items_by_price";--> statement-breakpoint
DROP INDEX "items_by_rating";--> statement-breakpoint
DROP INDEX "items_by_age";--> statement-breakpoint
DROP INDEX "items_by_category";--> statement-breakpoint
DROP INDEX "notifications_unread";--> statement-breakpoint
DROP INDEX "orders_by_payment";--> statement-breakpoint
DROP INDEX "orders_by_status";--> statement-breakpoint
DROP INDEX "orders_by_expiry";--> statement-breakpoint
DROP INDEX "orders_by_claim";--> statement-breakpoint
DROP INDEX "reviews_by_item";--> statement-breakpoint
DROP INDEX "audit_by_subject";--> statement-breakpoint
DROP INDEX "conversations_by_wait";--> statement-breakpoint
ALTER TABLE "audit" ALTER COLUMN "actor_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "search_text" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "notifications_read_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "notifications_read_id" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "list_total" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "reference_key" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "delivery_changed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "delivery_reopened_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "search_text" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "search_text" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "support_messages" ADD COLUMN "search_text" text DEFAULT '' NOT NULL;--> statement-breakpoint
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
CREATE INDEX "users_staff" ON "users" USING btree ("first_name","id") WHERE "users"."is_admin";--> statement-breakpoint
CREATE INDEX "items_by_age_on_sale" ON "items" USING btree ("created_at","id","price") WHERE "items"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "items_by_category_and_name" ON "items" USING btree ("category_id","sort_name","id","price") WHERE "items"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "items_by_category_and_price" ON "items" USING btree ("category_id","price","id") WHERE "items"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "items_by_category_and_rating" ON "items" USING btree ("category_id","rating","id","price") WHERE "items"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "items_by_category_on_sale" ON "items" USING btree ("category_id","created_at","id","price") WHERE "items"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "items_by_logo" ON "items" USING btree ("logo_link");--> statement-breakpoint
CREATE INDEX "items_by_banner" ON "items" USING btree ("banner_link");--> statement-breakpoint
CREATE INDEX "coupons_by_age" ON "coupons" USING btree ("created_at","id","archived_at");--> statement-breakpoint
CREATE INDEX "coupons_by_category" ON "coupons" USING btree ("category_id") WHERE "coupons"."category_id" is not null;--> statement-breakpoint
CREATE INDEX "notifications_unread_by_link" ON "notifications" USING btree ("user_id","link","created_at","id") WHERE not "notifications"."read";--> statement-breakpoint
CREATE INDEX "orders_by_user_and_payment" ON "orders" USING btree ("user_id","payment_status","created_at","order_status","total","list_total");--> statement-breakpoint
CREATE INDEX "orders_by_user_and_verification" ON "orders" USING btree ("user_id","verified_at","total") WHERE "orders"."payment_status" = 'verified';--> statement-breakpoint
CREATE INDEX "orders_to_verify" ON "orders" USING btree ("payment_status","paid_at","id") WHERE "orders"."payment_status" = 'paid';--> statement-breakpoint
CREATE INDEX "orders_by_reference_key" ON "orders" USING btree ("reference_key","id") WHERE "orders"."reference" is not null;--> statement-breakpoint
CREATE INDEX "orders_to_deliver" ON "orders" USING btree ("order_status","payment_status","verified_at","id") WHERE "orders"."order_status" = 'processing';--> statement-breakpoint
CREATE INDEX "orders_by_check" ON "orders" USING btree ("verified_at","paid_at") WHERE "orders"."verified_at" is not null;--> statement-breakpoint
CREATE INDEX "points_by_order" ON "points_entries" USING btree ("order_id") WHERE "points_entries"."order_id" is not null;--> statement-breakpoint
CREATE INDEX "reviews_by_stars" ON "reviews" USING btree ("stars","created_at","id");--> statement-breakpoint
CREATE INDEX "audit_by_subject_id" ON "audit" USING btree ("subject","subject_id","seq");--> statement-breakpoint
CREATE INDEX "audit_by_actor_and_subject" ON "audit" USING btree ("actor_id","subject","seq");--> statement-breakpoint
CREATE INDEX "audit_by_actor_and_action" ON "audit" USING btree ("actor_id","action","seq");--> statement-breakpoint
CREATE INDEX "audit_by_action" ON "audit" USING btree ("action","seq");--> statement-breakpoint
CREATE INDEX "audit_by_time" ON "audit" USING btree ("at","seq");--> statement-breakpoint
CREATE INDEX "conversations_by_message" ON "support_conversations" USING btree ("status","last_message_at","user_id" desc,"assignee_id","staff_unread");--> statement-breakpoint
CREATE INDEX "conversations_answered" ON "support_conversations" USING btree ("last_message_at","user_id" desc,"assignee_id","staff_unread") WHERE "support_conversations"."status" <> 'open';--> statement-breakpoint
CREATE INDEX "sessions_by_user" ON "sessions" USING btree ("user_id","ended_at","created_at");--> statement-breakpoint
CREATE INDEX "items_by_name" ON "items" USING btree ("sort_name","id","price") WHERE "items"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "items_by_price" ON "items" USING btree ("price","id") WHERE "items"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "items_by_rating" ON "items" USING btree ("rating","id","price") WHERE "items"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "items_by_age" ON "items" USING btree ("created_at","id","archived_at");--> statement-breakpoint
CREATE INDEX "items_by_category" ON "items" USING btree ("category_id","created_at","id","archived_at");--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("user_id","created_at","id") WHERE not "notifications"."read";--> statement-breakpoint
CREATE INDEX "orders_by_payment" ON "orders" USING btree ("payment_status","created_at","id","order_status","payment_method");--> statement-breakpoint
CREATE INDEX "orders_by_status" ON "orders" USING btree ("order_status","created_at","id","payment_status");--> statement-breakpoint
CREATE INDEX "orders_by_expiry" ON "orders" USING btree ("payment_status","expires_at","id","warned_at") WHERE "orders"."payment_status" = 'pending';--> statement-breakpoint
CREATE INDEX "orders_by_claim" ON "orders" USING btree ("claim_until","id") WHERE "orders"."claim_until" is not null;--> statement-breakpoint
CREATE INDEX "reviews_by_item" ON "reviews" USING btree ("item_id","created_at","id");--> statement-breakpoint
CREATE INDEX "audit_by_subject" ON "audit" USING btree ("subject","seq");--> statement-breakpoint
CREATE INDEX "conversations_by_wait" ON "support_conversations" USING btree ("status","waiting_since","user_id","assignee_id","staff_unread");--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_what_check" CHECK ("order_events"."what" = 'created' or "order_events"."what" = 'coupon' or "order_events"."what" = 'cancelled' or "order_events"."what" = 'paid' or "order_events"."what" = 'verified' or "order_events"."what" = 'rejected' or "order_events"."what" = 'completed' or "order_events"."what" = 'redelivered' or "order_events"."what" = 'refunded' or "order_events"."what" = 'expired' or "order_events"."what" = 'claimed' or "order_events"."what" = 'released');