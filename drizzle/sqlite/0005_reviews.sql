CREATE TABLE `order_days` (
	`day` integer NOT NULL,
	`payment_method` text NOT NULL,
	`paid` integer DEFAULT 0 NOT NULL,
	`verified` integer DEFAULT 0 NOT NULL,
	`failed` integer DEFAULT 0 NOT NULL,
	`cancelled` integer DEFAULT 0 NOT NULL,
	`refunded` integer DEFAULT 0 NOT NULL,
	`revenue` integer DEFAULT 0 NOT NULL,
	`checks` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`day`, `payment_method`),
	CONSTRAINT "order_days_payment_method_check" CHECK("order_days"."payment_method" = 'binance' or "order_days"."payment_method" = 'crypto' or "order_days"."payment_method" = 'bank')
);
--> statement-breakpoint
CREATE TABLE `email_preferences` (
	`user_id` text PRIMARY KEY NOT NULL,
	`reminders` integer DEFAULT true NOT NULL,
	`support` integer DEFAULT true NOT NULL,
	`alerts` integer DEFAULT true NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`dedupe` text,
	`user_id` text,
	`recipient` text NOT NULL,
	`payload` text NOT NULL,
	`priority` integer NOT NULL,
	`state` text NOT NULL,
	`attempts` integer NOT NULL,
	`next_at` integer NOT NULL,
	`locked_until` integer,
	`last_error` text,
	`created_at` integer NOT NULL,
	`sent_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "outbox_state_check" CHECK("outbox"."state" = 'waiting' or "outbox"."state" = 'sent' or "outbox"."state" = 'failed' or "outbox"."state" = 'dropped'),
	CONSTRAINT "outbox_priority_check" CHECK("outbox"."priority" >= 0),
	CONSTRAINT "outbox_attempts_check" CHECK("outbox"."attempts" >= 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_by_dedupe` ON `outbox` (`dedupe`) WHERE "outbox"."dedupe" is not null;--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`priority`,`next_at`) WHERE "outbox"."state" = 'waiting';--> statement-breakpoint
