CREATE TABLE `chain_marks` (
	`network` text PRIMARY KEY NOT NULL,
	`block` integer NOT NULL,
	CONSTRAINT "chain_marks_network_check" CHECK("chain_marks"."network" = 'BASE' or "chain_marks"."network" = 'ARB' or "chain_marks"."network" = 'ERC20' or "chain_marks"."network" = 'BEP20' or "chain_marks"."network" = 'OP' or "chain_marks"."network" = 'MATIC'),
	CONSTRAINT "chain_marks_block_check" CHECK("chain_marks"."block" >= 0)
);
--> statement-breakpoint
CREATE TABLE `chain_pause` (
	`id` integer PRIMARY KEY NOT NULL,
	`paused_by_id` text NOT NULL,
	`paused_at` integer NOT NULL,
	FOREIGN KEY (`paused_by_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `chain_transfers` (
	`payment_id` text PRIMARY KEY NOT NULL,
	`network` text NOT NULL,
	`hash` text NOT NULL,
	`ordinal` integer NOT NULL,
	`block` integer NOT NULL,
	`settled_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "chain_transfers_network_check" CHECK("chain_transfers"."network" = 'BASE' or "chain_transfers"."network" = 'ARB' or "chain_transfers"."network" = 'ERC20' or "chain_transfers"."network" = 'BEP20' or "chain_transfers"."network" = 'OP' or "chain_transfers"."network" = 'MATIC'),
	CONSTRAINT "chain_transfers_ordinal_check" CHECK("chain_transfers"."ordinal" >= 0),
	CONSTRAINT "chain_transfers_block_check" CHECK("chain_transfers"."block" >= 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `chain_transfers_by_hash` ON `chain_transfers` (`hash`,`network`,`ordinal`);--> statement-breakpoint
CREATE INDEX `chain_transfers_to_watch` ON `chain_transfers` (`network`,`created_at`) WHERE "chain_transfers"."settled_at" is null;