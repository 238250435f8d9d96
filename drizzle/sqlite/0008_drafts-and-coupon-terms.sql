DROP INDEX `items_by_category`;--> statement-breakpoint
ALTER TABLE `items` ADD `draft` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `items_drafts` ON `items` (`created_at`,`id`) WHERE "items"."draft";--> statement-breakpoint
CREATE INDEX `items_by_category` ON `items` (`category_id`,`created_at`,`id`,`archived_at`,`draft`);--> statement-breakpoint
DROP INDEX `coupons_by_age`;--> statement-breakpoint
ALTER TABLE `coupons` ADD `starts_at` integer;--> statement-breakpoint
ALTER TABLE `coupons` ADD `min_total` integer;--> statement-breakpoint
ALTER TABLE `coupons` ADD `first_order_only` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `coupons` ADD `batch_size` integer;--> statement-breakpoint
ALTER TABLE `coupons` ADD `batch_id` text REFERENCES coupons(id);--> statement-breakpoint
CREATE INDEX `coupons_by_batch` ON `coupons` (`batch_id`,`id`) WHERE "coupons"."batch_id" is not null;--> statement-breakpoint
CREATE INDEX `coupons_by_age` ON `coupons` (`created_at`,`id`,`archived_at`) WHERE "coupons"."batch_id" is null;--> statement-breakpoint
CREATE INDEX `redemptions_by_age` ON `coupon_redemptions` (`coupon_id`,`created_at`,`order_id`);--> statement-breakpoint
CREATE INDEX `redemptions_by_user` ON `coupon_redemptions` (`user_id`);