CREATE TABLE `payment_alerts` (
	`staff_id` text NOT NULL,
	`order_id` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`staff_id`, `order_id`),
	FOREIGN KEY (`staff_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `payment_alerts_by_time` ON `payment_alerts` (`staff_id`,`at`);--> statement-breakpoint
CREATE TABLE `removed_reviews` (
	`item_id` text NOT NULL,
	`user_id` text NOT NULL,
	`removed_at` integer NOT NULL,
	PRIMARY KEY(`item_id`, `user_id`),
	FOREIGN KEY (`item_id`) REFERENCES `items`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `removed_reviews_by_user` ON `removed_reviews` (`user_id`);--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
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
	CONSTRAINT "order_events_what_check" CHECK("__new_order_events"."what" = 'created' or "__new_order_events"."what" = 'coupon' or "__new_order_events"."what" = 'cancelled' or "__new_order_events"."what" = 'paid' or "__new_order_events"."what" = 'verified' or "__new_order_events"."what" = 'rejected' or "__new_order_events"."what" = 'completed' or "__new_order_events"."what" = 'redelivered' or "__new_order_events"."what" = 'refunded' or "__new_order_events"."what" = 'expired' or "__new_order_events"."what" = 'claimed' or "__new_order_events"."what" = 'released'),
	CONSTRAINT "order_events_who_check" CHECK("__new_order_events"."who" = 'customer' or "__new_order_events"."who" = 'staff' or "__new_order_events"."who" = 'store'),
	CONSTRAINT "order_events_seq_check" CHECK("__new_order_events"."seq" >= 1)
);
--> statement-breakpoint
INSERT INTO `__new_order_events`("id", "order_id", "seq", "what", "who", "actor_id", "name", "note", "at") SELECT "id", "order_id", "seq", "what", "who", "actor_id", "name", "note", "at" FROM `order_events`;--> statement-breakpoint
DROP TABLE `order_events`;--> statement-breakpoint
ALTER TABLE `__new_order_events` RENAME TO `order_events`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE UNIQUE INDEX `order_events_in_order` ON `order_events` (`order_id`,`seq`);--> statement-breakpoint
DROP INDEX `orders_by_reference`;--> statement-breakpoint
DROP INDEX `orders_by_payment`;--> statement-breakpoint
DROP INDEX `orders_by_status`;--> statement-breakpoint
DROP INDEX `orders_by_expiry`;--> statement-breakpoint
DROP INDEX `orders_by_claim`;--> statement-breakpoint
ALTER TABLE `orders` ADD `list_total` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `orders` ADD `reference_key` text;--> statement-breakpoint
ALTER TABLE `orders` ADD `delivery_changed_at` integer;--> statement-breakpoint
ALTER TABLE `orders` ADD `delivery_reopened_at` integer;--> statement-breakpoint
CREATE INDEX `orders_by_user_and_payment` ON `orders` (`user_id`,`payment_status`,`created_at`,`order_status`,`total`,`list_total`);--> statement-breakpoint
CREATE INDEX `orders_by_user_and_verification` ON `orders` (`user_id`,`verified_at`,`total`) WHERE "orders"."payment_status" = 'verified';--> statement-breakpoint
CREATE INDEX `orders_to_verify` ON `orders` (`payment_status`,`paid_at`,`id`) WHERE "orders"."payment_status" = 'paid';--> statement-breakpoint
CREATE INDEX `orders_by_reference_key` ON `orders` (`reference_key`,`id`) WHERE "orders"."reference" is not null;--> statement-breakpoint
CREATE INDEX `orders_to_deliver` ON `orders` (`order_status`,`payment_status`,`verified_at`,`id`) WHERE "orders"."order_status" = 'processing';--> statement-breakpoint
CREATE INDEX `orders_by_check` ON `orders` (`verified_at`,`paid_at`) WHERE "orders"."verified_at" is not null;--> statement-breakpoint
CREATE INDEX `orders_by_payment` ON `orders` (`payment_status`,`created_at`,`id`,`order_status`,`payment_method`);--> statement-breakpoint
CREATE INDEX `orders_by_status` ON `orders` (`order_status`,`created_at`,`id`,`payment_status`);--> statement-breakpoint
CREATE INDEX `orders_by_expiry` ON `orders` (`payment_status`,`expires_at`,`id`,`warned_at`) WHERE "orders"."payment_status" = 'pending';--> statement-breakpoint
CREATE INDEX `orders_by_claim` ON `orders` (`claim_until`,`id`) WHERE "orders"."claim_until" is not null;--> statement-breakpoint
DROP INDEX `sessions_by_user`;--> statement-breakpoint
CREATE INDEX `sessions_by_user` ON `sessions` (`user_id`,`ended_at`,`created_at`);--> statement-breakpoint
DROP INDEX `items_by_name`;--> statement-breakpoint
DROP INDEX `items_by_price`;--> statement-breakpoint
DROP INDEX `items_by_rating`;--> statement-breakpoint
DROP INDEX `items_by_age`;--> statement-breakpoint
DROP INDEX `items_by_category`;--> statement-breakpoint
CREATE INDEX `items_by_age_on_sale` ON `items` (`created_at`,`id`,`price`) WHERE "items"."archived_at" is null;--> statement-breakpoint
CREATE INDEX `items_by_category_and_name` ON `items` (`category_id`,`sort_name`,`id`,`price`) WHERE "items"."archived_at" is null;--> statement-breakpoint
CREATE INDEX `items_by_category_and_price` ON `items` (`category_id`,`price`,`id`) WHERE "items"."archived_at" is null;--> statement-breakpoint
CREATE INDEX `items_by_category_and_rating` ON `items` (`category_id`,`rating`,`id`,`price`) WHERE "items"."archived_at" is null;--> statement-breakpoint
CREATE INDEX `items_by_category_on_sale` ON `items` (`category_id`,`created_at`,`id`,`price`) WHERE "items"."archived_at" is null;--> statement-breakpoint
CREATE INDEX `items_by_logo` ON `items` (`logo_link`);--> statement-breakpoint
CREATE INDEX `items_by_banner` ON `items` (`banner_link`);--> statement-breakpoint
CREATE INDEX `items_by_name` ON `items` (`sort_name`,`id`,`price`) WHERE "items"."archived_at" is null;--> statement-breakpoint
CREATE INDEX `items_by_price` ON `items` (`price`,`id`) WHERE "items"."archived_at" is null;--> statement-breakpoint
CREATE INDEX `items_by_rating` ON `items` (`rating`,`id`,`price`) WHERE "items"."archived_at" is null;--> statement-breakpoint
CREATE INDEX `items_by_age` ON `items` (`created_at`,`id`,`archived_at`);--> statement-breakpoint
CREATE INDEX `items_by_category` ON `items` (`category_id`,`created_at`,`id`,`archived_at`);--> statement-breakpoint
DROP INDEX `notifications_unread`;--> statement-breakpoint
CREATE INDEX `notifications_unread_by_link` ON `notifications` (`user_id`,`link`,`created_at`,`id`) WHERE not "notifications"."read";--> statement-breakpoint
CREATE INDEX `notifications_unread` ON `notifications` (`user_id`,`created_at`,`id`) WHERE not "notifications"."read";--> statement-breakpoint
DROP INDEX `reviews_by_item`;--> statement-breakpoint
ALTER TABLE `reviews` ADD `search_text` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `reviews_by_stars` ON `reviews` (`stars`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `reviews_by_item` ON `reviews` (`item_id`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `__new_audit` (
	`seq` integer PRIMARY KEY NOT NULL,
	`actor_id` text,
	`action` text NOT NULL,
	`subject` text NOT NULL,
	`subject_id` text NOT NULL,
	`before` text,
	`after` text,
	`at` integer NOT NULL,
	`previous_hash` text NOT NULL,
	`hash` text NOT NULL,
	`search_text` text DEFAULT '' NOT NULL,
	FOREIGN KEY (`actor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "audit_subject_check" CHECK("__new_audit"."subject" = 'order' or "__new_audit"."subject" = 'item' or "__new_audit"."subject" = 'category' or "__new_audit"."subject" = 'coupon' or "__new_audit"."subject" = 'review' or "__new_audit"."subject" = 'customer' or "__new_audit"."subject" = 'support' or "__new_audit"."subject" = 'reply' or "__new_audit"."subject" = 'staff' or "__new_audit"."subject" = 'picture')
);
--> statement-breakpoint
INSERT INTO `__new_audit`("seq", "actor_id", "action", "subject", "subject_id", "before", "after", "at", "previous_hash", "hash") SELECT "seq", "actor_id", "action", "subject", "subject_id", "before", "after", "at", "previous_hash", "hash" FROM `audit`;--> statement-breakpoint
DROP TABLE `audit`;--> statement-breakpoint
ALTER TABLE `__new_audit` RENAME TO `audit`;--> statement-breakpoint
CREATE INDEX `audit_by_subject` ON `audit` (`subject`,`seq`);--> statement-breakpoint
CREATE INDEX `audit_by_subject_id` ON `audit` (`subject`,`subject_id`,`seq`);--> statement-breakpoint
CREATE INDEX `audit_by_actor` ON `audit` (`actor_id`,`seq`);--> statement-breakpoint
CREATE INDEX `audit_by_actor_and_subject` ON `audit` (`actor_id`,`subject`,`seq`);--> statement-breakpoint
CREATE INDEX `audit_by_actor_and_action` ON `audit` (`actor_id`,`action`,`seq`);--> statement-breakpoint
CREATE INDEX `audit_by_action` ON `audit` (`action`,`seq`);--> statement-breakpoint
CREATE INDEX `audit_by_time` ON `audit` (`at`,`seq`);--> statement-breakpoint
DROP INDEX `conversations_by_wait`;--> statement-breakpoint
CREATE INDEX `conversations_by_message` ON `support_conversations` (`status`,`last_message_at`,"user_id" desc,`assignee_id`,`staff_unread`);--> statement-breakpoint
CREATE INDEX `conversations_answered` ON `support_conversations` (`last_message_at`,"user_id" desc,`assignee_id`,`staff_unread`) WHERE "support_conversations"."status" <> 'open';--> statement-breakpoint
CREATE INDEX `conversations_by_wait` ON `support_conversations` (`status`,`waiting_since`,`user_id`,`assignee_id`,`staff_unread`);--> statement-breakpoint
ALTER TABLE `users` ADD `search_text` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `notifications_read_at` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `notifications_read_id` text;--> statement-breakpoint
CREATE INDEX `users_staff` ON `users` (`first_name`,`id`) WHERE "users"."is_admin";--> statement-breakpoint
ALTER TABLE `support_messages` ADD `search_text` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `coupons_by_age` ON `coupons` (`created_at`,`id`,`archived_at`);--> statement-breakpoint
CREATE INDEX `coupons_by_category` ON `coupons` (`category_id`) WHERE "coupons"."category_id" is not null;--> statement-breakpoint
CREATE INDEX `points_by_order` ON `points_entries` (`order_id`) WHERE "points_entries"."order_id" is not null;