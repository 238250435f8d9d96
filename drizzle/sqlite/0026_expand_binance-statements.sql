PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_statement_files` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`sha256` text NOT NULL,
	`format` text NOT NULL,
	`account` text NOT NULL,
	`first_day` text,
	`last_day` text,
	`line_count` integer NOT NULL,
	`uploaded_by_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`stored_at` integer,
	`undone_at` integer,
	`pruned_at` integer,
	FOREIGN KEY (`uploaded_by_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "statement_files_format_check" CHECK("__new_statement_files"."format" = 'csv' or "__new_statement_files"."format" = 'ofx' or "__new_statement_files"."format" = 'mt940' or "__new_statement_files"."format" = 'camt053' or "__new_statement_files"."format" = 'binance'),
	CONSTRAINT "statement_files_line_count_check" CHECK("__new_statement_files"."line_count" >= 0)
);
--> statement-breakpoint
INSERT INTO `__new_statement_files`("id", "name", "sha256", "format", "account", "first_day", "last_day", "line_count", "uploaded_by_id", "created_at", "stored_at", "undone_at", "pruned_at") SELECT "id", "name", "sha256", "format", "account", "first_day", "last_day", "line_count", "uploaded_by_id", "created_at", "stored_at", "undone_at", "pruned_at" FROM `statement_files`;--> statement-breakpoint
DROP TABLE `statement_files`;--> statement-breakpoint
ALTER TABLE `__new_statement_files` RENAME TO `statement_files`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE UNIQUE INDEX `statement_files_by_content` ON `statement_files` (`sha256`);--> statement-breakpoint
CREATE INDEX `statement_files_by_age` ON `statement_files` (`created_at`,`id`);