CREATE TABLE `visitor_conversations` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`search_text` text NOT NULL,
	`status` text DEFAULT 'open' NOT NULL,
	`assignee_id` text,
	`last_seq` integer DEFAULT 0 NOT NULL,
	`last_message_at` integer NOT NULL,
	`waiting_since` integer,
	`staff_unread` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`assignee_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "visitor_conversations_status_check" CHECK("visitor_conversations"."status" = 'open' or "visitor_conversations"."status" = 'waiting' or "visitor_conversations"."status" = 'resolved'),
	CONSTRAINT "visitor_conversations_last_seq_check" CHECK("visitor_conversations"."last_seq" >= 0),
	CONSTRAINT "visitor_conversations_staff_unread_check" CHECK("visitor_conversations"."staff_unread" >= 0)
);
--> statement-breakpoint
CREATE INDEX `visitors_by_wait` ON `visitor_conversations` (`status`,`waiting_since`,`id`);--> statement-breakpoint
CREATE INDEX `visitors_by_message` ON `visitor_conversations` (`last_message_at`,`id`);--> statement-breakpoint
CREATE INDEX `visitors_by_email` ON `visitor_conversations` (`email`,`last_message_at`);--> statement-breakpoint
CREATE INDEX `visitors_by_assignee` ON `visitor_conversations` (`assignee_id`);--> statement-breakpoint
CREATE TABLE `visitor_messages` (
	`id` text PRIMARY KEY NOT NULL,
	`conversation_id` text NOT NULL,
	`seq` integer NOT NULL,
	`sender_id` text,
	`message` text NOT NULL,
	`client_id` text,
	`read` integer DEFAULT false NOT NULL,
	`delivery` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`conversation_id`) REFERENCES `visitor_conversations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`sender_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "visitor_messages_delivery_check" CHECK("visitor_messages"."delivery" = 'waiting' or "visitor_messages"."delivery" = 'sent' or "visitor_messages"."delivery" = 'failed'),
	CONSTRAINT "visitor_messages_seq_check" CHECK("visitor_messages"."seq" >= 1)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `visitor_messages_in_conversation` ON `visitor_messages` (`conversation_id`,`seq`);--> statement-breakpoint
CREATE UNIQUE INDEX `visitor_messages_by_client_id` ON `visitor_messages` (`sender_id`,`client_id`);--> statement-breakpoint
CREATE TABLE `visitor_notes` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`author_id` text NOT NULL,
	`text` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `visitor_conversations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `visitor_notes_by_conversation` ON `visitor_notes` (`user_id`,`created_at`);