DROP INDEX `items_by_popularity`;--> statement-breakpoint
DROP INDEX `items_by_price`;--> statement-breakpoint
DROP INDEX `items_by_category_and_popularity`;--> statement-breakpoint
CREATE INDEX `items_all_by_name` ON `items` (`sort_name`,`id`,`archived_at`,`draft`);--> statement-breakpoint
CREATE INDEX `items_all_by_price` ON `items` (`price`,`id`,`archived_at`,`draft`);--> statement-breakpoint
CREATE INDEX `items_by_change` ON `items` (`updated_at`,`id`,`archived_at`,`draft`);--> statement-breakpoint
CREATE INDEX `items_by_popularity` ON `items` (`popularity`,`id`,`price`,`months`,`rating`,`archived_at`) WHERE "items"."archived_at" is null;--> statement-breakpoint
CREATE INDEX `items_by_price` ON `items` (`price`,`id`,`months`,`rating`,`archived_at`) WHERE "items"."archived_at" is null;--> statement-breakpoint
CREATE INDEX `items_by_category_and_popularity` ON `items` (`category_id`,`category_popularity`,`id`,`price`,`months`,`rating`,`archived_at`) WHERE "items"."archived_at" is null;--> statement-breakpoint
CREATE INDEX `users_by_name` ON `users` (`search_text`,`id`);--> statement-breakpoint
CREATE INDEX `orders_by_coupon` ON `orders` (`coupon_id`) WHERE "orders"."coupon_id" is not null;--> statement-breakpoint
CREATE INDEX `reviews_by_stars_and_id` ON `reviews` (`stars`,`id`);