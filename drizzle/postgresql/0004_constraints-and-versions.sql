ALTER TABLE "categories" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "coupons" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "saved_replies" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_links" ADD CONSTRAINT "mail_links_purpose_check" CHECK ("mail_links"."purpose" = 'reset' or "mail_links"."purpose" = 'email');--> statement-breakpoint
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_last_step_check" CHECK ("second_factors"."last_step" >= 0);--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_end_reason_check" CHECK ("sessions"."end_reason" = 'logout' or "sessions"."end_reason" = 'password' or "sessions"."end_reason" = 'reuse' or "sessions"."end_reason" = 'role' or "sessions"."end_reason" = 'staff');--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_currency_check" CHECK ("users"."currency" = 'USD' or "users"."currency" = 'INR' or "users"."currency" = 'LKR');--> statement-breakpoint
ALTER TABLE "cart_lines" ADD CONSTRAINT "cart_lines_count_check" CHECK ("cart_lines"."count" >= 1);--> statement-breakpoint
ALTER TABLE "cart_lines" ADD CONSTRAINT "cart_lines_price_when_added_check" CHECK ("cart_lines"."price_when_added" >= 0);--> statement-breakpoint
ALTER TABLE "categories" ADD CONSTRAINT "categories_version_check" CHECK ("categories"."version" >= 1);--> statement-breakpoint
ALTER TABLE "items" ADD CONSTRAINT "items_price_check" CHECK ("items"."price" >= 0);--> statement-breakpoint
ALTER TABLE "items" ADD CONSTRAINT "items_old_price_check" CHECK ("items"."old_price" >= 0);--> statement-breakpoint
ALTER TABLE "items" ADD CONSTRAINT "items_stars_sum_check" CHECK ("items"."stars_sum" >= 0);--> statement-breakpoint
ALTER TABLE "items" ADD CONSTRAINT "items_review_count_check" CHECK ("items"."review_count" >= 0);--> statement-breakpoint
ALTER TABLE "items" ADD CONSTRAINT "items_months_check" CHECK ("items"."months" >= 1);--> statement-breakpoint
ALTER TABLE "items" ADD CONSTRAINT "items_version_check" CHECK ("items"."version" >= 1);--> statement-breakpoint
ALTER TABLE "items" ADD CONSTRAINT "items_rating_check" CHECK ("items"."rating" between 0 and 500);--> statement-breakpoint
ALTER TABLE "coupons" ADD CONSTRAINT "coupons_type_check" CHECK ("coupons"."type" = 'Percentage' or "coupons"."type" = 'Fixed');--> statement-breakpoint
ALTER TABLE "coupons" ADD CONSTRAINT "coupons_amount_check" CHECK ("coupons"."amount" >= 0);--> statement-breakpoint
ALTER TABLE "coupons" ADD CONSTRAINT "coupons_uses_check" CHECK ("coupons"."uses" >= 0);--> statement-breakpoint
ALTER TABLE "coupons" ADD CONSTRAINT "coupons_uses_limit_check" CHECK ("coupons"."uses_limit" >= 1);--> statement-breakpoint
ALTER TABLE "coupons" ADD CONSTRAINT "coupons_uses_per_customer_check" CHECK ("coupons"."uses_per_customer" >= 1);--> statement-breakpoint
ALTER TABLE "coupons" ADD CONSTRAINT "coupons_version_check" CHECK ("coupons"."version" >= 1);--> statement-breakpoint
ALTER TABLE "activity" ADD CONSTRAINT "activity_type_check" CHECK ("activity"."type" = 'purchase' or "activity"."type" = 'login' or "activity"."type" = 'profile_update');--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_type_check" CHECK ("notifications"."type" = 'success' or "notifications"."type" = 'error' or "notifications"."type" = 'warning' or "notifications"."type" = 'info');--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_what_check" CHECK ("order_events"."what" = 'created' or "order_events"."what" = 'coupon' or "order_events"."what" = 'cancelled' or "order_events"."what" = 'paid' or "order_events"."what" = 'verified' or "order_events"."what" = 'rejected' or "order_events"."what" = 'completed' or "order_events"."what" = 'refunded' or "order_events"."what" = 'expired' or "order_events"."what" = 'claimed' or "order_events"."what" = 'released');--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_who_check" CHECK ("order_events"."who" = 'customer' or "order_events"."who" = 'staff' or "order_events"."who" = 'store');--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_seq_check" CHECK ("order_events"."seq" >= 1);--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_position_check" CHECK ("order_lines"."position" >= 0);--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_price_check" CHECK ("order_lines"."price" >= 0);--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_old_price_check" CHECK ("order_lines"."old_price" >= 0);--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_months_check" CHECK ("order_lines"."months" >= 1);--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_quantity_check" CHECK ("order_lines"."quantity" >= 1);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_payment_status_check" CHECK ("orders"."payment_status" = 'pending' or "orders"."payment_status" = 'paid' or "orders"."payment_status" = 'verified' or "orders"."payment_status" = 'failed' or "orders"."payment_status" = 'cancelled' or "orders"."payment_status" = 'refunded');--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_order_status_check" CHECK ("orders"."order_status" = 'pending' or "orders"."order_status" = 'processing' or "orders"."order_status" = 'completed' or "orders"."order_status" = 'failed');--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_payment_method_check" CHECK ("orders"."payment_method" = 'binance' or "orders"."payment_method" = 'crypto' or "orders"."payment_method" = 'bank');--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_subtotal_check" CHECK ("orders"."subtotal" >= 0);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_fees_check" CHECK ("orders"."fees" >= 0);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_discount_check" CHECK ("orders"."discount" >= 0);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_total_check" CHECK ("orders"."total" >= 0);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_claim_check" CHECK (("orders"."claimed_at" is null) = ("orders"."claimed_by" is null) and ("orders"."claim_until" is null) = ("orders"."claimed_by" is null));--> statement-breakpoint
ALTER TABLE "points_entries" ADD CONSTRAINT "points_entries_source_check" CHECK ("points_entries"."source" = 'order' or "points_entries"."source" = 'referral' or "points_entries"."source" = 'adjustment');--> statement-breakpoint
ALTER TABLE "points_entries" ADD CONSTRAINT "points_entries_sign_check" CHECK (case
        when "points_entries"."source" = 'adjustment' then "points_entries"."order_id" is null and not "points_entries"."reversal" and "points_entries"."amount" = 0
        when "points_entries"."reversal" then "points_entries"."order_id" is not null and "points_entries"."amount" <= 0 and "points_entries"."points" <= 0
        else "points_entries"."order_id" is not null and "points_entries"."amount" >= 0 and "points_entries"."points" >= 0
      end);--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_stars_check" CHECK ("reviews"."stars" between 1 and 5);--> statement-breakpoint
