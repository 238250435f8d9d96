CREATE TABLE "visitor_conversations" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"search_text" text NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"assignee_id" text,
	"last_seq" integer DEFAULT 0 NOT NULL,
	"last_message_at" timestamp (3) with time zone NOT NULL,
	"waiting_since" timestamp (3) with time zone,
	"staff_unread" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "visitor_conversations_status_check" CHECK ("visitor_conversations"."status" = 'open' or "visitor_conversations"."status" = 'waiting' or "visitor_conversations"."status" = 'resolved'),
	CONSTRAINT "visitor_conversations_last_seq_check" CHECK ("visitor_conversations"."last_seq" >= 0),
	CONSTRAINT "visitor_conversations_staff_unread_check" CHECK ("visitor_conversations"."staff_unread" >= 0)
);
--> statement-breakpoint
CREATE TABLE "visitor_messages" (
	"id" text PRIMARY KEY NOT NULL,
	"conversation_id" text NOT NULL,
	"seq" integer NOT NULL,
	"sender_id" text,
	"message" text NOT NULL,
	"client_id" text,
	"read" boolean DEFAULT false NOT NULL,
	"delivery" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "visitor_messages_delivery_check" CHECK ("visitor_messages"."delivery" = 'waiting' or "visitor_messages"."delivery" = 'sent' or "visitor_messages"."delivery" = 'failed'),
	CONSTRAINT "visitor_messages_seq_check" CHECK ("visitor_messages"."seq" >= 1)
);
--> statement-breakpoint
CREATE TABLE "visitor_notes" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"author_id" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "visitor_conversations" ADD CONSTRAINT "visitor_conversations_assignee_id_users_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visitor_messages" ADD CONSTRAINT "visitor_messages_conversation_id_visitor_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."visitor_conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visitor_messages" ADD CONSTRAINT "visitor_messages_sender_id_users_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visitor_notes" ADD CONSTRAINT "visitor_notes_user_id_visitor_conversations_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."visitor_conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visitor_notes" ADD CONSTRAINT "visitor_notes_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "visitors_by_wait" ON "visitor_conversations" USING btree ("status","waiting_since","id");--> statement-breakpoint
CREATE INDEX "visitors_by_message" ON "visitor_conversations" USING btree ("last_message_at","id");--> statement-breakpoint
CREATE INDEX "visitors_by_email" ON "visitor_conversations" USING btree ("email","last_message_at");--> statement-breakpoint
CREATE INDEX "visitors_by_assignee" ON "visitor_conversations" USING btree ("assignee_id");--> statement-breakpoint
CREATE UNIQUE INDEX "visitor_messages_in_conversation" ON "visitor_messages" USING btree ("conversation_id","seq");--> statement-breakpoint
CREATE UNIQUE INDEX "visitor_messages_by_client_id" ON "visitor_messages" USING btree ("sender_id","client_id");--> statement-breakpoint
CREATE INDEX "visitor_notes_by_conversation" ON "visitor_notes" USING btree ("user_id","created_at");