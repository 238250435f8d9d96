ALTER TABLE `support_conversations` ADD `remind_at` integer;--> statement-breakpoint
CREATE INDEX `conversations_to_remind` ON `support_conversations` (`remind_at`,`user_id`) WHERE "support_conversations"."remind_at" is not null;--> statement-breakpoint
ALTER TABLE `visitor_conversations` ADD `remind_at` integer;--> statement-breakpoint
CREATE INDEX `visitors_to_remind` ON `visitor_conversations` (`remind_at`,`id`) WHERE "visitor_conversations"."remind_at" is not null;