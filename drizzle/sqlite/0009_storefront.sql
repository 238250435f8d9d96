CREATE TABLE `storefront` (
	`id` integer PRIMARY KEY NOT NULL,
	`version` integer DEFAULT 0 NOT NULL,
	`figures` text,
	`refreshed_at` integer
);
--> statement-breakpoint
DROP INDEX `items_by_name`;--> statement-breakpoint
DROP INDEX `items_by_price`;--> statement-breakpoint
DROP INDEX `items_by_rating`;--> statement-breakpoint
DROP INDEX `items_by_age_on_sale`;--> statement-breakpoint
DROP INDEX `items_by_category_and_name`;--> statement-breakpoint
DROP INDEX `items_by_category_and_price`;--> statement-breakpoint
DROP INDEX `items_by_category_and_rating`;--> statement-breakpoint
DROP INDEX `items_by_category_on_sale`;--> statement-breakpoint
ALTER TABLE `items` ADD `brand` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `items` ADD `fair_rating` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `items` ADD `popularity` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `items` ADD `category_popularity` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `items_by_popularity` ON `items` (`popularity`,`id`,`price`,`months`,`rating`) WHERE "items"."archived_at" is null;--> statement-breakpoint
CREATE INDEX `items_by_category_and_popularity` ON `items` (`category_id`,`category_popularity`,`id`,`price`,`months`,`rating`) WHERE "items"."archived_at" is null;--> statement-breakpoint
CREATE INDEX `items_by_brand` ON `items` (`brand`,`popularity`,`id`) WHERE "items"."archived_at" is null;--> statement-breakpoint
CREATE INDEX `items_by_name` ON `items` (`sort_name`,`id`,`price`,`months`,`rating`) WHERE "items"."archived_at" is null;--> statement-breakpoint
CREATE INDEX `items_by_price` ON `items` (`price`,`id`,`months`,`rating`) WHERE "items"."archived_at" is null;--> statement-breakpoint
CREATE INDEX `items_by_rating` ON `items` (`fair_rating`,`id`,`price`,`months`,`rating`) WHERE "items"."archived_at" is null;--> statement-breakpoint
CREATE INDEX `items_by_age_on_sale` ON `items` (`created_at`,`id`,`price`,`months`,`rating`) WHERE "items"."archived_at" is null;--> statement-breakpoint
CREATE INDEX `items_by_category_and_name` ON `items` (`category_id`,`sort_name`,`id`,`price`,`months`,`rating`) WHERE "items"."archived_at" is null;--> statement-breakpoint
CREATE INDEX `items_by_category_and_price` ON `items` (`category_id`,`price`,`id`,`months`,`rating`) WHERE "items"."archived_at" is null;--> statement-breakpoint
CREATE INDEX `items_by_category_and_rating` ON `items` (`category_id`,`fair_rating`,`id`,`price`,`months`,`rating`) WHERE "items"."archived_at" is null;--> statement-breakpoint
CREATE INDEX `items_by_category_on_sale` ON `items` (`category_id`,`created_at`,`id`,`price`,`months`,`rating`) WHERE "items"."archived_at" is null;