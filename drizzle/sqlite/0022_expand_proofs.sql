CREATE TABLE `payment_proofs` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`user_id` text NOT NULL,
	`hash` text NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`size` integer NOT NULL,
	`created_at` integer NOT NULL,
	`bytes` blob NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payment_proofs_width_check" CHECK("payment_proofs"."width" >= 1),
	CONSTRAINT "payment_proofs_height_check" CHECK("payment_proofs"."height" >= 1),
	CONSTRAINT "payment_proofs_size_check" CHECK("payment_proofs"."size" >= 1)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payment_proofs_of_order` ON `payment_proofs` (`order_id`,`hash`);--> statement-breakpoint
CREATE INDEX `payment_proofs_by_age` ON `payment_proofs` (`created_at`,`id`);--> statement-breakpoint
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
	CONSTRAINT "order_events_what_check" CHECK("__new_order_events"."what" = 'created' or "__new_order_events"."what" = 'coupon' or "__new_order_events"."what" = 'cancelled' or "__new_order_events"."what" = 'paid' or "__new_order_events"."what" = 'verified' or "__new_order_events"."what" = 'rejected' or "__new_order_events"."what" = 'completed' or "__new_order_events"."what" = 'redelivered' or "__new_order_events"."what" = 'refunded' or "__new_order_events"."what" = 'part_refunded' or "__new_order_events"."what" = 'expired' or "__new_order_events"."what" = 'payment' or "__new_order_events"."what" = 'proof' or "__new_order_events"."what" = 'proof_requested' or "__new_order_events"."what" = 'reference' or "__new_order_events"."what" = 'reopened' or "__new_order_events"."what" = 'unverified' or "__new_order_events"."what" = 'claimed' or "__new_order_events"."what" = 'released'),
	CONSTRAINT "order_events_who_check" CHECK("__new_order_events"."who" = 'customer' or "__new_order_events"."who" = 'staff' or "__new_order_events"."who" = 'store'),
	CONSTRAINT "order_events_seq_check" CHECK("__new_order_events"."seq" >= 1)
);
--> statement-breakpoint
INSERT INTO `__new_order_events`("id", "order_id", "seq", "what", "who", "actor_id", "name", "note", "at") SELECT "id", "order_id", "seq", "what", "who", "actor_id", "name", "note", "at" FROM `order_events`;--> statement-breakpoint
DROP TABLE `order_events`;--> statement-breakpoint
ALTER TABLE `__new_order_events` RENAME TO `order_events`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE UNIQUE INDEX `order_events_in_order` ON `order_events` (`order_id`,`seq`);--> statement-breakpoint
ALTER TABLE `orders` ADD `proof_requested_at` integer;--> statement-breakpoint
ALTER TABLE `support_messages` ADD `proof_id` text;