ALTER TABLE "audit" ALTER COLUMN "seq" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "stream_events" ALTER COLUMN "seq" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "streams" ALTER COLUMN "seq" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "streams" ALTER COLUMN "oldest" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "streams" ALTER COLUMN "oldest" SET DEFAULT 1;