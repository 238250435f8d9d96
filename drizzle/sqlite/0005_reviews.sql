DROP INDEX `orders_by_reference`;--> statement-breakpoint
ALTER TABLE `orders` ADD `reference_key` text;--> statement-breakpoint
CREATE INDEX `orders_by_reference_key` ON `orders` (`reference_key`,`id`) WHERE "orders"."reference" is not null;--> statement-breakpoint
CREATE INDEX `orders_open_by_user` ON `orders` (`user_id`,`payment_status`) WHERE "orders"."payment_status" = 'pending' or "orders"."payment_status" = 'paid';--> statement-breakpoint
DROP INDEX `sessions_by_user`;--> statement-breakpoint
CREATE INDEX `sessions_by_user` ON `sessions` (`user_id`,`ended_at`,`created_at`);