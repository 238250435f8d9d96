DROP INDEX `visitors_by_message`;--> statement-breakpoint
CREATE INDEX `visitors_answered` ON `visitor_conversations` (`last_message_at`,"id" desc) WHERE "visitor_conversations"."status" <> 'open';--> statement-breakpoint
CREATE INDEX `visitors_by_message` ON `visitor_conversations` (`status`,`last_message_at`,"id" desc);