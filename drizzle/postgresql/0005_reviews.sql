DROP INDEX "orders_by_reference";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "reference_key" text;--> statement-breakpoint
CREATE INDEX "orders_by_reference_key" ON "orders" USING btree ("reference_key","id") WHERE "orders"."reference" is not null;