CREATE TABLE `last_backup` (
	`id` integer PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`kilobytes` integer
);
--> statement-breakpoint
CREATE TABLE `processes` (
	`id` text PRIMARY KEY NOT NULL,
	`report` text NOT NULL,
	`seen_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `outbox_failed` ON `outbox` (`created_at`) WHERE "outbox"."state" = 'failed';