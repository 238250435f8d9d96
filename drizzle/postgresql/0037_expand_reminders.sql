ALTER TABLE "support_conversations" ADD COLUMN "remind_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "visitor_conversations" ADD COLUMN "remind_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "conversations_to_remind" ON "support_conversations" USING btree ("remind_at","user_id") WHERE "support_conversations"."remind_at" is not null;--> statement-breakpoint
CREATE INDEX "visitors_to_remind" ON "visitor_conversations" USING btree ("remind_at","id") WHERE "visitor_conversations"."remind_at" is not null;