PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_chain_marks` (
	`network` text PRIMARY KEY NOT NULL,
	`block` integer NOT NULL,
	CONSTRAINT "chain_marks_network_check" CHECK("__new_chain_marks"."network" = 'BASE' or "__new_chain_marks"."network" = 'ARB' or "__new_chain_marks"."network" = 'ERC20' or "__new_chain_marks"."network" = 'BEP20' or "__new_chain_marks"."network" = 'OP' or "__new_chain_marks"."network" = 'MATIC' or "__new_chain_marks"."network" = 'TRC20'),
	CONSTRAINT "chain_marks_block_check" CHECK("__new_chain_marks"."block" >= 0)
);
--> statement-breakpoint
INSERT INTO `__new_chain_marks`("network", "block") SELECT "network", "block" FROM `chain_marks`;--> statement-breakpoint
DROP TABLE `chain_marks`;--> statement-breakpoint
ALTER TABLE `__new_chain_marks` RENAME TO `chain_marks`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE TABLE `__new_chain_transfers` (
	`payment_id` text PRIMARY KEY NOT NULL,
	`network` text NOT NULL,
	`hash` text NOT NULL,
	`ordinal` integer NOT NULL,
	`block` integer NOT NULL,
	`settled_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "chain_transfers_network_check" CHECK("__new_chain_transfers"."network" = 'BASE' or "__new_chain_transfers"."network" = 'ARB' or "__new_chain_transfers"."network" = 'ERC20' or "__new_chain_transfers"."network" = 'BEP20' or "__new_chain_transfers"."network" = 'OP' or "__new_chain_transfers"."network" = 'MATIC' or "__new_chain_transfers"."network" = 'TRC20'),
	CONSTRAINT "chain_transfers_ordinal_check" CHECK("__new_chain_transfers"."ordinal" >= 0),
	CONSTRAINT "chain_transfers_block_check" CHECK("__new_chain_transfers"."block" >= 0)
);
--> statement-breakpoint
INSERT INTO `__new_chain_transfers`("payment_id", "network", "hash", "ordinal", "block", "settled_at", "created_at") SELECT "payment_id", "network", "hash", "ordinal", "block", "settled_at", "created_at" FROM `chain_transfers`;--> statement-breakpoint
DROP TABLE `chain_transfers`;--> statement-breakpoint
ALTER TABLE `__new_chain_transfers` RENAME TO `chain_transfers`;--> statement-breakpoint
CREATE UNIQUE INDEX `chain_transfers_by_hash` ON `chain_transfers` (`hash`,`network`,`ordinal`);--> statement-breakpoint
CREATE INDEX `chain_transfers_to_watch` ON `chain_transfers` (`network`,`created_at`) WHERE "chain_transfers"."settled_at" is null;--> statement-breakpoint
CREATE TABLE `__new_payment_requests` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`method` text NOT NULL,
	`network` text,
	`token` text,
	`address` text NOT NULL,
	`currency` text NOT NULL,
	`decimals` integer NOT NULL,
	`amount` text NOT NULL,
	`cents` integer NOT NULL,
	`rate` integer NOT NULL,
	`created_at` integer NOT NULL,
	`freed_at` integer,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "payment_requests_method_check" CHECK("__new_payment_requests"."method" = 'binance' or "__new_payment_requests"."method" = 'crypto' or "__new_payment_requests"."method" = 'bank'),
	CONSTRAINT "payment_requests_network_check" CHECK("__new_payment_requests"."network" = 'BASE' or "__new_payment_requests"."network" = 'ARB' or "__new_payment_requests"."network" = 'ERC20' or "__new_payment_requests"."network" = 'BEP20' or "__new_payment_requests"."network" = 'OP' or "__new_payment_requests"."network" = 'MATIC' or "__new_payment_requests"."network" = 'TRC20'),
	CONSTRAINT "payment_requests_token_check" CHECK("__new_payment_requests"."token" = 'USDT' or "__new_payment_requests"."token" = 'USDC' or "__new_payment_requests"."token" = 'ETH' or "__new_payment_requests"."token" = 'BNB'),
	CONSTRAINT "payment_requests_currency_check" CHECK("__new_payment_requests"."currency" = 'USD' or "__new_payment_requests"."currency" = 'LKR' or "__new_payment_requests"."currency" = 'INR' or "__new_payment_requests"."currency" = 'USDT' or "__new_payment_requests"."currency" = 'USDC' or "__new_payment_requests"."currency" = 'ETH' or "__new_payment_requests"."currency" = 'BNB' or "__new_payment_requests"."currency" = 'MATIC'),
	CONSTRAINT "payment_requests_decimals_check" CHECK("__new_payment_requests"."decimals" >= 0),
	CONSTRAINT "payment_requests_cents_check" CHECK("__new_payment_requests"."cents" >= 0),
	CONSTRAINT "payment_requests_rate_check" CHECK("__new_payment_requests"."rate" >= 1)
);
--> statement-breakpoint
INSERT INTO `__new_payment_requests`("id", "order_id", "method", "network", "token", "address", "currency", "decimals", "amount", "cents", "rate", "created_at", "freed_at") SELECT "id", "order_id", "method", "network", "token", "address", "currency", "decimals", "amount", "cents", "rate", "created_at", "freed_at" FROM `payment_requests`;--> statement-breakpoint
DROP TABLE `payment_requests`;--> statement-breakpoint
ALTER TABLE `__new_payment_requests` RENAME TO `payment_requests`;--> statement-breakpoint
CREATE INDEX `payment_requests_by_order` ON `payment_requests` (`order_id`,`created_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `payment_requests_own_amount` ON `payment_requests` (`network`,`token`,`address`,`amount`) WHERE "payment_requests"."freed_at" is null;--> statement-breakpoint
CREATE INDEX `payment_requests_by_total` ON `payment_requests` (`network`,`token`,`address`,`cents`,`amount`) WHERE "payment_requests"."freed_at" is null;