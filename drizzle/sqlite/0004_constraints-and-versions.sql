PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_categories` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	CONSTRAINT "categories_version_check" CHECK("__new_categories"."version" >= 1)
);
--> statement-breakpoint
INSERT INTO `__new_categories`("id", "name", "position", "created_at", "version") SELECT "id", "name", "position", "created_at", 1 FROM `categories`;--> statement-breakpoint
DROP TABLE `categories`;--> statement-breakpoint
ALTER TABLE `__new_categories` RENAME TO `categories`;--> statement-breakpoint
CREATE UNIQUE INDEX `categories_name_unique` ON `categories` (`name`);--> statement-breakpoint
CREATE TABLE `__new_items` (
	`id` text PRIMARY KEY NOT NULL,
	`category_id` text NOT NULL,
	`name` text NOT NULL,
	`sort_name` text DEFAULT '' NOT NULL,
	`months` integer NOT NULL,
	`price` integer NOT NULL,
	`old_price` integer,
	`short_description` text DEFAULT '' NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`logo_link` text NOT NULL,
	`banner_link` text NOT NULL,
	`account_type` text DEFAULT '' NOT NULL,
	`features` text NOT NULL,
	`search_text` text NOT NULL,
	`stars_sum` integer DEFAULT 0 NOT NULL,
	`review_count` integer DEFAULT 0 NOT NULL,
	`rating` integer DEFAULT 0 NOT NULL,
	`archived_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`category_id`) REFERENCES `categories`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "items_price_check" CHECK("__new_items"."price" >= 0),
	CONSTRAINT "items_old_price_check" CHECK("__new_items"."old_price" >= 0),
	CONSTRAINT "items_stars_sum_check" CHECK("__new_items"."stars_sum" >= 0),
	CONSTRAINT "items_review_count_check" CHECK("__new_items"."review_count" >= 0),
	CONSTRAINT "items_months_check" CHECK("__new_items"."months" >= 1),
	CONSTRAINT "items_version_check" CHECK("__new_items"."version" >= 1),
	CONSTRAINT "items_rating_check" CHECK("__new_items"."rating" between 0 and 500)
);
--> statement-breakpoint
INSERT INTO `__new_items`("id", "category_id", "name", "sort_name", "months", "price", "old_price", "short_description", "description", "logo_link", "banner_link", "account_type", "features", "search_text", "stars_sum", "review_count", "rating", "archived_at", "created_at", "updated_at", "version") SELECT "id", "category_id", "name", "sort_name", "months", "price", "old_price", "short_description", "description", "logo_link", "banner_link", "account_type", "features", "search_text", "stars_sum", "review_count", "rating", "archived_at", "created_at", "updated_at", 1 FROM `items`;--> statement-breakpoint
DROP TABLE `items`;--> statement-breakpoint
ALTER TABLE `__new_items` RENAME TO `items`;--> statement-breakpoint
CREATE INDEX `items_by_name` ON `items` (`sort_name`,`id`);--> statement-breakpoint
CREATE INDEX `items_by_price` ON `items` (`price`,`id`);--> statement-breakpoint
CREATE INDEX `items_by_rating` ON `items` (`rating`,`id`);--> statement-breakpoint
CREATE INDEX `items_by_age` ON `items` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `items_by_category` ON `items` (`category_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `__new_coupons` (
	`id` text PRIMARY KEY NOT NULL,
	`code` text NOT NULL,
	`type` text NOT NULL,
	`amount` integer NOT NULL,
	`item_id` text,
	`category_id` text,
	`expires_at` integer,
	`uses_limit` integer,
	`uses_per_customer` integer,
	`uses` integer DEFAULT 0 NOT NULL,
	`archived_at` integer,
	`created_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`item_id`) REFERENCES `items`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`category_id`) REFERENCES `categories`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "coupons_type_check" CHECK("__new_coupons"."type" = 'Percentage' or "__new_coupons"."type" = 'Fixed'),
	CONSTRAINT "coupons_amount_check" CHECK("__new_coupons"."amount" >= 0),
	CONSTRAINT "coupons_uses_check" CHECK("__new_coupons"."uses" >= 0),
	CONSTRAINT "coupons_uses_limit_check" CHECK("__new_coupons"."uses_limit" >= 1),
	CONSTRAINT "coupons_uses_per_customer_check" CHECK("__new_coupons"."uses_per_customer" >= 1),
	CONSTRAINT "coupons_version_check" CHECK("__new_coupons"."version" >= 1)
);
--> statement-breakpoint
INSERT INTO `__new_coupons`("id", "code", "type", "amount", "item_id", "category_id", "expires_at", "uses_limit", "uses_per_customer", "uses", "archived_at", "created_at", "version") SELECT "id", "code", "type", "amount", "item_id", "category_id", "expires_at", "uses_limit", "uses_per_customer", "uses", "archived_at", "created_at", 1 FROM `coupons`;--> statement-breakpoint
DROP TABLE `coupons`;--> statement-breakpoint
ALTER TABLE `__new_coupons` RENAME TO `coupons`;--> statement-breakpoint
CREATE UNIQUE INDEX `coupons_code_unique` ON `coupons` (`code`);--> statement-breakpoint
CREATE TABLE `__new_saved_replies` (
	`id` text PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`text` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	CONSTRAINT "saved_replies_version_check" CHECK("__new_saved_replies"."version" >= 1)
);
--> statement-breakpoint
INSERT INTO `__new_saved_replies`("id", "title", "text", "created_at", "updated_at", "version") SELECT "id", "title", "text", "created_at", "updated_at", 1 FROM `saved_replies`;--> statement-breakpoint
DROP TABLE `saved_replies`;--> statement-breakpoint
ALTER TABLE `__new_saved_replies` RENAME TO `saved_replies`;--> statement-breakpoint
CREATE UNIQUE INDEX `saved_replies_title_unique` ON `saved_replies` (`title`);--> statement-breakpoint
CREATE TABLE `__new_mail_links` (
	`hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`purpose` text NOT NULL,
	`email` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "mail_links_purpose_check" CHECK("__new_mail_links"."purpose" = 'reset' or "__new_mail_links"."purpose" = 'email')
);
--> statement-breakpoint
INSERT INTO `__new_mail_links`("hash", "user_id", "purpose", "email", "created_at", "expires_at", "used_at") SELECT "hash", "user_id", "purpose", "email", "created_at", "expires_at", "used_at" FROM `mail_links`;--> statement-breakpoint
DROP TABLE `mail_links`;--> statement-breakpoint
ALTER TABLE `__new_mail_links` RENAME TO `mail_links`;--> statement-breakpoint
CREATE INDEX `mail_links_by_user` ON `mail_links` (`user_id`);--> statement-breakpoint
CREATE TABLE `__new_second_factors` (
	`user_id` text PRIMARY KEY NOT NULL,
	`secret` text NOT NULL,
	`confirmed_at` integer,
	`last_step` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "second_factors_last_step_check" CHECK("__new_second_factors"."last_step" >= 0)
);
--> statement-breakpoint
INSERT INTO `__new_second_factors`("user_id", "secret", "confirmed_at", "last_step", "created_at") SELECT "user_id", "secret", "confirmed_at", "last_step", "created_at" FROM `second_factors`;--> statement-breakpoint
DROP TABLE `second_factors`;--> statement-breakpoint
ALTER TABLE `__new_second_factors` RENAME TO `second_factors`;--> statement-breakpoint
CREATE TABLE `__new_sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`user_agent` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`ended_at` integer,
	`end_reason` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "sessions_end_reason_check" CHECK("__new_sessions"."end_reason" = 'logout' or "__new_sessions"."end_reason" = 'password' or "__new_sessions"."end_reason" = 'reuse' or "__new_sessions"."end_reason" = 'role' or "__new_sessions"."end_reason" = 'staff')
);
--> statement-breakpoint
INSERT INTO `__new_sessions`("id", "user_id", "user_agent", "created_at", "expires_at", "ended_at", "end_reason") SELECT "id", "user_id", "user_agent", "created_at", "expires_at", "ended_at", "end_reason" FROM `sessions`;--> statement-breakpoint
DROP TABLE `sessions`;--> statement-breakpoint
ALTER TABLE `__new_sessions` RENAME TO `sessions`;--> statement-breakpoint
CREATE INDEX `sessions_by_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE INDEX `sessions_by_expiry` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `__new_users` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`password_hash` text NOT NULL,
	`first_name` text NOT NULL,
	`last_name` text NOT NULL,
	`phone` text DEFAULT '' NOT NULL,
	`points` integer DEFAULT 0 NOT NULL,
	`currency` text DEFAULT 'USD' NOT NULL,
	`dark_mode` integer DEFAULT false NOT NULL,
	`is_admin` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	CONSTRAINT "users_currency_check" CHECK("__new_users"."currency" = 'USD' or "__new_users"."currency" = 'INR' or "__new_users"."currency" = 'LKR')
);
--> statement-breakpoint
INSERT INTO `__new_users`("id", "email", "password_hash", "first_name", "last_name", "phone", "points", "currency", "dark_mode", "is_admin", "created_at", "updated_at") SELECT "id", "email", "password_hash", "first_name", "last_name", "phone", "points", "currency", "dark_mode", "is_admin", "created_at", "updated_at" FROM `users`;--> statement-breakpoint
DROP TABLE `users`;--> statement-breakpoint
ALTER TABLE `__new_users` RENAME TO `users`;--> statement-breakpoint
CREATE UNIQUE INDEX `users_email_unique` ON `users` (`email`);--> statement-breakpoint
CREATE INDEX `users_by_age` ON `users` (`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `__new_cart_lines` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`item_id` text NOT NULL,
	`count` integer NOT NULL,
	`price_when_added` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`item_id`) REFERENCES `items`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "cart_lines_count_check" CHECK("__new_cart_lines"."count" >= 1),
	CONSTRAINT "cart_lines_price_when_added_check" CHECK("__new_cart_lines"."price_when_added" >= 0)
);
--> statement-breakpoint
INSERT INTO `__new_cart_lines`("id", "user_id", "item_id", "count", "price_when_added", "created_at") SELECT "id", "user_id", "item_id", "count", "price_when_added", "created_at" FROM `cart_lines`;--> statement-breakpoint
DROP TABLE `cart_lines`;--> statement-breakpoint
ALTER TABLE `__new_cart_lines` RENAME TO `cart_lines`;--> statement-breakpoint
CREATE UNIQUE INDEX `one_line_an_item` ON `cart_lines` (`user_id`,`item_id`);--> statement-breakpoint
CREATE TABLE `__new_activity` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`type` text NOT NULL,
	`description` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "activity_type_check" CHECK("__new_activity"."type" = 'purchase' or "__new_activity"."type" = 'login' or "__new_activity"."type" = 'profile_update')
);
--> statement-breakpoint
INSERT INTO `__new_activity`("id", "user_id", "type", "description", "created_at") SELECT "id", "user_id", "type", "description", "created_at" FROM `activity`;--> statement-breakpoint
DROP TABLE `activity`;--> statement-breakpoint
ALTER TABLE `__new_activity` RENAME TO `activity`;--> statement-breakpoint
CREATE INDEX `activity_by_user` ON `activity` (`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `__new_notifications` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`type` text DEFAULT 'info' NOT NULL,
	`message` text NOT NULL,
	`link` text,
	`read` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "notifications_type_check" CHECK("__new_notifications"."type" = 'success' or "__new_notifications"."type" = 'error' or "__new_notifications"."type" = 'warning' or "__new_notifications"."type" = 'info')
);
--> statement-breakpoint
INSERT INTO `__new_notifications`("id", "user_id", "type", "message", "link", "read", "created_at") SELECT "id", "user_id", "type", "message", "link", "read", "created_at" FROM `notifications`;--> statement-breakpoint
DROP TABLE `notifications`;--> statement-breakpoint
ALTER TABLE `__new_notifications` RENAME TO `notifications`;--> statement-breakpoint
CREATE INDEX `notifications_by_user` ON `notifications` (`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `notifications_unread` ON `notifications` (`user_id`,`read`);--> statement-breakpoint
CREATE TABLE `__new_order_events` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`seq` integer NOT NULL,
	`what` text NOT NULL,
	`who` text NOT NULL,
	`actor_id` text,
	`name` text DEFAULT '' NOT NULL,
	`note` text DEFAULT '' NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`actor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "order_events_what_check" CHECK("__new_order_events"."what" = 'created' or "__new_order_events"."what" = 'coupon' or "__new_order_events"."what" = 'cancelled' or "__new_order_events"."what" = 'paid' or "__new_order_events"."what" = 'verified' or "__new_order_events"."what" = 'rejected' or "__new_order_events"."what" = 'completed' or "__new_order_events"."what" = 'refunded' or "__new_order_events"."what" = 'expired' or "__new_order_events"."what" = 'claimed' or "__new_order_events"."what" = 'released'),
	CONSTRAINT "order_events_who_check" CHECK("__new_order_events"."who" = 'customer' or "__new_order_events"."who" = 'staff' or "__new_order_events"."who" = 'store'),
	CONSTRAINT "order_events_seq_check" CHECK("__new_order_events"."seq" >= 1)
);
--> statement-breakpoint
INSERT INTO `__new_order_events`("id", "order_id", "seq", "what", "who", "actor_id", "name", "note", "at") SELECT "id", "order_id", "seq", "what", "who", "actor_id", "name", "note", "at" FROM `order_events`;--> statement-breakpoint
DROP TABLE `order_events`;--> statement-breakpoint
ALTER TABLE `__new_order_events` RENAME TO `order_events`;--> statement-breakpoint
CREATE UNIQUE INDEX `order_events_in_order` ON `order_events` (`order_id`,`seq`);--> statement-breakpoint
CREATE TABLE `__new_order_lines` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`position` integer NOT NULL,
	`item_id` text NOT NULL,
	`category_id` text NOT NULL,
	`name` text NOT NULL,
	`months` integer NOT NULL,
	`price` integer NOT NULL,
	`old_price` integer,
	`quantity` integer NOT NULL,
	`logo_link` text NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`item_id`) REFERENCES `items`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "order_lines_position_check" CHECK("__new_order_lines"."position" >= 0),
	CONSTRAINT "order_lines_price_check" CHECK("__new_order_lines"."price" >= 0),
	CONSTRAINT "order_lines_old_price_check" CHECK("__new_order_lines"."old_price" >= 0),
	CONSTRAINT "order_lines_months_check" CHECK("__new_order_lines"."months" >= 1),
	CONSTRAINT "order_lines_quantity_check" CHECK("__new_order_lines"."quantity" >= 1)
);
--> statement-breakpoint
INSERT INTO `__new_order_lines`("id", "order_id", "position", "item_id", "category_id", "name", "months", "price", "old_price", "quantity", "logo_link") SELECT "id", "order_id", "position", "item_id", "category_id", "name", "months", "price", "old_price", "quantity", "logo_link" FROM `order_lines`;--> statement-breakpoint
DROP TABLE `order_lines`;--> statement-breakpoint
ALTER TABLE `__new_order_lines` RENAME TO `order_lines`;--> statement-breakpoint
CREATE UNIQUE INDEX `order_lines_in_order` ON `order_lines` (`order_id`,`position`);--> statement-breakpoint
CREATE INDEX `order_lines_by_item` ON `order_lines` (`item_id`);--> statement-breakpoint
CREATE INDEX `order_lines_by_logo` ON `order_lines` (`logo_link`);--> statement-breakpoint
CREATE TABLE `__new_orders` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`payment_status` text NOT NULL,
	`order_status` text NOT NULL,
	`payment_method` text NOT NULL,
	`subtotal` integer NOT NULL,
	`fees` integer DEFAULT 0 NOT NULL,
	`discount` integer DEFAULT 0 NOT NULL,
	`total` integer NOT NULL,
	`coupon_id` text,
	`coupon_code` text,
	`reference` text,
	`reference_reused` integer DEFAULT false NOT NULL,
	`verified_hash` text,
	`claimed_by` text,
	`claimed_at` integer,
	`claim_until` integer,
	`delivery_note` text,
	`delivery_opened_at` integer,
	`expires_at` integer NOT NULL,
	`warned_at` integer,
	`paid_at` integer,
	`verified_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`coupon_id`) REFERENCES `coupons`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`claimed_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "orders_payment_status_check" CHECK("__new_orders"."payment_status" = 'pending' or "__new_orders"."payment_status" = 'paid' or "__new_orders"."payment_status" = 'verified' or "__new_orders"."payment_status" = 'failed' or "__new_orders"."payment_status" = 'cancelled' or "__new_orders"."payment_status" = 'refunded'),
	CONSTRAINT "orders_order_status_check" CHECK("__new_orders"."order_status" = 'pending' or "__new_orders"."order_status" = 'processing' or "__new_orders"."order_status" = 'completed' or "__new_orders"."order_status" = 'failed'),
	CONSTRAINT "orders_payment_method_check" CHECK("__new_orders"."payment_method" = 'binance' or "__new_orders"."payment_method" = 'crypto' or "__new_orders"."payment_method" = 'bank'),
	CONSTRAINT "orders_subtotal_check" CHECK("__new_orders"."subtotal" >= 0),
	CONSTRAINT "orders_fees_check" CHECK("__new_orders"."fees" >= 0),
	CONSTRAINT "orders_discount_check" CHECK("__new_orders"."discount" >= 0),
	CONSTRAINT "orders_total_check" CHECK("__new_orders"."total" >= 0),
	CONSTRAINT "orders_claim_check" CHECK(("__new_orders"."claimed_at" is null) = ("__new_orders"."claimed_by" is null) and ("__new_orders"."claim_until" is null) = ("__new_orders"."claimed_by" is null))
);
--> statement-breakpoint
INSERT INTO `__new_orders`("id", "user_id", "payment_status", "order_status", "payment_method", "subtotal", "fees", "discount", "total", "coupon_id", "coupon_code", "reference", "reference_reused", "verified_hash", "claimed_by", "claimed_at", "claim_until", "delivery_note", "delivery_opened_at", "expires_at", "warned_at", "paid_at", "verified_at", "created_at", "updated_at") SELECT "id", "user_id", "payment_status", "order_status", "payment_method", "subtotal", "fees", "discount", "total", "coupon_id", "coupon_code", "reference", "reference_reused", "verified_hash", "claimed_by", "claimed_at", "claim_until", "delivery_note", "delivery_opened_at", "expires_at", "warned_at", "paid_at", "verified_at", "created_at", "updated_at" FROM `orders`;--> statement-breakpoint
DROP TABLE `orders`;--> statement-breakpoint
ALTER TABLE `__new_orders` RENAME TO `orders`;--> statement-breakpoint
CREATE INDEX `orders_by_user` ON `orders` (`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `orders_by_age` ON `orders` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `orders_by_payment` ON `orders` (`payment_status`,`paid_at`,`id`);--> statement-breakpoint
CREATE INDEX `orders_by_status` ON `orders` (`order_status`,`created_at`);--> statement-breakpoint
CREATE INDEX `orders_by_reference` ON `orders` (`reference`) WHERE "orders"."reference" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `orders_by_verified_hash` ON `orders` (`verified_hash`) WHERE "orders"."verified_hash" is not null;--> statement-breakpoint
CREATE INDEX `orders_by_expiry` ON `orders` (`payment_status`,`expires_at`);--> statement-breakpoint
CREATE INDEX `orders_by_claim` ON `orders` (`claim_until`) WHERE "orders"."claim_until" is not null;--> statement-breakpoint
CREATE INDEX `orders_by_verification` ON `orders` (`payment_method`,`verified_at`) WHERE "orders"."verified_at" is not null;--> statement-breakpoint
CREATE TABLE `__new_points_entries` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`source` text NOT NULL,
	`order_id` text,
	`reversal` integer DEFAULT false NOT NULL,
	`amount` integer NOT NULL,
	`points` integer NOT NULL,
	`note` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "points_entries_source_check" CHECK("__new_points_entries"."source" = 'order' or "__new_points_entries"."source" = 'referral' or "__new_points_entries"."source" = 'adjustment'),
	CONSTRAINT "points_entries_sign_check" CHECK(case
        when "__new_points_entries"."source" = 'adjustment' then "__new_points_entries"."order_id" is null and not "__new_points_entries"."reversal" and "__new_points_entries"."amount" = 0
        when "__new_points_entries"."reversal" then "__new_points_entries"."order_id" is not null and "__new_points_entries"."amount" <= 0 and "__new_points_entries"."points" <= 0
        else "__new_points_entries"."order_id" is not null and "__new_points_entries"."amount" >= 0 and "__new_points_entries"."points" >= 0
      end)
);
--> statement-breakpoint
INSERT INTO `__new_points_entries`("id", "user_id", "source", "order_id", "reversal", "amount", "points", "note", "created_at") SELECT "id", "user_id", "source", "order_id", "reversal", "amount", "points", "note", "created_at" FROM `points_entries`;--> statement-breakpoint
DROP TABLE `points_entries`;--> statement-breakpoint
ALTER TABLE `__new_points_entries` RENAME TO `points_entries`;--> statement-breakpoint
CREATE UNIQUE INDEX `one_award_a_cause` ON `points_entries` (`user_id`,`source`,`order_id`,`reversal`);--> statement-breakpoint
CREATE INDEX `points_by_user` ON `points_entries` (`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `__new_reviews` (
	`id` text PRIMARY KEY NOT NULL,
	`item_id` text NOT NULL,
	`user_id` text NOT NULL,
	`stars` integer NOT NULL,
	`description` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`item_id`) REFERENCES `items`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "reviews_stars_check" CHECK("__new_reviews"."stars" between 1 and 5)
);
--> statement-breakpoint
INSERT INTO `__new_reviews`("id", "item_id", "user_id", "stars", "description", "created_at", "updated_at") SELECT "id", "item_id", "user_id", "stars", "description", "created_at", "updated_at" FROM `reviews`;--> statement-breakpoint
DROP TABLE `reviews`;--> statement-breakpoint
ALTER TABLE `__new_reviews` RENAME TO `reviews`;--> statement-breakpoint
CREATE UNIQUE INDEX `one_review_a_person` ON `reviews` (`item_id`,`user_id`);--> statement-breakpoint
CREATE INDEX `reviews_by_item` ON `reviews` (`item_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `reviews_by_user` ON `reviews` (`user_id`);--> statement-breakpoint
CREATE INDEX `reviews_by_age` ON `reviews` (`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `__new_audit` (
	`seq` integer PRIMARY KEY NOT NULL,
	`actor_id` text NOT NULL,
	`action` text NOT NULL,
	`subject` text NOT NULL,
	`subject_id` text NOT NULL,
	`before` text,
	`after` text,
	`at` integer NOT NULL,
	`previous_hash` text NOT NULL,
	`hash` text NOT NULL,
	FOREIGN KEY (`actor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "audit_subject_check" CHECK("__new_audit"."subject" = 'order' or "__new_audit"."subject" = 'item' or "__new_audit"."subject" = 'category' or "__new_audit"."subject" = 'coupon' or "__new_audit"."subject" = 'review' or "__new_audit"."subject" = 'customer' or "__new_audit"."subject" = 'support' or "__new_audit"."subject" = 'reply' or "__new_audit"."subject" = 'staff' or "__new_audit"."subject" = 'picture')
);
--> statement-breakpoint
INSERT INTO `__new_audit`("seq", "actor_id", "action", "subject", "subject_id", "before", "after", "at", "previous_hash", "hash") SELECT "seq", "actor_id", "action", "subject", "subject_id", "before", "after", "at", "previous_hash", "hash" FROM `audit`;--> statement-breakpoint
DROP TABLE `audit`;--> statement-breakpoint
ALTER TABLE `__new_audit` RENAME TO `audit`;--> statement-breakpoint
CREATE INDEX `audit_by_subject` ON `audit` (`subject`,`subject_id`);--> statement-breakpoint
CREATE INDEX `audit_by_actor` ON `audit` (`actor_id`,`seq`);--> statement-breakpoint
CREATE TABLE `__new_support_conversations` (
	`user_id` text PRIMARY KEY NOT NULL,
	`status` text DEFAULT 'open' NOT NULL,
	`assignee_id` text,
	`last_seq` integer DEFAULT 0 NOT NULL,
	`last_message_at` integer,
	`waiting_since` integer,
	`customer_unread` integer DEFAULT 0 NOT NULL,
	`staff_unread` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`assignee_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "support_conversations_status_check" CHECK("__new_support_conversations"."status" = 'open' or "__new_support_conversations"."status" = 'waiting' or "__new_support_conversations"."status" = 'resolved'),
	CONSTRAINT "support_conversations_last_seq_check" CHECK("__new_support_conversations"."last_seq" >= 0),
	CONSTRAINT "support_conversations_customer_unread_check" CHECK("__new_support_conversations"."customer_unread" >= 0),
	CONSTRAINT "support_conversations_staff_unread_check" CHECK("__new_support_conversations"."staff_unread" >= 0)
);
--> statement-breakpoint
INSERT INTO `__new_support_conversations`("user_id", "status", "assignee_id", "last_seq", "last_message_at", "waiting_since", "customer_unread", "staff_unread", "created_at") SELECT "user_id", "status", "assignee_id", "last_seq", "last_message_at", "waiting_since", "customer_unread", "staff_unread", "created_at" FROM `support_conversations`;--> statement-breakpoint
DROP TABLE `support_conversations`;--> statement-breakpoint
ALTER TABLE `__new_support_conversations` RENAME TO `support_conversations`;--> statement-breakpoint
CREATE INDEX `conversations_by_wait` ON `support_conversations` (`status`,`waiting_since`);--> statement-breakpoint
CREATE INDEX `conversations_by_assignee` ON `support_conversations` (`assignee_id`);--> statement-breakpoint
CREATE TABLE `__new_support_messages` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`seq` integer NOT NULL,
	`sender_id` text NOT NULL,
	`from_staff` integer NOT NULL,
	`message` text NOT NULL,
	`item_id` text,
	`order_id` text,
	`client_id` text,
	`read` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`sender_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "support_messages_seq_check" CHECK("__new_support_messages"."seq" >= 1)
);
--> statement-breakpoint
INSERT INTO `__new_support_messages`("id", "user_id", "seq", "sender_id", "from_staff", "message", "item_id", "order_id", "client_id", "read", "created_at") SELECT "id", "user_id", "seq", "sender_id", "from_staff", "message", "item_id", "order_id", "client_id", "read", "created_at" FROM `support_messages`;--> statement-breakpoint
DROP TABLE `support_messages`;--> statement-breakpoint
ALTER TABLE `__new_support_messages` RENAME TO `support_messages`;--> statement-breakpoint
CREATE UNIQUE INDEX `messages_in_conversation` ON `support_messages` (`user_id`,`seq`);--> statement-breakpoint
CREATE UNIQUE INDEX `messages_by_client_id` ON `support_messages` (`sender_id`,`client_id`);--> statement-breakpoint
PRAGMA foreign_keys=ON;