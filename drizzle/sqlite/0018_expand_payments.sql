CREATE TABLE `payment_requests` (
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
	CONSTRAINT "payment_requests_method_check" CHECK("payment_requests"."method" = 'binance' or "payment_requests"."method" = 'crypto' or "payment_requests"."method" = 'bank'),
	CONSTRAINT "payment_requests_network_check" CHECK("payment_requests"."network" = 'BASE' or "payment_requests"."network" = 'ARB' or "payment_requests"."network" = 'ERC20' or "payment_requests"."network" = 'BEP20' or "payment_requests"."network" = 'OP' or "payment_requests"."network" = 'MATIC'),
	CONSTRAINT "payment_requests_token_check" CHECK("payment_requests"."token" = 'USDT' or "payment_requests"."token" = 'USDC' or "payment_requests"."token" = 'ETH' or "payment_requests"."token" = 'BNB'),
	CONSTRAINT "payment_requests_currency_check" CHECK("payment_requests"."currency" = 'USD' or "payment_requests"."currency" = 'LKR' or "payment_requests"."currency" = 'INR' or "payment_requests"."currency" = 'USDT' or "payment_requests"."currency" = 'USDC' or "payment_requests"."currency" = 'ETH' or "payment_requests"."currency" = 'BNB' or "payment_requests"."currency" = 'MATIC'),
	CONSTRAINT "payment_requests_decimals_check" CHECK("payment_requests"."decimals" >= 0),
	CONSTRAINT "payment_requests_cents_check" CHECK("payment_requests"."cents" >= 0),
	CONSTRAINT "payment_requests_rate_check" CHECK("payment_requests"."rate" >= 1)
);
--> statement-breakpoint
CREATE INDEX `payment_requests_by_order` ON `payment_requests` (`order_id`,`created_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `payment_requests_own_amount` ON `payment_requests` (`network`,`token`,`address`,`amount`) WHERE "payment_requests"."freed_at" is null;--> statement-breakpoint
CREATE INDEX `payment_requests_by_total` ON `payment_requests` (`network`,`token`,`address`,`cents`,`amount`) WHERE "payment_requests"."freed_at" is null;--> statement-breakpoint
CREATE TABLE `payments` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text,
	`source` text NOT NULL,
	`source_id` text NOT NULL,
	`currency` text NOT NULL,
	`decimals` integer NOT NULL,
	`amount` text NOT NULL,
	`worth` integer NOT NULL,
	`cents` integer NOT NULL,
	`payer` text DEFAULT '' NOT NULL,
	`text` text DEFAULT '' NOT NULL,
	`note` text DEFAULT '' NOT NULL,
	`refund_reference` text,
	`happened_at` integer NOT NULL,
	`state` text NOT NULL,
	`matched_by` text,
	`matched_at` integer,
	`matched_by_id` text,
	`search_text` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`matched_by_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payments_source_check" CHECK("payments"."source" = 'bank' or "payments"."source" = 'chain' or "payments"."source" = 'binance' or "payments"."source" = 'manual'),
	CONSTRAINT "payments_currency_check" CHECK("payments"."currency" = 'USD' or "payments"."currency" = 'LKR' or "payments"."currency" = 'INR' or "payments"."currency" = 'USDT' or "payments"."currency" = 'USDC' or "payments"."currency" = 'ETH' or "payments"."currency" = 'BNB' or "payments"."currency" = 'MATIC'),
	CONSTRAINT "payments_state_check" CHECK("payments"."state" = 'seen' or "payments"."state" = 'confirming' or "payments"."state" = 'final' or "payments"."state" = 'gone' or "payments"."state" = 'dismissed'),
	CONSTRAINT "payments_matched_by_check" CHECK("payments"."matched_by" = 'hash' or "payments"."matched_by" = 'amount' or "payments"."matched_by" = 'reference' or "payments"."matched_by" = 'name' or "payments"."matched_by" = 'staff'),
	CONSTRAINT "payments_decimals_check" CHECK("payments"."decimals" >= 0),
	CONSTRAINT "payments_worth_check" CHECK("payments"."worth" >= 0),
	CONSTRAINT "payments_cents_check" CHECK("payments"."cents" >= 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payments_by_source` ON `payments` (`source`,`source_id`);--> statement-breakpoint
CREATE INDEX `payments_by_order` ON `payments` (`order_id`,`matched_at`,`id`) WHERE "payments"."order_id" is not null;--> statement-breakpoint
CREATE INDEX `payments_by_age` ON `payments` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `payments_unassigned` ON `payments` (`created_at`,`id`) WHERE "payments"."order_id" is null and "payments"."state" <> 'dismissed' and "payments"."state" <> 'gone';--> statement-breakpoint
CREATE INDEX `payments_dismissed` ON `payments` (`created_at`,`id`) WHERE "payments"."state" = 'dismissed';--> statement-breakpoint
CREATE TABLE `refunds` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`cents` integer NOT NULL,
	`reason` text NOT NULL,
	`reference` text,
	`staff_id` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`staff_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "refunds_cents_check" CHECK("refunds"."cents" >= 1)
);
--> statement-breakpoint
CREATE INDEX `refunds_by_order` ON `refunds` (`order_id`,`created_at`);--> statement-breakpoint
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
	CONSTRAINT "order_events_what_check" CHECK("__new_order_events"."what" = 'created' or "__new_order_events"."what" = 'coupon' or "__new_order_events"."what" = 'cancelled' or "__new_order_events"."what" = 'paid' or "__new_order_events"."what" = 'verified' or "__new_order_events"."what" = 'rejected' or "__new_order_events"."what" = 'completed' or "__new_order_events"."what" = 'redelivered' or "__new_order_events"."what" = 'refunded' or "__new_order_events"."what" = 'part_refunded' or "__new_order_events"."what" = 'expired' or "__new_order_events"."what" = 'payment' or "__new_order_events"."what" = 'reopened' or "__new_order_events"."what" = 'unverified' or "__new_order_events"."what" = 'claimed' or "__new_order_events"."what" = 'released'),
	CONSTRAINT "order_events_who_check" CHECK("__new_order_events"."who" = 'customer' or "__new_order_events"."who" = 'staff' or "__new_order_events"."who" = 'store'),
	CONSTRAINT "order_events_seq_check" CHECK("__new_order_events"."seq" >= 1)
);
--> statement-breakpoint
INSERT INTO `__new_order_events`("id", "order_id", "seq", "what", "who", "actor_id", "name", "note", "at") SELECT "id", "order_id", "seq", "what", "who", "actor_id", "name", "note", "at" FROM `order_events`;--> statement-breakpoint
DROP TABLE `order_events`;--> statement-breakpoint
ALTER TABLE `__new_order_events` RENAME TO `order_events`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE UNIQUE INDEX `order_events_in_order` ON `order_events` (`order_id`,`seq`);--> statement-breakpoint
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
	CONSTRAINT "audit_subject_check" CHECK("__new_audit"."subject" = 'order' or "__new_audit"."subject" = 'payment' or "__new_audit"."subject" = 'item' or "__new_audit"."subject" = 'category' or "__new_audit"."subject" = 'coupon' or "__new_audit"."subject" = 'review' or "__new_audit"."subject" = 'customer' or "__new_audit"."subject" = 'support' or "__new_audit"."subject" = 'reply' or "__new_audit"."subject" = 'staff' or "__new_audit"."subject" = 'picture')
);
--> statement-breakpoint
INSERT INTO `__new_audit`("seq", "actor_id", "action", "subject", "subject_id", "before", "after", "at", "previous_hash", "hash", "search_text") SELECT "seq", "actor_id", "action", "subject", "subject_id", "before", "after", "at", "previous_hash", "hash", "search_text" FROM `audit`;--> statement-breakpoint
DROP TABLE `audit`;--> statement-breakpoint
ALTER TABLE `__new_audit` RENAME TO `audit`;--> statement-breakpoint
CREATE INDEX `audit_by_subject` ON `audit` (`subject`,`seq`);--> statement-breakpoint
CREATE INDEX `audit_by_subject_id` ON `audit` (`subject`,`subject_id`,`seq`);--> statement-breakpoint
CREATE INDEX `audit_by_actor` ON `audit` (`actor_id`,`seq`);--> statement-breakpoint
CREATE INDEX `audit_by_actor_and_subject` ON `audit` (`actor_id`,`subject`,`seq`);--> statement-breakpoint
CREATE INDEX `audit_by_actor_and_action` ON `audit` (`actor_id`,`action`,`seq`);--> statement-breakpoint
CREATE INDEX `audit_by_action` ON `audit` (`action`,`seq`);--> statement-breakpoint
CREATE INDEX `audit_by_time` ON `audit` (`at`,`seq`);--> statement-breakpoint
DROP INDEX `one_award_a_cause`;--> statement-breakpoint
ALTER TABLE `points_entries` ADD `round` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `one_award_a_cause` ON `points_entries` (`user_id`,`source`,`order_id`,`round`,`reversal`);--> statement-breakpoint
ALTER TABLE `orders` ADD `payment_reference` text;--> statement-breakpoint
ALTER TABLE `orders` ADD `request_id` text;--> statement-breakpoint
ALTER TABLE `orders` ADD `received` integer DEFAULT 0 NOT NULL CONSTRAINT "orders_received_check" CHECK("received" >= 0);--> statement-breakpoint
ALTER TABLE `orders` ADD `refunded` integer DEFAULT 0 NOT NULL CONSTRAINT "orders_refunded_check" CHECK("refunded" >= 0);--> statement-breakpoint
ALTER TABLE `orders` ADD `verifications` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `orders_by_payment_reference` ON `orders` (`payment_reference`);
--> statement-breakpoint
-- Text search of payments.
CREATE VIRTUAL TABLE payments_search USING fts5(search_text, content='payments', content_rowid='rowid', columnsize=0, tokenize='trigram case_sensitive 1');
--> statement-breakpoint
CREATE TRIGGER payments_search_insert AFTER INSERT ON payments WHEN new.search_text <> '' BEGIN
  INSERT INTO payments_search (rowid, search_text) VALUES (new.rowid, new.search_text);
