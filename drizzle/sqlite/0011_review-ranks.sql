ALTER TABLE `reviews` ADD `rank` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `reviews_by_item_and_rank` ON `reviews` (`item_id`,`rank`,`id`);--> statement-breakpoint
CREATE INDEX `reviews_by_item_and_stars` ON `reviews` (`item_id`,`stars`,`id`);