ALTER TABLE "audit" ADD CONSTRAINT "audit_subject_check" CHECK ("audit"."subject" = 'order' or "audit"."subject" = 'item' or "audit"."subject" = 'category' or "audit"."subject" = 'coupon' or "audit"."subject" = 'review' or "audit"."subject" = 'customer' or "audit"."subject" = 'support' or "audit"."subject" = 'reply' or "audit"."subject" = 'staff' or "audit"."subject" = 'picture');--> statement-breakpoint
ALTER TABLE "saved_replies" ADD CONSTRAINT "saved_replies_version_check" CHECK ("saved_replies"."version" >= 1);--> statement-breakpoint
ALTER TABLE "support_conversations" ADD CONSTRAINT "support_conversations_status_check" CHECK ("support_conversations"."status" = 'open' or "support_conversations"."status" = 'waiting' or "support_conversations"."status" = 'resolved');--> statement-breakpoint
ALTER TABLE "support_conversations" ADD CONSTRAINT "support_conversations_last_seq_check" CHECK ("support_conversations"."last_seq" >= 0);--> statement-breakpoint
ALTER TABLE "support_conversations" ADD CONSTRAINT "support_conversations_customer_unread_check" CHECK ("support_conversations"."customer_unread" >= 0);--> statement-breakpoint
ALTER TABLE "support_conversations" ADD CONSTRAINT "support_conversations_staff_unread_check" CHECK ("support_conversations"."staff_unread" >= 0);--> statement-breakpoint
ALTER TABLE "support_messages" ADD CONSTRAINT "support_messages_seq_check" CHECK ("support_messages"."seq" >= 1);