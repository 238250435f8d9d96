CREATE TABLE "storefront" (
	"id" integer PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"figures" jsonb,
	"refreshed_at" timestamp (3) with time zone
);
--> statement-breakpoint
DROP INDEX "items_by_name";--> statement-breakpoint
DROP INDEX "items_by_price";--> statement-breakpoint
DROP INDEX "items_by_rating";--> statement-breakpoint
DROP INDEX "items_by_age_on_sale";--> statement-breakpoint
DROP INDEX "items_by_category_and_name";--> statement-breakpoint
DROP INDEX "items_by_category_and_price";--> statement-breakpoint
DROP INDEX "items_by_category_and_rating";--> statement-breakpoint
DROP INDEX "items_by_category_on_sale";--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "brand" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "fair_rating" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "popularity" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "category_popularity" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "items_by_popularity" ON "items" USING btree ("popularity","id","price","months","rating") WHERE "items"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "items_by_category_and_popularity" ON "items" USING btree ("category_id","category_popularity","id","price","months","rating") WHERE "items"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "items_by_brand" ON "items" USING btree ("brand","popularity","id") WHERE "items"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "items_by_name" ON "items" USING btree ("sort_name","id","price","months","rating") WHERE "items"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "items_by_price" ON "items" USING btree ("price","id","months","rating") WHERE "items"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "items_by_rating" ON "items" USING btree ("fair_rating","id","price","months","rating") WHERE "items"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "items_by_age_on_sale" ON "items" USING btree ("created_at","id","price","months","rating") WHERE "items"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "items_by_category_and_name" ON "items" USING btree ("category_id","sort_name","id","price","months","rating") WHERE "items"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "items_by_category_and_price" ON "items" USING btree ("category_id","price","id","months","rating") WHERE "items"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "items_by_category_and_rating" ON "items" USING btree ("category_id","fair_rating","id","price","months","rating") WHERE "items"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "items_by_category_on_sale" ON "items" USING btree ("category_id","created_at","id","price","months","rating") WHERE "items"."archived_at" is null;