END;
--> statement-breakpoint
CREATE TRIGGER payments_search_delete AFTER DELETE ON payments WHEN old.search_text <> '' BEGIN
  INSERT INTO payments_search (payments_search, rowid, search_text) VALUES ('delete', old.rowid, old.search_text);
END;
--> statement-breakpoint
CREATE TRIGGER payments_search_update AFTER UPDATE OF search_text ON payments WHEN old.search_text IS NOT new.search_text BEGIN
  INSERT INTO payments_search (payments_search, rowid, search_text) SELECT 'delete', old.rowid, old.search_text WHERE old.search_text <> '';
  INSERT INTO payments_search (rowid, search_text) SELECT new.rowid, new.search_text WHERE new.search_text <> '';
END;
--> statement-breakpoint
-- The transactions that orders were verified with become payments of the ledger.
INSERT INTO payments (id, order_id, source, source_id, currency, decimals, amount, worth, cents, happened_at, state, matched_by, matched_at, search_text, created_at)
  SELECT lower(substr(verified_hash, 1, 22)), id, 'chain', verified_hash, 'USD', 2, cast(total AS text), total, total, coalesce(paid_at, created_at), 'final', 'hash', coalesce(verified_at, created_at), '', coalesce(verified_at, created_at)
  FROM orders WHERE verified_hash IS NOT NULL;
--> statement-breakpoint
UPDATE orders SET received = total WHERE verified_hash IS NOT NULL;
--> statement-breakpoint
UPDATE orders SET refunded = total WHERE payment_status = 'refunded';
--> statement-breakpoint
UPDATE orders SET verifications = 1 WHERE verified_at IS NOT NULL;
